import ClientProtocol
import Rendering
import Scratch
import Testing
import Weather

/// The text of a template for a scene.
func line(_ template: String, of scene: Scene, in style: Style = Style()) throws -> String {
    var style = style
    style.shortTemplate = try Template(template)
    let lines = try ShortView.lines(of: scene, as: .text, in: style)
    #expect(lines.count == 1)
    return try #require(lines.first)
}

@Suite struct TemplateTests {
    /// Units are spelled as in `set-units`, and snow is measured in centimetres or inches.
    @Test(arguments: [
        ("{wind:kmh}", "{wind:km/h}"), ("{wind:knots}", "{wind:kn}"), ("{wind:bft}", "{wind:Bft}"),
        ("{temperature:fahrenheit}", "{temperature:°F}"), ("{temperature:c}", "{temperature:°C}"),
        ("{pressure:hpa}", "{pressure:hPa}"), ("{snow:inches}", "{snow:in}"),
    ])
    func spellings(template: String, plain: String) throws {
        let scene = try Montevideo.scene()
        #expect(try line(template, of: scene) == line(plain, of: scene))
    }

    @Test(arguments: [("{snow}", "8.4 cm"), ("{snow:mm}", "84 mm"), ("{snow:in}", "3.3 in"), ("{snow:n}", "8.4")])
    func snow(template: String, text: String) throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.snowfall = 84
        #expect(try line(template, of: scene) == text)
    }

    @Test(arguments: [
        ("", ""), ("plain", "plain"), ("{temperature}", "18°C"), ("{{}}", "{}"), ("{{temperature}}", "{temperature}"),
        ("{{{temperature}}}", "{18°C}"), ("é{icon}é", "é⛅é"), ("{icon}{icon}", "⛅⛅"), ("%{{F#f00}}", "%{F#f00}"),
        ("{temperature:}", "18°C"), ("({temperature})", "(18°C)"), ("(a)}}", "(a)}"), ("{{(a)}}", "{(a)}"),
        (")}}}}", ")}}"), ("{{{{", "{{"),
    ])
    func texts(template: String, expected: String) throws {
        #expect(try line(template, of: Montevideo.scene()) == expected)
    }

    @Test func builtInTemplatesMatchTheirText() throws {
        #expect(try Template("{icon} {temperature}") == .standard)
        #expect(try Template("{place} {high}/{low} {condition}") == .alternate)
        #expect(try Template("{place} {temperature}, {condition}, {age} old") == .serviceStatus)
    }

    @Test(arguments: [
        // Explicit units, whatever is configured.
        ("{temperature:°C} / {temperature:°F}", "18°C / 64°F"), ("{temperature:C}{temperature:F}", "18°C64°F"),
        ("{temperature:K}", "291 K"), ("{temperature:°}", "18°"), ("{temperature:n}", "18"),
        ("{temperature:.1f°F}", "63.8°F"), ("{temperature:.1}", "17.6°C"), ("{temperature:.2°}", "17.64°"),
        ("{temperature:.3n}", "17.640"), ("{temperature:0.1f}", "17.6°C"),
        ("{wind:m/s}", "3.9 m/s"), ("{wind:km/h}", "14 km/h"), ("{wind:mph}", "9 mph"), ("{wind:kn}", "8 kn"),
        ("{wind:Bft}", "3 Bft"), ("{wind:n}", "14"), ("{wind:.1kn}", "7.6 kn"), ("{wind:.0m/s}", "4 m/s"),
        ("{pressure:hPa}", "1015 hPa"), ("{pressure:mmHg}", "761 mmHg"), ("{pressure:inHg}", "29.98 inHg"),
        ("{pressure:.1n}", "1015.2"), ("{precipitation:mm}", "0.0 mm"), ("{precipitation:in}", "0.00 in"),
        ("{precipitation:n}", "0.0"), ("{visibility:km}", "24 km"), ("{visibility:mi}", "15 mi"),
        ("{visibility:.2mi}", "15.00 mi"), ("{visibility:n}", "24"), ("{humidity:n}", "63"), ("{humidity:.1}", "63.0%"),
        ("{uv:n}", "6"), ("{uv:.1f}", "6.4"),
        // Widths.
        ("[{temperature:6}]", "[  18°C]"), ("[{temperature:<6}]", "[18°C  ]"), ("[{temperature:^7}]", "[ 18°C  ]"),
        ("[{temperature:2}]", "[18°C]"), ("[{wind:4n}]", "[  14]"), ("[{place:12}]", "[Montevideo  ]"),
        ("[{place:>12}]", "[  Montevideo]"), ("[{icon:4}]", "[⛅  ]"), ("[{icon:>3}]", "[ ⛅]"),
        ("[{sunset:7}]", "[19:40  ]"),
        // Texts are truncated.
        ("{place:.10}", "Montevideo"), ("{place:.6}", "Monte…"), ("{place:.1}", "…"), ("[{place:8.4}]", "[Mon…    ]"),
        ("{condition:.8}", "partly…"),
    ])
    func formats(template: String, expected: String) throws {
        #expect(try line(template, of: Montevideo.scene()) == expected)
    }

    @Test func configuredUnitsAreDefault() throws {
        let style = Style(units: .imperial)
        let template =
            "{temperature:.1} {temperature:°} {temperature:°C} {wind:n} {wind:.1} {pressure:.1f} {visibility:.1}"
        #expect(try line(template, of: Montevideo.scene(), in: style) == "63.8°F 64° 18°C 9 8.7 mph 30.0 inHg 15.0 mi")
        var kelvin = Style()
        kelvin.units.temperature = .kelvin
        // A kelvin is not a degree.
        #expect(try line("{temperature:°} {temperature:n}", of: Montevideo.scene(), in: kelvin) == "291 K 291")
    }

    @Test(arguments: [
        ("[{place:8}]", "[東京    ]"), ("[{place:>7}]", "[   東京]"), ("[{place:.3}]", "[東…]"), ("[{place:.2}]", "[…]"),
        ("[{place:.4}]", "[東京]"), ("[{place:4.3}]", "[東… ]"),
    ])
    func widthsAreColumns(template: String, expected: String) throws {
        var scene = try Montevideo.scene()
        scene.place.name = "東京"
        #expect(try line(template, of: scene) == expected)
    }

    @Test(arguments: [
        "{temperature}", "{temperature:n}", "{temperature:.1}", "{temperature:.0f°}", "{temperature:.6°C}",
    ])
    func zeroIsZero(template: String) throws {
        for celsius in [0.0, -0.0, -0.00000001] {
            var scene = try Montevideo.scene()
            scene.report?.current?.temperature = celsius
            let text = try line(template, of: scene)
            #expect(!text.contains("-") && text.hasPrefix("0"))
        }
    }

    @Test func calmIsAWordUnlessNumberIsRequested() throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.windSpeed = 0
        #expect(
            try line("{wind}|{wind:6}|{wind:n}|{wind:kn}|{wind:.1}|{wind-direction}{wind-arrow}", of: scene)
                == "calm|  calm|0|0 kn|0.0 km/h|")
    }

    @Test(arguments: [
        ("{temperature}{( {alert})}", "18°C", "18°C Storm Warning"), ("{( {alert} )}{icon}", "⛅", " Storm Warning ⛅"),
        ("{icon} {({alert})} {high}", "⛅ 21°C", "⛅ Storm Warning 21°C"),
        ("{({alert}, {nowcast})}", "", "Storm Warning, rain expected in 18 min"),
        // A nested optional part is dropped alone.
        ("{({high}{(, {alert})})}", "21°C", "21°C, Storm Warning"),
        ("{({alert}{( {temperature})})}x", "x", "Storm Warning 18°Cx"), ("{(a)}", "a", "a"), ("{()}", "", ""),
        ("{({({({alert})}b)}c)}", "bc", "Storm Warningbc"), ("{((a))}", "(a)", "(a)"), ("{(a)}}}", "a}", "a}"),
        ("{({{)}}{nowcast})}", "", "{)}rain expected in 18 min"),
    ])
    func optionalParts(template: String, empty: String, full: String) throws {
        var scene = try Montevideo.scene(warning: [Montevideo.storm()])
        scene.report?.precipitation = try Montevideo.shower()
        let mark = template.contains("alert") ? "" : full.isEmpty ? "⚠️" : " ⚠️"
        #expect(try line(template, of: scene) == full + mark)
        #expect(try line(template, of: Montevideo.scene()) == empty)
    }

    @Test func unknownValueDropsOptionalPart() throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.windGust = nil
        #expect(try line("{wind}{( gusts {gusts})}", of: scene) == "14 km/h")
        #expect(try line("{wind} gusts {gusts:5}", of: scene) == "14 km/h gusts     –")
        #expect(try line("{wind}{( gusts {gusts})}", of: Montevideo.scene()) == "14 km/h gusts 31 km/h")
    }

    @Test func paddingIsKeptBesideEmptyValue() throws {
        #expect(try line("{temperature:<6}{alert}", of: Montevideo.scene()) == "18°C  ")
        #expect(try line("{alert} {temperature:6}", of: Montevideo.scene()) == "  18°C")
        #expect(try line("{alert:20}x", of: Montevideo.scene()) == "x")
    }

    /// Any text is a template, or causes an error with a position in it.
    @Test func tenThousandRandomTemplates() throws {
        let pieces =
            [
                "{", "}", "{(", ")}", "{{", "}}", "(", ")", ":", "<", "^", "9", ".", "201", ".1f", "°F", "n", " ", "é",
                "👩‍👩‍👧", "日本", "\u{301}", "\n",
            ]
            + Template.placeholders.flatMap { ["{\($0.name)}", "{\($0.name):"] }
        var generator = SplitMix64(seed: 42)
        let scene = try Montevideo.airScene()
        var parsed = 0
        for _ in 0..<10_000 {
            let text = (0..<Int.random(in: 0...9, using: &generator))
                .compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            do throws(TemplateError) {
                _ = try Template(text)
                parsed += 1
            } catch {
                #expect((1...max(1, text.count)).contains(error.column), "\(text)")
                #expect(error.sentence.contains("column \(error.column)") && !error.sentence.contains("\n"))
                continue
            }
            if parsed.isMultiple(of: 20) { _ = try line(text, of: scene) }
        }
        #expect(parsed > 100)
    }
}
