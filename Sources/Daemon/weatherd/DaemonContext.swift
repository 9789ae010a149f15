import Configuration
import Logging
import Platform
import Store
import Weather

/// What the services of the daemon share.
struct DaemonContext: Sendable {
    let source: ConfigurationSource
    let directories: Directories
    /// The environment of the daemon, unmodified.
    let environment: [String: String]
    let store: Store
    let logger: Logger
    let clock = BootTimeClock()
    let now: @Sendable () -> UnixTime = DaemonContext.now

    static let now: @Sendable () -> UnixTime = { moment().wall }

    /// The present moment by both clocks.
    static let moment: @Sendable () -> Moment = {
        let (wall, uptime) = SystemClocks.read()
        return Moment(wall: UnixTime(wall), uptime: uptime, boot: SystemClocks.boot)
    }

    /// The active configuration.
    var configuration: Configuration { source.configuration }
}
