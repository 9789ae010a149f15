import DaemonConfiguration
import Glibc
import Keeping
import Logging
import Platform
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

    static let now: @Sendable () -> UnixTime = { UnixTime(time(nil)) }

    /// The active configuration.
    var configuration: Configuration { source.configuration }
}
