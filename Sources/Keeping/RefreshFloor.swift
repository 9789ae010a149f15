/// The least time between two reports for one place, whoever asks.
public enum RefreshFloor {
    public static let seconds = 600
}
