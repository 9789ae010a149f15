import Foundation
import Testing

/// Whether the programs run under a memory or thread sanitizer, which multiplies time and memory: `make sanitize`.
enum Sanitizer {
    static let isOn = ProcessInfo.processInfo.environment["WEATHERD_SANITIZED"] == "1"
}

extension Trait where Self == ConditionTrait {
    /// Excludes a test from `make sanitize`, because the sanitizer changes what it measures.
    static func unsanitized(_ reason: Comment) -> Self { .disabled(if: Sanitizer.isOn, reason) }
}
