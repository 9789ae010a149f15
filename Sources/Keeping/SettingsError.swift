public import Weather

/// Why the settings stay as they are.
public enum SettingsError: Error, Sendable, Hashable {
    case notKept(KeepingError)
    case refused(FavouritesError)
}
