import DaemonConfiguration
import Lifecycle
import Logging
import Systemd

/// Reloads the configuration on SIGHUP. On an error, it is logged and the old configuration stays active.
struct Reloading: Service {
    let source: ConfigurationSource
    /// Signals since the daemon began to create its parts.
    let signals: AsyncStream<Int32>
    let notifier: Notifier
    let logger: Logger
    /// Applies the new configuration.
    let adopt: @Sendable () -> Void

    func run() async {
        for await _ in signals {
            notifier.reloading()
            do throws(ConfigurationError) {
                try await source.reloadAside()
                for notice in source.configuration.notices { logger.warning("\(notice)") }
                adopt()
                logger.info("configuration reloaded")
            } catch {
                logger.error("\(error.description); keeping the old configuration")
            }
            notifier.ready()
        }
    }
}
