import Client
import ClientProtocol
import Glibc

/// A city of the reply to `search --output json`.
struct FoundCity: Equatable {
    var name: String
    /// The name with region and country.
    var label: String
    /// Degrees, as in the reply.
    var latitude: String
    var longitude: String

    /// Empty if the reply is invalid.
    static func all(in json: String) -> [FoundCity] {
        guard let cities = (try? JSONC.parse(Array(json.utf8)))?["cities"]?.elements else { return [] }
        return cities.compactMap { city in
            guard let name = city["name"]?.string, let latitude = city["latitude"]?.literal,
                let longitude = city["longitude"]?.literal
            else { return nil }
            let parts = [name] + ["region", "country"].compactMap { city[$0]?.string }
            return FoundCity(
                name: name, label: parts.joined(separator: ", "), latitude: latitude, longitude: longitude)
        }
    }
}

/// The units of a locale.
enum LocaleUnits {
    private static let imperialTerritories = ["US", "LR", "PR"]

    /// Whether the locale of measurements (locale(7)) uses imperial units; nil if it names no country.
    ///
    /// - Parameter value: the value of an environment variable.
    static func isImperial(_ value: (_ variable: String) -> String?) -> Bool? {
        let locale = ["LC_ALL", "LC_MEASUREMENT", "LANG"].lazy.compactMap(value).first { !$0.isEmpty }
        guard let territory = locale?.split(separator: "_").dropFirst().first?.prefix(2), territory.count == 2 else {
            return nil
        }
        return imperialTerritories.contains(String(territory))
    }
}

// The place, the units and the weather.
extension Setup {
    /// Timeouts for detecting the place, for a search and for the first fetch, milliseconds.
    private static let placePatience = 3_000
    private static let searchPatience = 5_000
    private static let weatherPatience = 15_000
    /// A single digit key chooses a city.
    private static let mostCities = 9

    mutating func setUpPlace() throws(Interruption) {
        func place(_ status: StatusReply?) -> String? {
            status?[.place].flatMap { $0 == StatusReply.none ? nil : $0 }
        }
        var status = status
        if place(status) == nil {
            _ = self.awaitReply(to: ["status"], milliseconds: Self.placePatience) { reply in
                if case .ok(let lines) = reply { place(StatusReply(lines)) != nil } else { false }
            }
            status = self.status
        }
        let source = status?[.locationSource] ?? ""
        let isApproximate = source.hasPrefix("timezone")
        if let place = place(status) {
            show(
                isApproximate ? .note : .ok, "place",
                isApproximate ? "\(place), estimated from the time zone" : "\(place), \(source)",
                advice: isApproximate && questions == nil ? "set yours with: weatherctl set-location CITY" : nil)
            if isApproximate { try askForPlace("Another city? (Enter to keep it)") }
        } else if questions == nil {
            show(.wrong, "place", "could not be detected", advice: "weatherctl set-location CITY")
        } else {
            show(.note, "place", "could not be detected")
            guard try !askForPlace("Your city? (Enter to skip)") else { return }
            leave("place", "not set", advice: "weatherctl set-location CITY")
        }
    }

    /// - Returns: whether a place was set.
    @discardableResult
    private mutating func askForPlace(_ question: String) throws(Interruption) -> Bool {
        guard let questions else { return false }
        while true {
            let name = questions.line("\(question) ")
            guard !name.isEmpty else { return false }
            let locale = String.messageLocale.map { ["--locale", $0] } ?? []
            let reply = ask(
                ["search", "--output", "json"] + locale + ["--", name], milliseconds: Self.searchPatience)
            switch reply {
            case .error(_, let message): show(.note, "place", message)
            case .ok(let lines):
                let cities = Array(lines.flatMap { FoundCity.all(in: $0) }.prefix(Self.mostCities))
                guard let city = try choose(among: cities) else { continue }
                if set(city) { return true }
            }
        }
    }

    private func choose(among cities: [FoundCity]) throws(Interruption) -> FoundCity? {
        guard let questions, cities.count > 1 else { return cities.first }
        for (index, city) in cities.enumerated() { say("\(index + 1)  \(city.label)") }
        switch questions.key("Which one? (1 to \(cities.count), 0 for none) ") {
        case .signal(let number): throw Interruption(signal: number)
        case .value(let byte):
            let number = Int(byte ?? 0) - Int(UInt8(ascii: "0"))
            return (1...cities.count).contains(number) ? cities[number - 1] : nil
        }
    }

    private mutating func set(_ city: FoundCity) -> Bool {
        let words = ["set-location", city.latitude, city.longitude]
        switch ask(words + [city.name]) {
        case .ok:
            show(.ok, "place", city.label)
            return true
        case .error(_, let message):
            show(.note, "place", message)
            return false
        }
    }

    mutating func setUpWeather() {
        if status?.awaitsFirstWeather == true {
            say("Fetching the weather …")
            _ = self.awaitReply(to: ["short"], milliseconds: Self.weatherPatience) { reply in
                if case .ok = reply { true } else { status?.awaitsFirstWeather != true }
            }
        }
        switch ask(["short"]) {
        case .ok(let lines): show(.ok, "weather", lines.first ?? "")
        case .error where status?[.offline] == "yes" || status?[.network] == StatusReply.down:
            show(.note, "weather", "no network; it will be fetched once there is one")
        case .error(.noLocation, _): show(.skipped, "weather", "will be fetched once a place is set")
        case .error(_, let message): show(.note, "weather", message, advice: "weatherctl doctor")
        }
    }

    /// Offers imperial units. Metric is the default, so any other units are the user's choice.
    mutating func setUpUnits() throws(Interruption) {
        guard LocaleUnits.isImperial(environment) == true else { return }
        let command = ["set-units", "imperial"]
        guard case .ok(let lines) = ask(["short", "--format", "{temperature}"]) else {
            return leave(
                "units", "your locale uses °F, mph and inches",
                advice: "for these units: weatherctl \(command.joined(separator: " "))")
        }
        guard lines.first?.contains("C") == true else { return }
        guard try consent("Your locale uses °F, mph and inches. Use these units?") else {
            return show(
                .skipped, "units", "metric, unlike your locale",
                advice: "weatherctl \(command.joined(separator: " "))")
        }
        switch ask(command) {
        case .ok: show(.ok, "units", "imperial", advice: "to undo: weatherctl set-units auto")
        case .error(_, let message): show(.wrong, "units", message)
        }
    }
}
