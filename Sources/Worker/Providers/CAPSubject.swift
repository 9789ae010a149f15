import Weather

// What a message is about decides whether it is a warning, besides its status: tests, and dangers that are not natural.

extension CAPInfo {
    /// The categories of CAP that are neither weather nor caused by it. They count if their text names such a danger; a word
    /// that CAP does not have excludes nothing.
    private static let others: Set<String> = [
        "safety", "security", "rescue", "transport", "infra", "cbrne", "other",
    ]

    /// Whether it is about a natural danger, or may be.
    var isNatural: Bool {
        if categories.isEmpty || !Self.others.isSuperset(of: categories) || kind != .other { return true }
        return isWithoutCause && Alert.Kind(words: [description, instruction]) != .other
    }

    /// Whether it says what to do and not of what it warns, which only the text below tells: an evacuation may be for a fire.
    private var isWithoutCause: Bool {
        let words = (event ?? "").lowercased().split { !$0.isLetter }.joined(separator: " ")
        return sameCodes.contains(where: ["EVI", "EVA", "SPW", "LAE", "CEM", "CDW"].contains)
            || responses.contains { ["evacuate", "shelter"].contains($0.lowercased()) }
            || ["evacuat", "shelter", "local area emergency", "civil emergency", "civil danger"].contains(
                where: words.hasPrefix)
    }

    /// Whether its codes or its name mark it as a test: product class `T` of VTEC, the events `TEST-WARNUNG` (98) and
    /// `TEST-UNWETTERWARNUNG` (99) of Deutscher Wetterdienst, those of the Canadian profile and of SAME.
    var isTest: Bool {
        func values(_ isList: (String) -> Bool) -> [String] {
            eventCodes.filter { isList($0.name.lowercased()) }.map(\.value)
        }
        return vtec.contains { $0.productClass.uppercased() == "T" }
            || values { $0 == "ii" }.contains { ["98", "99"].contains($0) }
            || values { $0.hasPrefix("profile:cap-cp:event") }.contains { $0.lowercased() == "testmessage" }
            || sameCodes.contains(where: Self.sameTests.contains)
            || event?.isNameOfTest ?? false || headline?.beginsWithTest ?? false
    }

    private var sameCodes: [String] {
        eventCodes.filter { ["same", "nationalweatherservice"].contains($0.name.lowercased()) }
            .map { $0.value.uppercased() }
    }

    /// Tests, demonstrations, and messages about the network itself (47 CFR 11.31 (e); NWS Instruction 10-1712).
    private static let sameTests: Set<String> = [
        "RWT", "RMT", "NPT", "NST", "NAT", "DMO", "TST", "NIC", "NMN", "EAT", "TXB", "TXF", "TXO", "TXP",
    ]
}

extension String {
    /// Whether it names a test instead of an event: `Required Weekly Test`, `Practice/Demo Warning`, `Test Message`.
    public var isNameOfTest: Bool {
        let words = lowercased().split { !$0.isLetter }.map(String.init)
        guard let first = words.first, let last = words.last else { return false }
        return Self.networkMessages.contains(words.joined(separator: " ")) || Self.tests.contains(first)
            || Self.tests.contains(last) || Self.exercises.contains(last) || beginsWithTest
    }

    /// Whether its first word is a test's in German, whose authorities name the test only in the headline.
    fileprivate var beginsWithTest: Bool {
        let word = prefix(100).lowercased().split { !$0.isLetter }.first ?? ""
        return ["probealarm", "probewarn", "testwarn", "testalarm", "testmeldung"].contains(where: word.hasPrefix)
    }

    /// As the first or the last word.
    private static let tests: Set<String> = [
        "test", "tests", "teste", "testes", "prueba", "pruebas", "essai", "essais", "тест", "testvarsel", "testmelding",
        "testimeddelande", "測試", "测试", "テスト", "시험",
    ]

    /// As the last word.
    private static let exercises: Set<String> = [
        "exercise", "drill", "demo", "exercice", "ejercicio", "simulacro", "esercitazione", "exercício", "übung",
        "oefening", "övning", "øvelse", "harjoitus", "ćwiczenia", "cvičení", "тренировка", "навчання", "演習", "演练",
        "prova",
    ]

    /// The names of demonstrations and of messages about the network (47 CFR 11.31 (e)).
    private static let networkMessages: Set<String> = [
        "practice demo warning", "network message notification", "national information center",
        "emergency action termination", "transmitter carrier off", "transmitter carrier on", "transmitter backup on",
        "transmitter primary on",
    ]
}
