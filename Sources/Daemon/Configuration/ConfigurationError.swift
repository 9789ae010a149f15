/// A configuration error and its source.
public struct ConfigurationError: Error, Hashable, CustomStringConvertible {
    public enum Source: Hashable, Sendable {
        /// `line`: from 1; nil for the whole file.
        case file(path: String, line: Int?)
        case environment(variable: String)

        /// Sorts by line, with the whole file first and the environment last.
        var order: Int {
            switch self {
            case .file(_, let line): line ?? 0
            case .environment: .max
            }
        }
    }

    public var source: Source
    /// nil when the error has no single key.
    public var key: String?
    /// The error and the accepted values, as one sentence without its period.
    public var problem: String

    /// Without the file or the variable.
    var keyAndProblem: String {
        [key, problem.withShortQuotations].compactMap { $0 }.joined(separator: ": ").printable
    }

    public var description: String {
        let place =
            switch source {
            case .file(let path, let line): line.map { "\(path):\($0)" } ?? path
            case .environment(let variable): variable
            }
        return [place, key, problem.withShortQuotations].compactMap { $0 }.joined(separator: ": ").printable
    }
}

extension String {
    /// The most characters of a quoted value.
    private static let longestQuotation = 200

    /// With the beginnings of long values, which are in double quotation marks.
    fileprivate var withShortQuotations: String {
        guard unicodeScalars.count > Self.longestQuotation else { return self }
        let parts = split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        return parts.map { index, part in
            let isLong = !index.isMultiple(of: 2) && part.unicodeScalars.count > Self.longestQuotation
            return isLong ? String(part.unicodeScalars.prefix(Self.longestQuotation)) + "…" : String(part)
        }.joined(separator: "\"")
    }

    /// On one line, with control characters replaced, since errors quote the file.
    public var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
                    default: scalar.properties.isBidiControl ? "\u{FFFD}" : scalar
                    }
                }))
    }
}
