/// What is wrong with the configuration, and where.
struct ConfigurationError: Error, Hashable, CustomStringConvertible {
    enum Source: Hashable {
        /// `line`: from 1; nil when the whole file is meant.
        case file(path: String, line: Int?)
        case environment(variable: String)
    }

    var source: Source
    /// nil when no single key is at fault.
    var key: String?
    /// What is wrong and what is accepted, as one sentence without its period.
    var problem: String

    var description: String {
        let place =
            switch source {
            case .file(let path, let line): line.map { "\(path):\($0)" } ?? path
            case .environment(let variable): variable
            }
        return [place, key, problem].compactMap { $0 }.joined(separator: ": ").printable
    }
}

extension String {
    /// In one line, and with nothing in it that a terminal would act on: what stands in a file is repeated in its errors.
    var printable: String {
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
