import Logging
import ServiceLifecycle
import Systemd
import UnixSignals

/// Reads the configuration anew at each SIGHUP. A mistake in it is told, and the old one stays in force.
struct Reloading: Service {
    let source: ConfigurationSource
    /// Those that came since the daemon began to build its parts.
    let signals: UnixSignalsSequence
    let notifier: Notifier
    let logger: Logger
    /// Hands on what is new.
    let adopt: @Sendable () -> Void

    func run() async {
        await cancelWhenGracefulShutdown {
            for await _ in signals {
                notifier.reloading()
                do throws(ConfigurationError) {
                    try await source.reloadAside()
                    for notice in source.configuration.notices { logger.warning("\(notice)") }
                    adopt()
                    logger.info("configuration reloaded")
                } catch {
                    logger.error("\(error.description); the old configuration stays in force")
                }
                notifier.ready()
            }
        }
    }
}
