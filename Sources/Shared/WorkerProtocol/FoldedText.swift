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

extension String {
    /// Accented letters by their base letter, in lower case.
    static let accented: [(base: String, letters: String)] = [
        ("μ", "µ"),
        ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"),
        ("c", "çćĉċčḉ"),
        ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"),
        ("i", "ìíîïĩīĭįǐȉȋḭḯỉị"),
        ("n", "ñńņňǹṅṇṉṋ"),
        ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"),
        ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"),
        ("y", "ýÿŷȳẏẙỳỵỷỹ"),
        ("ss", "ß"),
        ("d", "ďḋḍḏḑḓ"),
        ("g", "ĝğġģǧǵḡ"),
        ("h", "ĥȟḣḥḧḩḫẖ"),
        ("j", "ĵǰ"),
        ("k", "ķǩḱḳḵ"),
        ("l", "ĺļľḷḹḻḽ"),
        ("ʼn", "ŉ"),
        ("r", "ŕŗřȑȓṙṛṝṟ"),
        ("s", "śŝşšſșṡṣṥṧṩẛ"),
        ("t", "ţťțṫṭṯṱẗ"),
        ("w", "ŵẁẃẅẇẉẘ"),
        ("z", "źżžẑẓẕ"),
        ("æ", "ǣǽ"),
        ("ʒ", "ǯ"),
        ("ø", "ǿ"),
        ("ι", "ίΐϊἰἱἲἳἴἵἶἷὶίιῐῑῒΐῖῗ"),
        ("ʹ", "ʹ"),
        ("α", "άἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ"),
        ("ε", "έϵἐἑἒἓἔἕὲέ"),
        ("η", "ήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ"),
        ("ο", "όὀὁὂὃὄὅὸό"),
        ("υ", "ύϋΰὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ"),
        ("ω", "ώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ"),
        ("σ", "ς"),
        ("β", "ϐ"),
        ("θ", "ϑ"),
        ("ϒ", "ϓϔ"),
        ("φ", "ϕ"),
        ("π", "ϖ"),
        ("κ", "ϰ"),
        ("ρ", "ϱῤῥ"),
        ("е", "ѐёӗ"),
        ("г", "ѓ"),
        ("і", "ї"),
        ("к", "ќ"),
        ("и", "ѝйӣӥ"),
        ("у", "ўӯӱӳ"),
        ("ѵ", "ѷ"),
        ("ж", "ӂӝ"),
        ("а", "ӑӓ"),
        ("ә", "ӛ"),
        ("з", "ӟ"),
        ("о", "ӧ"),
        ("ө", "ӫ"),
        ("э", "ӭ"),
        ("ч", "ӵ"),
        ("ы", "ӹ"),
        ("եւ", "և"),
        ("b", "ḃḅḇ"),
        ("f", "ḟ"),
        ("m", "ḿṁṃ"),
        ("p", "ṕṗ"),
        ("v", "ṽṿ"),
        ("x", "ẋẍ"),
        ("aʾ", "ẚ"),
        ("ff", "ﬀ"),
        ("fi", "ﬁ"),
        ("fl", "ﬂ"),
        ("ffi", "ﬃ"),
        ("ffl", "ﬄ"),
        ("st", "ﬅﬆ"),
        ("մն", "ﬓ"),
        ("մե", "ﬔ"),
        ("մի", "ﬕ"),
        ("վն", "ﬖ"),
        ("մխ", "ﬗ"),
    ]
}

/// Folds the words of many names quickly, by caching the result for each letter.
package struct WordFolder {
    private enum Letter {
        /// Part of a word: its UTF-8 bytes, and its last letter.
        case word([UInt8], last: Unicode.Scalar)
        /// A combining mark on the previous letter.
        case mark(Unicode.Scalar)
        case separator
    }

    private var letters: [Unicode.Scalar: Letter] = [:]

    package init() {}

    /// Appends the folded words of a UTF-8 name, separated by spaces, as `SearchQuery.words` and `folded` return them.
    package mutating func append(_ name: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        var isBetweenWords = false
        var base: Unicode.Scalar?
        func separate() {
            if isBetweenWords, bytes.count > start { bytes.append(UInt8(ascii: " ")) }
            isBetweenWords = false
        }
        for scalar in name.unicodeScalars {
            if scalar.isASCII {
                let lower = Self.lowercase(UInt8(scalar.value))
                guard let lower else {
                    (isBetweenWords, base) = (true, nil)
                    continue
                }
                separate()
                bytes.append(lower)
                base = scalar
                continue
            }
            switch letter(scalar) {
            case .separator: (isBetweenWords, base) = (true, nil)
            case .mark(let mark):
                if let base, base.carriesAccents { continue }
                separate()
                bytes.append(contentsOf: String(mark).utf8)
                base = mark
            case .word(let folded, let last):
                separate()
                bytes.append(contentsOf: folded)
                base = last
            }
        }
    }

    /// nil for a separator.
    private static func lowercase(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
        default: nil
        }
    }

    private mutating func letter(_ scalar: Unicode.Scalar) -> Letter {
        if let known = letters[scalar] { return known }
        let folded = String(scalar).folded
        let letter: Letter =
            if !scalar.isWordPart {
                .separator
            } else if scalar.isMark {
                .mark(scalar)
            } else if let last = folded.unicodeScalars.last {
                .word(Array(folded.utf8), last: last)
            } else {
                .separator
            }
        letters[scalar] = letter
        return letter
    }
}
