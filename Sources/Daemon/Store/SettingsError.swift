public import Weather

/// Why the settings were not changed.
public enum SettingsError: Error, Sendable, Hashable {
    case notKept(KeepingError)
    case refused(FavouritesError)
}
