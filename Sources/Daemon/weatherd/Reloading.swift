import Configuration
import Logging
import Platform
import SystemBus

/// Reloads the configuration on SIGHUP. On an error, it is logged and the old configuration stays active.
struct Reloading<C: Clock>: Service where C.Duration == Duration {
    let source: ConfigurationSource
    /// Signals since the daemon began to create its parts.
    let signals: AsyncStream<Int32>
    let notifier: Notifier
    let clock: C
    let logger: Logger
    /// Applies the new configuration.
    let adopt: @Sendable () -> Void

    func run() async {
        for await _ in signals {
            notifier.reloading()
            do throws(ConfigurationError) {
                try await source.reloadAside(on: clock)
                source.configuration.logWarnings(logger)
                adopt()
                logger.info("configuration reloaded")
            } catch {
                guard !Task.isCancelled else { return }
                logger.error("\(error.description); keeping the old configuration")
            }
            notifier.ready()
        }
    }
}

extension Configuration {
    /// Logs the settings that have no effect, and those that are not used because of an error.
    func logWarnings(_ logger: Logger) {
        for omission in omissions { logger.warning("\(omission); this setting is not used") }
        for notice in notices { logger.warning("\(notice)") }
    }
}
