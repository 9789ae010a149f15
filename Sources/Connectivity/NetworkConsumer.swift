/// The parts of the daemon that use the network.
public enum NetworkConsumer: Sendable, Hashable, CaseIterable {
    case forecasts, alerts, air, location
}
