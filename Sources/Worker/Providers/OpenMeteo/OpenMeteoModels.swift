/// The answer for several models, in which each variable has a column per model: `temperature_2m_gfs_seamless`.
extension OpenMeteoAnswer {
    /// One column per variable: in each row the value of the first model that has one. Without quarter hours, unless their
    /// areas are known.
    ///
    /// - Parameter models: as requested, in the order of preference; empty for the service's choice.
    func merging(_ models: [String]) -> OpenMeteoAnswer {
        var answer = self
        if !OpenMeteo.hasQuarterHours(of: models) { answer.quarterHourly = OpenMeteoTable(columns: [:], units: [:]) }
        guard models.count > 1 else { return answer }
        answer.current.merge(OpenMeteo.current, models)
        answer.hourly.merge(OpenMeteo.hourly, models)
        answer.daily.merge(OpenMeteo.daily, models)
        answer.quarterHourly.merge(OpenMeteo.quarterHourly, models)
        return answer
    }
}

extension OpenMeteoTable {
    fileprivate mutating func merge(_ variables: [String], _ models: [String]) {
        var parts: [String: [(rank: Int, name: String)]] = [:]
        for name in columns.keys {
            // `precipitation_probability_…` is not a `precipitation_…`.
            let candidates = variables.filter { name.hasPrefix($0 + "_") }
            guard columns[name] != nil, !variables.contains(name),
                let variable = candidates.max(by: { $0.count < $1.count })
            else { continue }
            let model = String(name.dropFirst(variable.count + 1))
            parts[variable, default: []].append((Self.rank(of: model, in: models), name))
        }
        for (variable, columns) in parts where self.columns[variable] == nil {
            merge(columns.sorted { $0 < $1 }.map(\.name), to: variable)
        }
    }

    /// The position of a model in the request. The service answers with its present name of a model, which ends with the
    /// former one (`gfs_seamless` is `ncep_gfs_seamless`); one with another name comes last.
    private static func rank(of model: String, in models: [String]) -> Int {
        models.firstIndex { $0 == model || model.hasSuffix("_" + $0) || $0.hasSuffix("_" + model) } ?? models.count
    }

    /// - Parameter names: of the columns, in the order of preference. Those with another unit than the first that has
    ///   values are left out; a model without the variable has the unit `undefined`.
    private mutating func merge(_ names: [String], to variable: String) {
        var merged: [Value] = []
        var unit: Unit?
        for name in names {
            guard let column = columns[name], column.values.contains(where: \.isKnown) else { continue }
            if merged.isEmpty {
                (merged, unit) = (column.values, units[name])
            } else if units[name]?.name == unit?.name {
                for (index, value) in column.values.enumerated() where index < merged.count && !merged[index].isKnown {
                    merged[index] = value
                }
            }
        }
        guard !merged.isEmpty else { return }
        columns[variable] = Column(values: merged)
        units[variable] = unit
    }
}

extension OpenMeteoTable.Value {
    fileprivate var isKnown: Bool {
        if case .missing = self { false } else { true }
    }
}
