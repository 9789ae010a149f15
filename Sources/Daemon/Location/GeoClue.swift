import SystemBus
public import Weather

/// GeoClue2, the system's location service, which uses Wi-Fi, mobile networks or GPS.
/// <https://www.freedesktop.org/software/geoclue/docs/>
public struct GeoClue: Sendable {
    private let address: String?
    private let now: @Sendable () -> UnixTime

    private static let service = "org.freedesktop.GeoClue2"
    private static let client = "org.freedesktop.GeoClue2.Client"
    private static let location = "org.freedesktop.GeoClue2.Location"
    /// The client's properties. City accuracy is enough. GeoClue compares each position with the previous one, reported or
    /// not, so a large distance threshold would miss a slow move such as a train's; the policy adds up small moves. A time
    /// threshold would delay even the largest move.
    private static let clientProperties: [(property: String, value: BusValue)] = [
        ("DesktopId", .string("weatherd")),
        ("DistanceThreshold", .uint32(1000)),
        ("RequestedAccuracyLevel", .uint32(4)),
    ]

    /// - Parameters:
    ///   - address: the address of the bus; nil for the system bus.
    ///   - now: the wall clock.
    public init(address: String? = nil, now: @escaping @Sendable () -> UnixTime) {
        self.address = address
        self.now = now
    }

    /// Follows the machine without polling, until the task is cancelled or a failure occurs. If the service has ended, returns
    /// when the service is back.
    ///
    /// - Parameter report: receives each fix, and the failure.
    public func follow(_ report: @Sendable (LocationFinding) -> Void) async {
        let bus: Bus
        do throws(BusError) {
            bus = try await Bus.open(at: address)
        } catch {
            return report(.failure(.noBus(reason: error.reason)))
        }
        do throws(BusError) {
            // Subscribes before the first call, so that no signal is missed. The client's path is not known yet, but
            // GeoClue sends a client only its own locations.
            let signals = try await bus.signals([
                .owner(of: Self.service),
                BusMatch(
                    sender: Self.service, pathNamespace: "/org/freedesktop/GeoClue2/Client", interface: Self.client,
                    name: "LocationUpdated"),
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
            for (property, value) in Self.clientProperties {
                try await bus.set(property, of: path, Self.client, at: Self.service, to: value)
            }
            _ = try await bus.call(Self.call("Start", of: path))
            failure = try await updates(signals, path: path, bus: bus, report)
        } catch {
            // The service has just disappeared.
            let ending = LocationFailure(error)
            failure = ending == .notInstalled ? .ended : ending
        }
        // GeoClue also detects a closed connection. There is no client to stop after the service has ended.
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

    /// Reports each location until no more can arrive, and returns the reason.
    private func updates(
        _ signals: AsyncStream<BusSignal>, path: String, bus: Bus, _ report: @Sendable (LocationFinding) -> Void
    ) async throws(BusError) -> LocationFailure {
        for await signal in signals {
            if signal.name == "NameOwnerChanged" {
                // Ignores the start of the service, which our first call may have caused.
                if signal.arguments.dropFirst().first != .string("") { return .ended }
            } else if signal.path == path, let location = signal.arguments.last?.text, location != "/" {
                let properties: [String: BusValue]
                do throws(BusError) {
                    properties = try await bus.properties(of: location, Self.location, at: Self.service)
                } catch  where error.tellsThatTheObjectIsGone {
                    // A newer location has replaced it, and will be reported.
                    continue
                }
                do throws(LocationFailure) {
                    report(.fix(try Self.fix(properties, at: now())))
                } catch {
                    report(.failure(error))
                }
            }
        }
        return .noBus(reason: BusError.disconnected.reason)
    }

    /// - Throws: `invalidPosition` or `inaccurate` when a location's properties do not indicate a place.
    static func fix(_ properties: [String: BusValue], at now: UnixTime) throws(LocationFailure) -> LocationFix {
        guard let latitude = properties["Latitude"]?.double, let longitude = properties["Longitude"]?.double,
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { throw .invalidPosition }
        // A source without a position sends zeros.
        guard latitude != 0 || longitude != 0 else { throw .invalidPosition }
        let radius = properties["Accuracy"]?.double ?? 0
        // NaN, zero and negative values mean that the accuracy is unknown.
        guard !(radius > LocationFix.worstAccuracy) else { throw .inaccurate(metres: radius.roundedForMessages) }
        let accuracy = radius > 0 ? radius : nil
        // GeoClue uses the lowest double for unknown.
        let altitude = properties["Altitude"]?.double.flatMap { LocationFix.altitudes.contains($0) ? $0 : nil }
        return LocationFix(
            coordinate: coordinate, accuracy: accuracy, altitude: altitude,
            time: time(properties["Timestamp"], at: now),
            source: .geoClue)
    }

    /// The time of the fix; `now` when the timestamp is in the future or more than a day old.
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
            return report(.recovered)
        }
    }

    private static func call(_ method: String, of path: String) -> BusCall {
        BusCall(service: service, path: path, interface: client, method: method)
    }
}

extension Double {
    /// Rounds to one significant digit, at most the distance to the Moon, so that noise is not a new failure each time.
    fileprivate var roundedForMessages: Double {
        let metres = Swift.min(self, 1e9)
        var unit = 1.0
        while unit * 10 <= metres { unit *= 10 }
        return (metres / unit).rounded() * unit
    }
}

extension LocationFailure {
    /// The failure for an error of GeoClue or the bus.
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
