public import Weather

/// What is said of places, and of their absence.
public enum PlaceSentence {
    public static let noLocation = "no location is set; set one with: weatherctl set-location LAT LON [NAME]"
    public static let badCoordinate =
        "a position is LAT,LON in degrees: a latitude from -90 to 90 and a longitude from -180 to 180"
    public static let tooMany = "too many places were asked for lately; try again in 10 minutes"

    /// What `set-location` confirms: `location set to Montevideo (34.9°S 56.2°W)`.
    public static func set(_ place: Place) -> String {
        "location set to \(place.displayName)" + (place.name == nil ? "" : " (\(place.coordinate.text))")
    }

    public static func unknown(_ name: String) -> String {
        "no place is called \(name.quoted); give its position as LAT,LON"
    }
}
