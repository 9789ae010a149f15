public import ClientProtocol

/// The item in a panel's tray.
public struct TraySettings: Sendable, Hashable {
    /// The raw values are the words in config.toml.
    public enum Icon: String, Sendable, Hashable, CaseIterable {
        /// The temperature, drawn by weatherd.
        case temperature
        /// The weather, from the icon theme.
        case weather

        public var other: Icon { self == .temperature ? .weather : .temperature }
    }

    public var isEnabled = false
    /// `toggle` selects the other one.
    public var icon = Icon.temperature
    /// The colour of the panel; nil when the user has not set it.
    public var theme: Theme?

    public init() {}
}
