import Foundation

/// Exit tests hang beside tests that leave children unreaped, so `make test` runs them in a separate process.
enum ExitTests {
    static let areEnabled = ProcessInfo.processInfo.environment["WEATHERD_EXIT_TESTS"] != nil
    static let absence = "WEATHERD_EXIT_TESTS is not set"
}
