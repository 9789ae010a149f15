extension String {
    /// Without accents and capitals, as names are compared: `São` and `sao` are one. Accents are taken from letters of the
    /// Latin, the Greek and the Cyrillic script; those of others tell letters apart.
    package var folded: String {
        let lowered = lowercased()
        guard !lowered.utf8.allSatisfy({ $0 < 0x80 }) else { return lowered }
        var result = String.UnicodeScalarView()
        var base: Unicode.Scalar?
        for scalar in lowered.unicodeScalars {
            if let base, base.value < Self.endOfCyrillic, scalar.isMark { continue }
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

    private static let endOfCyrillic: UInt32 = 0x510

    /// What each letter with an accent, and each ligature, becomes: the first letter of its canonical decomposition, or its
    /// case folding, by the Unicode Character Database.
    private static let folds: [Unicode.Scalar: String] = {
        var folds: [Unicode.Scalar: String] = [:]
        for (base, letters) in accented { for letter in letters.unicodeScalars { folds[letter] = base } }
        return folds
    }()
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }
}
