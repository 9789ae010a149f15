public import Weather

extension ReportGap {
    /// What is missing: `the last days`, `soil_temperature_0cm`, `the model icon_d3 of open-meteo.models`.
    public var part: String {
        switch self {
        case .failed(let part, _): part.plain(limit: 40)
        case .unknown(let name, _): name.setting == nil ? name.text.plain(limit: 64) : name.words
        }
    }

    /// Why, without a period.
    public var reason: String {
        switch self {
        case .failed(_, let failure): failure.sentence
        case .unknown(_, let host): "\(host.plain(limit: 80)) does not know it"
        }
    }
}

extension UnknownName {
    /// The name with its kind: `the variable soil_temperature_0cm`.
    var words: String {
        let text = text.plain(limit: 64)
        guard value != nil else { return "the parameter \(text)" }
        return setting.map { "the model \(text) of \($0)" } ?? "the variable \(text)"
    }
}
