import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

/// "Town, XX" with the codes of ISO 3166-2.
@Suite(.enabled(if: BuiltGazetteer.path != nil, BuiltGazetteer.absence), .timeLimit(.minutes(20)))
struct RegionCodeTests {
    private let gazetteer: Gazetteer

    init() throws {
        let path = try #require(BuiltGazetteer.path)
        gazetteer = Gazetteer(GazetteerFiles(installed: path))
    }

    private func resolve(_ text: String, _ language: String) throws -> CityResolution {
        try gazetteer.resolve(try SearchQuery(text), language: language)
    }

    private func expect(_ towns: [String], in country: String, _ language: String) throws {
        for town in towns {
            let resolution = try resolve(town, language)
            #expect(resolution.only?.locality.countryCode == country, "\(town): \(resolution)")
        }
    }

    @Test func statesOfBrazil() throws {
        let capitals = [
            "Rio Branco, AC", "Maceió, AL", "Macapá, AP", "Manaus, AM", "Salvador, BA", "Fortaleza, CE", "Brasília, DF",
            "Vitória, ES",
            "Goiânia, GO", "São Luís, MA", "Cuiabá, MT", "Campo Grande, MS", "Belo Horizonte, MG", "Belém, PA",
            "João Pessoa, PB",
            "Curitiba, PR", "Recife, PE", "Teresina, PI", "Rio de Janeiro, RJ", "Natal, RN", "Porto Alegre, RS",
            "Porto Velho, RO",
            "Boa Vista, RR", "Florianópolis, SC", "São Paulo, SP", "Aracaju, SE", "Palmas, TO", "Vitória - ES",
            "Santos/SP",
        ]
        for language in ["pt_BR", "pt"] { try expect(capitals, in: "BR", language) }
    }

    @Test func provincesOfItaly() throws {
        let towns = [
            "Agrigento, AG", "Alessandria, AL", "Ancona, AN", "Aosta, AO", "L'Aquila, AQ", "Arezzo, AR",
            "Ascoli Piceno, AP", "Asti, AT",
            "Avellino, AV", "Bari, BA", "Barletta, BT", "Belluno, BL", "Benevento, BN", "Bergamo, BG", "Biella, BI",
            "Bologna, BO",
            "Bolzano, BZ", "Brescia, BS", "Brindisi, BR", "Cagliari, CA", "Campobasso, CB", "Caserta, CE",
            "Catania, CT", "Catanzaro, CZ",
            "Chieti, CH", "Como, CO", "Cosenza, CS", "Cremona, CR", "Crotone, KR", "Cuneo, CN", "Enna, EN", "Fermo, FM",
            "Ferrara, FE",
            "Firenze, FI", "Foggia, FG", "Forlì, FC", "Frosinone, FR", "Genova, GE", "Gorizia, GO", "Grosseto, GR",
            "Imperia, IM",
            "Isernia, IS", "La Spezia, SP", "Latina, LT", "Lecce, LE", "Lecco, LC", "Livorno, LI", "Lodi, LO",
            "Lucca, LU",
            "Macerata, MC", "Mantova, MN", "Massa, MS", "Matera, MT", "Messina, ME", "Milano, MI", "Modena, MO",
            "Monza, MB", "Napoli, NA",
            "Novara, NO", "Nuoro, NU", "Oristano, OR", "Padova, PD", "Palermo, PA", "Parma, PR", "Pavia, PV",
            "Perugia, PG", "Pesaro, PU",
            "Pescara, PE", "Piacenza, PC", "Pisa, PI", "Pistoia, PT", "Pordenone, PN", "Potenza, PZ", "Prato, PO",
            "Ragusa, RG",
            "Ravenna, RA", "Reggio Calabria, RC", "Reggio Emilia, RE", "Rieti, RI", "Rimini, RN", "Roma, RM",
            "Rovigo, RO", "Salerno, SA",
            "Sassari, SS", "Savona, SV", "Siena, SI", "Siracusa, SR", "Sondrio, SO", "Taranto, TA", "Teramo, TE",
            "Terni, TR", "Torino, TO",
            "Trapani, TP", "Trento, TN", "Treviso, TV", "Trieste, TS", "Udine, UD", "Varese, VA", "Venezia, VE",
            "Verbania, VB",
            "Vercelli, VC", "Verona, VR", "Vibo Valentia, VV", "Vicenza, VI", "Viterbo, VT", "Rho (MI)", "Milano (MI)",
        ]
        try expect(towns, in: "IT", "it_IT")
        #expect(try resolve("Milano, MI", "en_US").only?.locality.countryCode == "IT")
    }

    @Test func statesOfGermanyAndIndia() throws {
        try expect(
            [
                "Stuttgart, BW", "München, BY", "Berlin, BE", "Potsdam, BB", "Bremen, HB", "Hamburg, HH",
                "Wiesbaden, HE", "Schwerin, MV",
                "Hannover, NI", "Köln, NW", "Köln, NRW", "Mainz, RP", "Saarbrücken, SL", "Dresden, SN", "Magdeburg, ST",
                "Kiel, SH",
                "Erfurt, TH",
            ], in: "DE", "de_DE")
        try expect(
            [
                "Hyderabad, TG", "Hyderabad, TS", "Mumbai, MH", "Chennai, TN", "Bengaluru, KA", "Kolkata, WB",
                "Jaipur, RJ", "Lucknow, UP",
                "Bhopal, MP", "Patna, BR", "Bhubaneswar, OR", "Bhubaneswar, OD", "Panaji, GA", "Ahmedabad, GJ",
                "Shimla, HP", "Ranchi, JH",
                "Kochi, KL", "Dehradun, UK", "Dehradun, UT", "Raipur, CG", "Raipur, CT", "Leh, LA", "Imphal, MN",
            ], in: "IN", "en_IN")
    }

    @Test func statesOfOtherCountries() throws {
        try expect(["Lyon, 69", "Paris, 75", "Ajaccio, 2A", "Lyon, ARA"], in: "FR", "fr_FR")
        try expect(["Zürich, ZH", "Genève, GE", "Bern, BE", "Lugano, TI"], in: "CH", "de_CH")
        try expect(["Sydney, NSW", "Perth, WA", "Hobart, TAS", "Darwin, NT", "Adelaide, SA"], in: "AU", "en_AU")
        try expect(["London, ON", "Victoria, BC", "Québec, QC", "Halifax, NS"], in: "CA", "en_CA")
        try expect(["Córdoba, CO", "Bilbao, BI", "Barcelona, B", "Valencia, V"], in: "ES", "es_ES")
        try expect(["Guadalajara, JAL", "Monterrey, NLE", "Mexico City, CDMX"], in: "MX", "es_MX")
        try expect(["Galway, G", "Cork, CO", "Dublin, D"], in: "IE", "en_IE")
        try expect(["Amsterdam, NH", "Rotterdam, ZH"], in: "NL", "nl_NL")
        try expect(["Guangzhou, GD", "Hangzhou, ZJ"], in: "CN", "zh_CN")
    }

    /// A code is first of the user's own country, then of a country with their language; otherwise it is ambiguous.
    @Test(
        arguments: [
            ("Vitória, ES", "pt_BR", "BR"), ("Vitoria, ES", "es_ES", "ES"), ("Vitória, ES", "pt_PT", "BR"),
            ("Vitória, ES", "en_US", nil),
            ("Milan, MI", "en_US", "US"), ("Milan, MI", "it_IT", "IT"), ("Milan, MI", "de_DE", nil),
            ("Milan, MI", "C", "US"),
            ("Milano, MI", "en_US", "IT"), ("Perth, WA", "en_US", "AU"), ("Windsor, CA", "en_US", "US"),
            ("Toronto, CA", "en_US", "CA"),
            ("Berlin, DE", "en_US", "DE"), ("Portland, OR", "it_IT", "US"), ("Roma, RM", "en_US", "IT"),
            ("Milano, MI, Italia", "de", "IT"),
            ("Milan, MI, USA", "it_IT", "US"), ("Barcelona, ES", "pt_BR", "ES"), ("Springfield, MO", "pt_BR", "US"),
        ] as [(String, String, String?)])
    func ownCountryComesFirst(text: String, language: String, country: String?) throws {
        let resolution = try resolve(text, language)
        #expect(resolution.only?.locality.countryCode == country, "\(resolution)")
        if country == nil, case .several(let cities) = resolution {
            #expect(Set(cities.map(\.locality.countryCode)).count > 1)
        } else {
            #expect(country != nil, "\(resolution)")
        }
    }

    @Test func unknownCodeFindsNothing() throws {
        #expect(try gazetteer.search(SearchQuery("Paris, QZ"), language: "en_US").isEmpty)
        #expect(
            try gazetteer.search(SearchQuery("Oslo, TX"), language: "en_US").allSatisfy { $0.locality.name != "Oslo" })
    }
}
