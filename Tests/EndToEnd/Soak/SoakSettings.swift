import ClientProtocol
import Foundation
import Scratch

/// The settings that a user changes in a month, and their state: in force is what was acknowledged last, or what was
/// pending when the daemon was killed.
struct SoakSettings {
    private static let winds = ["ms": "m/s", "kmh": "km/h", "mph": "mph", "kn": "kn", "bft": "Bft"]

    /// Few, since the weather of former favourites is stored for a while.
    private static let possibleFavourites = Dictionary(
        uniqueKeysWithValues: (1...6).map { ("Garden-\($0)", "\(10 * $0) \(20 * $0)") })

    private(set) var acknowledged = 0
    private(set) var refused = 0
    private var wind: Set = ["km/h"]
    /// Possible sets of favourites, of which one is stored.
    private var favourites: Set<Set<String>> = [[]]

    private enum Change {
        case wind(String)
        case favourites(Set<String>)
    }

    /// Selects the favourites that `check` queries, so that queries change nothing.
    func begin(in home: Home) throws {
        _ = try home.ask("set-units pressure=hpa").lines
    }

    /// Changes one of them, and records the result.
    mutating func change(in home: Home, _ random: inout SplitMix64) throws {
        let (line, change) = draw(&random)
        switch try home.ask(line) {
        case .ok:
            acknowledged += 1
            switch change {
            case .wind(let unit): wind = [unit]
            case .favourites(let names): favourites = [names]
            }
        case .error(.internal, _): refused += 1
        case .error(let code, let message): throw Failure("\(line): \(code.rawValue) \(message)")
        }
    }

    /// Sends a change without reading the reply.
    mutating func changeAtDeath(in home: Home, _ random: inout SplitMix64) throws {
        let (line, change) = draw(&random)
        switch change {
        case .wind(let unit): wind.insert(unit)
        case .favourites(let names): favourites.insert(names)
        }
        try home.client().send(line + "\n")
    }

    /// Reads the current settings, which are expected from then on.
    ///
    /// - Returns: the problem; nil if there is none.
    mutating func check(in home: Home) throws -> String? {
        // An invalid unit changes nothing; the reply lists all current units.
        let units = try home.ask("set-units pressure=hpa").lines.joined()
        let places = try home.json("places")["places"] as? [[String: Any]] ?? []
        let names = Set(places.dropFirst().compactMap { ($0["place"] as? [String: Any])?["name"] as? String })
        guard let unit = wind.first(where: { units.contains(" wind in \($0),") }) else {
            return "\(units), not one of \(wind)"
        }
        guard favourites.contains(names) else { return "favourites \(names), not one of \(favourites)" }
        wind = [unit]
        favourites = [names]
        return nil
    }

    private mutating func draw(_ random: inout SplitMix64) -> (line: String, change: Change) {
        let present = favourites.first ?? []
        if Bool.random(using: &random) || favourites.count > 1 {
            let unit = Self.winds.keys.sorted().randomElement(using: &random) ?? "ms"
            return ("set-units wind=\(unit)", .wind(Self.winds[unit] ?? ""))
        }
        let absent = Self.possibleFavourites.filter { !present.contains($0.key) }
        if present.count < 4, Bool.random(using: &random) || present.isEmpty,
            let (name, position) = absent.sorted(by: { $0.key < $1.key }).randomElement(using: &random)
        {
            return ("places add \(name) \(position)", .favourites(present.union([name])))
        }
        let name = present.sorted().randomElement(using: &random) ?? ""
        return ("places remove \(name)", .favourites(present.subtracting([name])))
    }
}
