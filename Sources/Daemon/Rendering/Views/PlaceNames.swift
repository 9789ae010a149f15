import Languages
public import Weather

/// The names of places in menus and labels: each fits on a line, and no two are equal.
public enum PlaceNames {
    /// - Parameter places: in the order of `places`. Of equal names, the later ones get a number: `Oslo (2)`.
    public static func names(of places: [Place], in style: Style) -> [String] {
        var taken: Set<String> = []
        return places.map { place in
            let name = place.displayName(in: style.words)
            var unique = name
            var number = 2
            while !taken.insert(unique).inserted {
                unique = "\(name) (\(number))"
                number += 1
            }
            return unique
        }
    }
}
