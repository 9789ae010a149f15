import Jobs
import Synchronization
import Weather

/// The names in requests that services do not know, so that they are left out for a day. Workers run one job, so the daemon
/// remembers the names. In memory only.
final class UnknownNames: Sendable {
    /// One interface of a service, for all places.
    struct Key: Hashable {
        var service: Service.Kind
        var baseURL: String
        var kind: ReportKind

        init(_ service: Service, _ kind: ReportKind) {
            (self.service, baseURL, self.kind) = (service.kind, service.baseURL, kind)
        }
    }

    private let names = Mutex<[Key: [UnknownName: UnixTime]]>([:])

    /// In a fixed order.
    func current(of key: Key, at now: UnixTime) -> [UnknownName] {
        names.withLock { names in
            (names[key] ?? [:]).filter { Self.isCurrent($0.value, at: now) }.keys
                .sorted { ($0.parameter, $0.text) < ($1.parameter, $1.text) }
        }
    }

    /// - Returns: whether the name is new, in whichever parameter it was requested.
    func insert(_ name: UnknownName, of key: Key, at now: UnixTime) -> Bool {
        names.withLock { names in
            var known = (names[key] ?? [:]).filter { Self.isCurrent($0.value, at: now) }
            let isNew = !known.keys.contains { $0.text == name.text }
            if known.count < Service.mostUnknownNames, known[name] == nil { known[name] = now }
            names[key] = known
            return isNew
        }
    }

    private static func isCurrent(_ since: UnixTime, at now: UnixTime) -> Bool {
        (0..<UnknownName.lifetime).contains(now.seconds(since: since))
    }
}
