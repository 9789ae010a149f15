import Glibc

/// How a name matches a query.
struct NameMatch {
    var fit: Fit
    var kind: Kind

    enum Fit {
        /// The query is the whole name.
        case whole
        /// The name begins with the query.
        case beginning
        /// The query's words occur in the name. Only for own names and translations.
        case words
    }

    enum Kind {
        /// GeoNames' name, or the one in the user's language.
        case own
        /// The name in another language.
        case translated
        /// Any other name: former names, transliterations, airport codes.
        case other
    }

    /// The rank among the results: the decimal logarithm of the population, plus a bonus for a closer match.
    ///
    /// So a village called Paris ranks below Paris, and "wien" finds Vienna before Wiener Neustadt, while "york" finds
    /// York before New York. Below 1,000 inhabitants, figures are too uncertain to count.
    func score(population: Int) -> Double {
        let bonus =
            switch (fit, kind) {
            case (.whole, .own): 2.5
            case (.whole, .translated): 1.25
            case (.beginning, .own): 1.0
            case (.whole, .other): 0.75
            case (.words, .own): 0.0
            case (.beginning, .translated): -0.75
            case (.words, .translated), (.words, .other): -1.5
            case (.beginning, .other): -2.0
            }
        return log10(Double(max(1000, population))) + bonus
    }
}
