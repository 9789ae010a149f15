import Weather

extension AlertPart {
    /// Why the warnings of the country are missing: `DE: api.brightsky.dev returned HTTP 500`.
    var problem: String { "\(country.plain(limit: 10)): \(failure?.sentence ?? "")" }

    /// `bright-sky (DE)`, or why there are none, as in `status`.
    var status: String {
        let code = country.plain(limit: 10)
        let source = report.map { "\($0.provider.id.plain(limit: 40)) (\(code))" }
        guard let failure else { return source ?? code }
        return source.map { "\($0) not updated: \(failure.sentence)" } ?? "none of \(code): \(failure.sentence)"
    }

    var json: JSON {
        .object([
            ("country", .string(country)), ("provider", .optional(report?.provider.id)),
            ("attribution", .optional(report?.provider.attribution)),
            ("errorCode", .optional(failure?.code.rawValue)), ("error", .optional(failure?.sentence)),
        ])
    }
}
