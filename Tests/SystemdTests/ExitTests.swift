import Foundation

/// Exit tests hang next to tests that leave a child unreaped, so `make test` runs them in a process of their own.
enum ExitTests {
    static let areEnabled = ProcessInfo.processInfo.environment["WEATHERD_EXIT_TESTS"] != nil
    static let absence = "WEATHERD_EXIT_TESTS is not set"
}
