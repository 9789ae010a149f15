import Testing

@testable import WorkerProtocol

struct HomeTests {
    @Test(
        arguments: [
            ("pt_BR.UTF-8", "BR", "PT"), ("pt", nil, "BR"), ("it_IT", "IT", "CH"), ("de-AT", "AT", "DE"),
            ("en_ZA", "ZA", "US"),
            ("C", nil, "US"), ("", nil, "US"), ("zh-Hant-TW", "TW", "CN"), ("sv_SE", "SE", "SE"),
            ("nl_NL@euro", "NL", "BE"),
        ] as [(String, String?, String)])
    func countries(locale: String, country: String?, other: String) {
        let home = Home(locale: locale)
        #expect(home.country == country && home.countries.contains(other))
        #expect(country.map(home.countries.contains) ?? true)
    }

    @Test(
        arguments: [
            (["OSL"], "OSL", true, false), (["osl"], "OSL", false, false), (["EDDF"], "EDDF", true, false),
            (["airport", "RHO"], "RHO", true, true), (["rho", "Airport"], "RHO", false, true),
            (["Aéroport", "NCE"], "NCE", true, true),
        ])
    func airportCode(words: [String], code: String, isInCapitals: Bool, isNamedAirport: Bool) throws {
        let query = try #require(AirportQuery(words))
        #expect(query.code == code && query.isInCapitals == isInCapitals && query.isNamedAirport == isNamedAirport)
    }

    @Test(arguments: [
        ["Oslo", "Airport", "OSL"], ["OS"], ["OSLOO"], ["Ås3"], ["airport"], ["airport", "airport"], ["O", "SL"], [],
    ])
    func otherWordsAreNoCode(words: [String]) {
        #expect(AirportQuery(words) == nil)
    }

    @Test(
        arguments: [
            ("St Gallen", "Sankt Gallen"), ("Saint Louis", "St. Louis"), ("S. Paulo", "São Paulo"),
            ("Ste Foy", "Sainte-Foy"),
            ("Sta Cruz", "Santa Cruz"), ("Sint Niklaas", "St. Niklaas"), ("Św. Katarzyna", "Święta Katarzyna"),
            ("Sv. Nikola", "Sveti Nikola"),
            ("Ft Worth", "Fort Worth"), ("Mt Vernon", "Mount Vernon"), ("堺", "堺市"), ("鎌倉", "鎌倉市"),
            ("St Gallen", "St. Gallen"),
        ])
    func spelling(text: String, name: String) throws {
        #expect(try SearchQuery(text).isSpelling(of: name))
    }

    /// Words for "saint" in other languages are the same only if nothing else is found.
    @Test func otherLanguagesAreLenient() throws {
        let query = try SearchQuery("Saint Gallen")
        #expect(!query.isSpelling(of: "Sankt Gallen"))
        #expect(try #require(query.lenient).isSpelling(of: "Sankt Gallen"))
        #expect(try SearchQuery("New York").lenient == nil)
        #expect(try !SearchQuery("San Jose").isSpelling(of: "Santa Jose") && !SearchQuery("堺").isSpelling(of: "堺東"))
        #expect(try !SearchQuery("東京区").isSpelling(of: "東京区市"))
    }
}
