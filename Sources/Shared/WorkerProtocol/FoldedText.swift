extension String {
    /// Without accents and case, for comparing names: `São` and `sao` are equal. Only in the Latin, Greek and Cyrillic
    /// scripts; in other scripts, marks distinguish letters.
    package var folded: String {
        let lowered = lowercased()
        guard !lowered.utf8.allSatisfy({ $0 < 0x80 }) else { return lowered }
        var result = String.UnicodeScalarView()
        var base: Unicode.Scalar?
        for scalar in lowered.unicodeScalars {
            if let base, base.carriesAccents, scalar.isMark { continue }
            if let letters = Self.folds[scalar] {
                result.append(contentsOf: letters.unicodeScalars)
                base = letters.unicodeScalars.last
            } else {
                result.append(scalar)
                base = scalar
            }
        }
        return String(result)
    }

    /// The folding of each accented letter and ligature: the first letter of its canonical decomposition, or its case
    /// folding, from the Unicode Character Database.
    private static let folds: [Unicode.Scalar: String] = {
        var folds: [Unicode.Scalar: String] = [:]
        for (base, letters) in accented { for letter in letters.unicodeScalars { folds[letter] = base } }
        return folds
    }()
}

extension Unicode.Scalar {
    /// Whether it belongs to a script that uses diacritics as accents: Latin, Greek, Cyrillic.
    var carriesAccents: Bool { value < Self.endOfCyrillic }

    private static let endOfCyrillic: UInt32 = 0x510

    var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }
}
