import Almanac
import Formats
import Weather

/// The JSON of the user's station: the keys of `current`, with `time` and optionally the position.
enum StationDocument {
    /// Omits and names values that are impossible or have the wrong type. If none is left and one is impossible, the
    /// observation contains that one.
    ///
    /// - Throws: why the document cannot be used.
    static func reading(_ bytes: [UInt8]) throws(OwnStationProblem) -> OwnStationReading {
        let document: JSONDocument
        do throws(JSONDocument.Failure) {
            document = try JSONDocument(bytes)
        } catch {
            throw .notJSON
        }
        do {
            let values = try document.decode(Values.self)
            return .read(values.observation, at: values.position, without: values.unusable)
        } catch let problem as OwnStationProblem {
            throw problem
        } catch {
            throw .notJSON
        }
    }

    private struct Values: Decodable {
        let observation: Observation
        let position: Coordinate?
        let unusable: [UnusableValue]

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            var usable = UsableValues(of: values)
            guard let time = Self.time(values) else { throw OwnStationProblem.noTime }
            position = try Self.position(values)
            var station = Station(id: Station.ownID, distance: 0)
            station.name = (try? values.decode(String.self, forKey: Key("name")))?.oneLine(upTo: 80)
            station.elevation = usable.value(Double.self, "elevationM") {
                QuantityKind.altitude.range.contains($0)
            }
            var observation = Observation(station: station, time: time)
            // Without a readable period, amounts are meaningless.
            let period = usable.value(Int.self, "precipitationPeriodSeconds")
            let isPeriodKnown = usable.unusable.last != .invalid(key: "precipitationPeriodSeconds")
            for quantity in Conditions.quantities where isPeriodKnown || ![.depth, .freshSnow].contains(quantity.kind) {
                observation.take(usable.value(of: quantity), as: quantity)
            }
            let word = usable.value(String.self, "condition") { Condition(rawValue: $0) != nil }
            if let condition = word.flatMap(Condition.init) { observation.conditions.condition = condition }
            if observation.conditions.precipitation != nil {
                observation.conditions.precipitationPeriod = period.map { min(max($0, 0), 86_400) } ?? 3600
            }
            unusable = usable.unusable
            self.observation = try Self.notEmpty(observation, without: unusable)
        }

        /// - Throws: when there is no value.
        private static func notEmpty(
            _ observation: Observation, without unusable: [UnusableValue]
        ) throws -> Observation {
            guard observation.conditions == Conditions() else { return observation }
            var observation = observation
            for value in unusable {
                guard case .impossible(let value) = value,
                    let quantity = Conditions.quantities.first(where: { $0.key == value.key })
                else { continue }
                observation.take(value.value, as: quantity)
                return observation
            }
            if case .invalid(let key)? = unusable.first { throw OwnStationProblem.invalid(key: key) }
            throw OwnStationProblem.noValues
        }

        private static func position(_ values: KeyedDecodingContainer<Key>) throws -> Coordinate? {
            let latitude = try values.optional(Double.self, "latitude")
            let longitude = try values.optional(Double.self, "longitude")
            if latitude == nil, longitude == nil { return nil }
            guard let latitude, let longitude, let position = Coordinate(latitude: latitude, longitude: longitude)
            else {
                throw OwnStationProblem.invalidPosition
            }
            return position
        }

        /// Unix seconds, or RFC 3339.
        private static func time(_ values: KeyedDecodingContainer<Key>) -> UnixTime? {
            if let seconds = try? values.decode(Double.self, forKey: Key("time")) {
                return Int(exactly: seconds.rounded(.down)).map(UnixTime.init).flatMap { $0.isPlausible ? $0 : nil }
            }
            return (try? values.decode(String.self, forKey: Key("time"))).flatMap(UnixTime.init(rfc3339:))
                .flatMap { $0.isPlausible ? $0 : nil }
        }
    }

    /// The usable values under the known keys.
    private struct UsableValues {
        private let values: KeyedDecodingContainer<Key>
        private(set) var unusable: [UnusableValue] = []

        init(of values: KeyedDecodingContainer<Key>) {
            self.values = values
        }

        /// nil when the key is missing or null, and when its value is not usable.
        mutating func value<Value: Decodable>(
            _ type: Value.Type, _ name: String, if isValid: (Value) -> Bool = { _ in true }
        ) -> Value? {
            do throws(OwnStationProblem) {
                guard let value = try values.optional(type, name) else { return nil }
                if isValid(value) { return value }
            } catch {}
            unusable.append(.invalid(key: name))
            return nil
        }

        mutating func value(of quantity: Quantity<Conditions>) -> Double? {
            guard let value = value(Double.self, quantity.key) else { return nil }
            if quantity.kind.measurable.contains(value) { return value }
            unusable.append(.impossible(ImpossibleValue(key: quantity.key, value: value)))
            return nil
        }
    }

    fileprivate struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }
}

extension KeyedDecodingContainer<StationDocument.Key> {
    /// nil when the key is missing or null.
    ///
    /// - Throws: `invalid` for a value of another type.
    fileprivate func optional<Value: Decodable>(
        _ type: Value.Type, _ name: String
    ) throws(OwnStationProblem) -> Value? {
        let key = StationDocument.Key(name)
        guard contains(key), (try? decodeNil(forKey: key)) != true else { return nil }
        guard let value = try? decode(type, forKey: key) else { throw OwnStationProblem.invalid(key: name) }
        return value
    }
}
