import Glibc

/// How a name fits a query.
struct NameMatch {
    var fit: Fit
    var kind: Kind

    enum Fit {
        /// The query is the whole name.
        case whole
        /// The name begins with the query.
        case beginning
        /// The query's words are somewhere in the name. Only own names and translations are found so.
        case words
    }

    enum Kind {
        /// What the place is called: GeoNames' name, or the one in the user's language.
        case own
        /// The name in another language.
        case translated
        /// Any other name: former ones, transliterations, codes of airports.
        case other
    }

    /// Where the place stands among the results: the size of the place as the power of ten of its population, and so many powers
    /// more as the name fits better.
    ///
    /// So a village called Paris stays behind Paris, and Wiener Neustadt behind Vienna when "wien" is asked for, while York is
    /// before New York when it is "york". Below 1,000 inhabitants numbers are too uncertain to count.
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
