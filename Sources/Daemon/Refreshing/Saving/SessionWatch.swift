import SystemBus
import Weather

/// Follows the login sessions of one user, as logind reports them.
/// <https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html>
///
/// A service of the user manager is in no session itself, so the sessions are listed. logind sends changes from a session's
/// real path only, not from `session/auto`.
struct SessionWatch: Sendable {
    /// The user's id.
    let user: UInt32

    private static let service = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let session = "org.freedesktop.login1.Session"

    /// Returns when the connection has ended, or the task is cancelled.
    ///
    /// - Parameter report: called with all sessions after each change; with none when logind is missing.
    func follow<C: Clock>(on bus: BusReader<C>, _ report: @Sendable ([LoginSession]) -> Void) async {
        while await followList(on: bus, report) {}
    }

    /// Follows the sessions until others are to be followed.
    ///
    /// - Returns: whether the connection lasts.
    private func followList<C: Clock>(
        on bus: BusReader<C>, _ report: @Sendable ([LoginSession]) -> Void
    ) async -> Bool {
        let paths = await paths(on: bus)
        let lists = ["SessionNew", "SessionRemoved"].map {
            BusMatch(sender: Self.service, path: Self.path, interface: Self.manager, name: $0)
        }
        let sessions = paths.map { PropertyWatch.match(Self.service, $0, Self.session) }
        guard let signals = await bus.signals([.owner(of: Self.service)] + lists + sessions) else { return false }
        // The list may have changed before the subscription.
        guard await self.paths(on: bus) == paths else { return true }
        var properties: [String: [String: BusValue]] = [:]
        for path in paths {
            properties[path] = await bus.properties(of: path, Self.session, at: Self.service)
        }
        report(Self.sessions(paths, properties))
        for await signal in signals {
            switch signal.name {
            case PropertyWatch.changes:
                properties[signal.path]?.merge(signal.changedProperties) { $1 }
                if !signal.invalidatedProperties.isEmpty, properties[signal.path] != nil {
                    properties[signal.path] = await bus.properties(
                        of: signal.path, Self.session, at: Self.service)
                }
                report(Self.sessions(paths, properties))
            case "SessionNew", "SessionRemoved":
                // Most sessions belong to other users, such as cron's.
                if await self.paths(on: bus) != paths { return true }
            default: return true
            }
        }
        return false
    }

    /// A session that could not be read may be one over SSH, in which the user is present.
    private static func sessions(_ paths: [String], _ properties: [String: [String: BusValue]]) -> [LoginSession] {
        paths.compactMap { path in
            guard let known = properties[path] else { return LoginSession(isGraphical: false) }
            return LoginSession(known)
        }
    }

    /// The paths of the user's sessions; empty without logind.
    private func paths<C: Clock>(on bus: BusReader<C>) async -> [String] {
        let call = BusCall(service: Self.service, path: Self.path, interface: Self.manager, method: "ListSessions")
        guard case .array(let sessions)? = await bus.call(call)?.first else { return [] }
        return sessions.compactMap { session in
            // Id, user id, user name, seat, path.
            guard case .structure(let parts) = session, parts.count == 5, parts[1] == .uint32(user) else { return nil }
            return parts[4].text
        }.sorted()
    }
}

extension LoginSession {
    /// The types of sessions without a screen.
    private static let textTypes = ["tty", "unspecified", "web"]

    /// - Parameter properties: the properties of org.freedesktop.login1.Session.
    /// - Returns: nil for sessions in which no user works: of the user manager, cron and login screens, and those of a desktop
    ///   that are closing.
    init?(_ properties: [String: BusValue]) {
        guard properties["Class"]?.text?.hasPrefix("user") == true else { return nil }
        let isGraphical = properties["Type"]?.text.map { !Self.textTypes.contains($0) } ?? false
        guard properties["State"]?.text != "closing" else {
            guard !isGraphical else { return nil }
            self.init(isGraphical: false, isLeft: true)
            return
        }
        self.init(
            isGraphical: isGraphical, isLocked: properties["LockedHint"] == .bool(true),
            isIdle: properties["IdleHint"] == .bool(true))
    }
}
