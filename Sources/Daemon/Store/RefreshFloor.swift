/// The minimum time between two reports for one place, for all clients.
public enum RefreshFloor {
    public static let seconds = 600
}
