import Testing
import Weather

@testable import Languages
@testable import Rendering

@Suite struct NumberTests {
    private func plain(_ text: String) -> String {
        text.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
    }

    /// The degree sign follows its number without a space where CLDR has it so; all other units follow a space.
    @Test(arguments: [
        (Language.english, "17.6°C", "63%", "1,270,737", "3.9 m/s", "1015 hPa", "2.4 km"),
        (.spanish, "17,6 °C", "63 %", "1.270.737", "3,9 m/s", "1015 hPa", "2,4 km"),
        (.italian, "17,6 °C", "63%", "1.270.737", "3,9 m/s", "1015 hPa", "2,4 km"),
        (.russian, "17,6 °C", "63 %", "1 270 737", "3,9 м/с", "1015 гПа", "2,4 км"),
        (.german, "17,6 °C", "63 %", "1.270.737", "3,9 m/s", "1015 hPa", "2,4 km"),
        (.french, "17,6 °C", "63 %", "1 270 737", "3,9 m/s", "1015 hPa", "2,4 km"),
        (.portuguese, "17,6 °C", "63%", "1.270.737", "3,9 m/s", "1015 hPa", "2,4 km"),
        (.europeanPortuguese, "17,6 °C", "63%", "1 270 737", "3,9 m/s", "1015 hPa", "2,4 km"),
        (.polish, "17,6 °C", "63%", "1 270 737", "3,9 m/s", "1015 hPa", "2,4 km"),
        (.ukrainian, "17,6 °C", "63%", "1 270 737", "3,9 м/с", "1015 гПа", "2,4 км"),
        (.japanese, "17.6°C", "63%", "1,270,737", "3.9 m/s", "1015 hPa", "2.4 km"),
        (.chinese, "17.6°C", "63%", "1,270,737", "3.9 m/s", "1015 hPa", "2.4 km"),
    ])
    func quantities(
        _ language: Language, temperature: String, percent: String, people: String, wind: String, pressure: String,
        distance: String
    ) {
        var style = Style(language: language)
        style.units.wind = .metersPerSecond
        #expect(plain(style.temperature(17.64, decimals: 1)) == temperature)
        #expect(plain(style.percent(63)) == percent)
        #expect(plain(1_270_737.grouped(by: style.words.groupSign)) == people)
        #expect(style.wind(3.9) == wind)
        #expect(style.pressure(1015.2) == pressure)
        #expect(style.distance(2400) == distance)
    }

    /// No line breaks between a number and its sign.
    @Test(arguments: Language.allCases)
    func spacesInNumbersAreNonBreaking(_ language: Language) {
        let style = Style(language: language)
        #expect(!style.percent(63).contains(" ") && !style.temperature(6).contains(" "))
        #expect(!style.words.groupSign.contains(" "))
    }

    @Test(arguments: Language.allCases)
    func minusZeroIsNotShown(_ language: Language) {
        let style = Style(language: language)
        let unit = style.words.degreeSpace + "°C"
        #expect(style.temperature(-0.04, decimals: 1) == "0\(style.words.decimalSign)0\(unit)")
        #expect(style.temperature(-0.4) == "0\(unit)")
        #expect(style.temperature(0) == "0\(unit)")
        #expect(style.temperature(-7.25, decimals: 1) == "−7\(style.words.decimalSign)3\(unit)")
        #expect(style.temperature(-12) == "−12\(unit)")
        #expect(style.precipitation(0).hasPrefix("0\(style.words.decimalSign)0 "))
        #expect(style.percent(0).hasPrefix("0"))
    }

    @Test(arguments: [
        (Language.english, "34.9°S 56.16°W", "60°N 10.7°E"), (.spanish, "34,9°S 56,16°O", "60°N 10,7°E"),
        (.italian, "34,9°S 56,16°O", "60°N 10,7°E"), (.russian, "34,9° ю. ш. 56,16° з. д.", "60° с. ш. 10,7° в. д."),
        (.german, "34,9°S 56,16°W", "60°N 10,7°O"), (.french, "34,9°S 56,16°O", "60°N 10,7°E"),
        (.portuguese, "34,9°S 56,16°O", "60°N 10,7°E"), (.polish, "34,9°S 56,16°W", "60°N 10,7°E"),
        (.ukrainian, "34,9° пд. ш. 56,16° зх. д.", "60° пн. ш. 10,7° сх. д."),
        (.japanese, "南緯34.9° 西経56.16°", "北緯60° 東経10.7°"),
        (.chinese, "南纬34.9° 西经56.16°", "北纬60° 东经10.7°"),
    ])
    func coordinates(_ language: Language, montevideo: String, oslo: String) throws {
        let style = Style(language: language)
        #expect(try #require(Montevideo.coordinate).text(in: style.words) == montevideo)
        #expect(try #require(Coordinate(latitude: 60, longitude: 10.7)).text(in: style.words) == oslo)
    }

    @Test(arguments: [
        (Language.english, "41 km SW of Funchal"), (.spanish, "41 km al SO de Funchal"),
        (.italian, "41 km a SO di Funchal"),
        (.russian, "Funchal (41 км к ЮЗ)"), (.german, "41 km SW von Funchal"), (.french, "41 km au SO de Funchal"),
        (.portuguese, "41 km a SO de Funchal"), (.polish, "Funchal (41 km na SW)"),
        (.ukrainian, "Funchal (41 км на ПдЗх)"),
        (.japanese, "Funchalの南西 41 km"), (.chinese, "Funchal西南方向 41 km"),
    ])
    func positionText(_ language: Language, text: String) throws {
        let offset = Locality.Offset(distance: 41_000, bearing: 225)
        #expect(Locality(name: "Funchal", offset: offset).text(in: language.words) == text)
    }

    @Test func frenchArticles() {
        let words = Language.french.words
        #expect(words.position("5 km", "N", of: "Le Havre") == "5 km au N du Havre")
        #expect(words.position("5 km", "N", of: "Les Ulis") == "5 km au N des Ulis")
        #expect(words.position("5 km", "N", of: "Évreux") == "5 km au N d’Évreux")
        #expect(words.position("5 km", "N", of: "Lyon") == "5 km au N de Lyon")
        #expect(words.position("5 km", "O", of: "Lyon") == "5 km à l’O de Lyon")
        #expect(words.position("5 km", "ESE", of: "Lyon") == "5 km à l’ESE de Lyon")
        #expect(words.wind(speed: "11 km/h", from: "SO") == "11 km/h du SO")
        #expect(words.wind(speed: "11 km/h", from: "ONO") == "11 km/h de l’ONO")
    }

    /// The Polish unit names depend on the number before them.
    @Test func inchesAndKnotsInPolish() {
        var style = Style(units: .imperial, language: .polish)
        style.units.wind = .knots
        #expect(style.precipitation(0.5) == "0,02 in")
        #expect(style.wind(6.2) == "12 kn")
    }
}
