import Foundation
import Testing

/// Whether the programs watch their own memory or threads, which takes several times the time and memory: `make sanitize`.
enum Sanitizer {
    static let isOn = ProcessInfo.processInfo.environment["WEATHERD_SANITIZED"] == "1"
}

extension Trait where Self == ConditionTrait {
    /// Leaves a test out of `make sanitize`, for what it measures, or does to the programs, is the sanitizer's own.
    static func unsanitized(_ reason: Comment) -> Self { .disabled(if: Sanitizer.isOn, reason) }
}
