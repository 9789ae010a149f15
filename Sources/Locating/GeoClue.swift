import Bus
public import Weather

/// GeoClue2, the system's location service, which knows by Wi-Fi, mobile network or GPS where the machine is.
/// <https://www.freedesktop.org/software/geoclue/docs/>
public struct GeoClue: Sendable {
    private let address: String?
    private let now: @Sendable () -> UnixTime

    private static let service = "org.freedesktop.GeoClue2"
    private static let client = "org.freedesktop.GeoClue2.Client"
    private static let location = "org.freedesktop.GeoClue2.Location"
    /// What GeoClue is told about its client. Weather asks for the city, and for a move out of it. GeoClue measures each
    /// step from the one before, told or not, so that with a threshold as long as a move a train would go unnoticed; the
    /// policy adds them up. A threshold in time would hold back the longest move too, and is left at none.
    private static let wishes: [(property: String, value: BusValue)] = [
        ("DesktopId", .string("weatherd")),
        ("DistanceThreshold", .uint32(1000)),
        ("RequestedAccuracyLevel", .uint32(4)),
    ]

    /// - Parameters:
    ///   - address: of the bus; nil for the system's.
    ///   - now: the wall clock.
    public init(address: String? = nil, now: @escaping @Sendable () -> UnixTime) {
        self.address = address
        self.now = now
    }

    /// Follows the machine until the task is cancelled or a failure ends it, and in between waits for GeoClue's word alone.
    /// After an end of the service, it returns when the service does.
    ///
    /// - Parameter report: is told each fix, and why it came to an end.
    public func follow(_ report: @Sendable (LocationFinding) -> Void) async {
        let bus: Bus
        do throws(BusError) {
            bus = try await Bus.open(at: address)
        } catch {
            return report(.failure(.noBus(reason: error.reason)))
        }
        do throws(BusError) {
            // Subscribed before anything is asked, so that nothing is missed. That a client's path is not known yet
            // does no harm: GeoClue tells a client of its own location only.
            let signals = try await bus.signals([
                .owner(of: Self.service),
                BusMatch(sender: Self.service, interface: Self.client, name: "LocationUpdated"),
            ])
            do throws(LocationFailure) {
                try await follow(signals, on: bus, report)
            } catch {
                if !Task.isCancelled {
                    report(.failure(error))
                    if error == .ended || error == .notInstalled { await waitForReturn(signals, report) }
                }
            }
        } catch {
            report(.failure(.noBus(reason: error.reason)))
        }
        await bus.close()
    }

    private func follow(
        _ signals: AsyncStream<BusSignal>, on bus: Bus, _ report: @Sendable (LocationFinding) -> Void
    ) async throws(LocationFailure) {
        let path: String
        do throws(BusError) {
            path = try await newClient(on: bus)
        } catch {
            throw LocationFailure(error)
        }
        let failure: LocationFailure
        do throws(BusError) {
            for wish in Self.wishes {
                try await bus.set(wish.property, of: path, Self.client, at: Self.service, to: wish.value)
            }
            _ = try await bus.call(Self.call("Start", of: path))
            failure = try await updates(signals, path: path, bus: bus, report)
        } catch {
            // It was there a moment ago.
            let told = LocationFailure(error)
            failure = told == .notInstalled ? .ended : told
        }
        // GeoClue would know it by the end of the connection as well. There is nobody to stop when it has gone itself.
        if failure != .ended { try? await bus.post(Self.call("Stop", of: path)) }
        throw failure
    }

    private func newClient(on bus: Bus) async throws(BusError) -> String {
        let values = try await bus.call(
            BusCall(
                service: Self.service, path: "/org/freedesktop/GeoClue2/Manager",
                interface: "org.freedesktop.GeoClue2.Manager", method: "GetClient", startsService: true))
        guard let path = values.first?.text else { throw BusError(message: "GeoClue gave no client") }
        return path
    }

    /// Tells each location, until there can be no further one; returns the reason for that.
    private func updates(
        _ signals: AsyncStream<BusSignal>, path: String, bus: Bus, _ report: @Sendable (LocationFinding) -> Void
    ) async throws(BusError) -> LocationFailure {
        for await signal in signals {
            if signal.name == "NameOwnerChanged" {
                // Its start, which our own first call may have brought about, is no news.
                if signal.arguments.dropFirst().first != .string("") { return .ended }
            } else if signal.path == path, let location = signal.arguments.last?.text, location != "/" {
                let properties: [String: BusValue]
                do throws(BusError) {
                    properties = try await bus.properties(of: location, Self.location, at: Self.service)
                } catch  where error.tellsThatTheObjectIsGone {
                    // A later one has taken its place, and will be told.
                    continue
                }
                if let fix = Self.fix(properties, at: now()) { report(.fix(fix)) }
            }
        }
        return .noBus(reason: BusError.disconnected.reason)
    }

    /// nil when there is no position among the properties of a location.
    static func fix(_ properties: [String: BusValue], at now: UnixTime) -> Fix? {
        guard let latitude = properties["Latitude"]?.double, let longitude = properties["Longitude"]?.double,
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        let accuracy = properties["Accuracy"]?.double.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        // The lowest number there is stands for one that is not known.
        let altitude = properties["Altitude"]?.double.flatMap { Fix.altitudes.contains($0) ? $0 : nil }
        return Fix(
            coordinate: coordinate, accuracy: accuracy, altitude: altitude,
            time: time(properties["Timestamp"], at: now),
            source: .geoClue)
    }

    /// When the location was found, unless that is said to be in the future or more than a day ago: then it is when it
    /// was told.
    private static func time(_ timestamp: BusValue?, at now: UnixTime) -> UnixTime {
        guard case .structure(let parts) = timestamp, case .uint64(let seconds) = parts.first,
            let time = Int(exactly: seconds).map(UnixTime.init), time <= now, now.seconds(since: time) < 86_400
        else { return now }
        return time
    }

    private func waitForReturn(
        _ signals: AsyncStream<BusSignal>, _ report: @Sendable (LocationFinding) -> Void
    ) async {
        for await signal in signals
        where signal.name == "NameOwnerChanged" && signal.arguments.last != .string("") {
            return report(.returned)
        }
    }

    private static func call(_ method: String, of path: String) -> BusCall {
        BusCall(service: service, path: path, interface: client, method: method)
    }
}

extension LocationFailure {
    /// What an error means that GeoClue, or the bus in its place, has answered.
    fileprivate init(_ error: BusError) {
        switch error.name {
        case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner":
            self = .notInstalled
        case "org.freedesktop.DBus.Error.AccessDenied":
            self = .refused(reason: error.reason)
        case "org.freedesktop.DBus.Error.NoReply":
            self = .ended
        case BusError.disconnected.name:
            self = .noBus(reason: error.reason)
        default:
            self = .failed(reason: error.reason)
        }
    }
}

extension BusError {
    fileprivate var reason: String { message.oneLine(upTo: 200) ?? name ?? "no reason given" }

    fileprivate var tellsThatTheObjectIsGone: Bool {
        ["UnknownObject", "UnknownMethod", "UnknownInterface"].contains { name == "org.freedesktop.DBus.Error.\($0)" }
    }
}
