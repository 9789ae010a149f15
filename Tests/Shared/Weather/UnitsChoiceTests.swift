import Testing
import Weather

@Suite struct UnitsChoiceTests {
    @Test func systems() throws {
        #expect(try UnitsChoice(words: ["metric"]).applied(to: .imperial) == .metric)
        #expect(try UnitsChoice(words: ["IMPERIAL"]).applied(to: .metric) == .imperial)
        #expect(try UnitsChoice(words: [String]()) == UnitsChoice())
    }

    @Test func unitsAreSetOneByOne() throws {
        let units = try UnitsChoice(words: ["wind=kn", "Temperature=F", "pressure=inHg"]).applied(to: .metric)
        var expected = Units.metric
        expected.wind = .knots
        expected.temperature = .fahrenheit
        expected.pressure = .inchesOfMercury
        #expect(units == expected)
    }

    @Test func laterChoiceWins() throws {
        #expect(try UnitsChoice(words: ["wind=kn", "wind=bft"]).wind == .beaufort)
        #expect(try UnitsChoice(words: ["imperial", "wind=kn"]).wind == .knots)
        #expect(try UnitsChoice(words: ["wind=kn", "imperial"]).wind == .milesPerHour)
    }

    @Test func everyUnitHasASpelling() throws {
        for word in Units.Temperature.allCases.map({ "temperature=\($0.rawValue)" })
            + Units.Wind.allCases.map({ "wind=\($0.rawValue)" })
            + Units.Pressure.allCases.map({ "pressure=\($0.rawValue)" })
            + Units.Precipitation.allCases.map({ "precipitation=\($0.rawValue)" })
            + Units.Distance.allCases.map({ "distance=\($0.rawValue)" })
        {
            #expect(try UnitsChoice(words: [word]) != UnitsChoice())
        }
    }

    @Test func overlaid() throws {
        let below = try UnitsChoice(words: ["wind=kn", "distance=mi"])
        let above = try UnitsChoice(words: ["wind=ms"])
        #expect(below.overlaid(by: above) == (try UnitsChoice(words: ["wind=ms", "distance=mi"])))
        #expect(below.overlaid(by: UnitsChoice()) == below)
    }

    @Test(arguments: ["temperature=f", "wind=kn", "pressure=inhg", "precipitation=in", "distance=mi"])
    func everyQuantityIsOverlaid(word: String) throws {
        let choice = try UnitsChoice(words: [word])
        #expect(UnitsChoice().overlaid(by: choice) == choice)
        #expect(choice.overlaid(by: UnitsChoice()) == choice)
        #expect(try UnitsChoice(words: ["metric"]).overlaid(by: choice) == UnitsChoice(words: ["metric", word]))
    }

    @Test(arguments: [
        ("temperature=°C", "temperature=c"), ("temperature=Fahrenheit", "temperature=f"),
        ("temperature=° F", "temperature=f"), ("wind=km/h", "wind=kmh"), ("wind=KMH", "wind=kmh"),
        ("wind=m/s", "wind=ms"), ("wind=Bft", "wind=bft"), ("wind=knots", "wind=kn"), ("wind=kt", "wind=kn"),
        ("pressure=hPa", "pressure=hpa"), ("pressure=mbar", "pressure=hpa"), ("pressure=inHg", "pressure=inhg"),
        ("precipitation=inches", "precipitation=in"), ("distance=Miles", "distance=mi"), ("C", "temperature=c"),
        ("°F", "temperature=f"), ("kt", "wind=kn"), ("Km/H", "wind=kmh"), ("mb", "pressure=hpa"),
        ("in", "precipitation=in"), ("mi", "distance=mi"),
    ])
    func spellings(word: String, plain: String) throws {
        #expect(try UnitsChoice(words: [word]) == UnitsChoice(words: [plain]))
    }

    /// A unit needs no quantity, so it must belong to only one.
    @Test func noSpellingIsAmbiguous() {
        func spellings<Unit: SpelledUnit>(_: Unit.Type) -> [String] {
            Unit.allCases.flatMap { [$0.rawValue] + $0.otherSpellings }
        }
        let all =
            spellings(Units.Temperature.self) + spellings(Units.Wind.self) + spellings(Units.Pressure.self)
            + spellings(Units.Precipitation.self) + spellings(Units.Distance.self)
        #expect(Set(all).count == all.count)
    }

    @Test(arguments: [
        ("furlongs", "furlongs", "metric, imperial, or a unit such as kn or wind=kn"),
        ("", "", "metric, imperial, or a unit such as kn or wind=kn"),
        ("wind=warp", "warp", "wind in ms, kmh, mph, kn, bft"), ("wind=", "", "wind in ms, kmh, mph, kn, bft"),
        ("wind=kn=kn", "kn=kn", "wind in ms, kmh, mph, kn, bft"),
        ("humidity=%", "humidity", "temperature, wind, pressure, precipitation, distance"),
        ("=kn", "", "temperature, wind, pressure, precipitation, distance"),
    ])
    func unknown(word: String, named: String, accepted: String) {
        let error = #expect(throws: UnitsChoice.UnknownUnit.self) { try UnitsChoice(words: ["wind=kn", word]) }
        #expect(error?.word == named)
        #expect(error?.accepted == accepted)
    }
}
