import Refreshing
import Rendering
import Testing
import Weather

@testable import Configuration

/// `open-meteo.models`, `location.elevation` and `air.scale`.
@Suite struct ModelsConfigurationTests {
    @Test func modelsAreATextOrAList() throws {
        #expect(try configuration().services.openMeteoModels.isEmpty)
        #expect(try configuration("[open-meteo]\nmodels = \"icon_d2\"").services.openMeteoModels == ["icon_d2"])
        #expect(
            try configuration("open-meteo.models = [\"icon_d2\", \"best_match\", \"icon_d2\"]").services.openMeteoModels
                == ["icon_d2", "best_match"])
        #expect(
            try configuration(environment: ["WEATHERD_OPEN_METEO_MODELS": "icon_d2, best_match"]).services
                .openMeteoModels
                == ["icon_d2", "best_match"])
    }

    @Test(arguments: [
        ("\"ICON D2\"", "invalid value \"ICON D2\": must be a model of Open-Meteo, such as"),
        ("\"icon-d2\"", "invalid value \"icon-d2\": must be a model of Open-Meteo, such as"),
        ("\"a&b\"", "invalid value \"a&b\""), ("\"\"", "invalid value \"\""), ("[\"x\", \"\"]", "invalid value \"\""),
        ("[]", "must contain 1 to 10 models"), ("3", "must be text in double quotes, or a list of such texts"),
        ("[3]", "must be a list of texts in double quotes"),
        ("[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\",\"i\",\"j\",\"k\"]", "must contain 1 to 10 models"),
    ])
    func badModelsSayWhatIsAccepted(value: String, problem: String) {
        let complaint = complaint("[open-meteo]\nmodels = \(value)")
        #expect(complaint.hasPrefix("config.toml:2: open-meteo.models: \(problem)"), "\(complaint)")
    }

    @Test func namesOfModelsAreBounded() throws {
        let longest = String(repeating: "x", count: 64)
        #expect(try configuration("open-meteo.models = \"\(longest)\"").services.openMeteoModels == [longest])
        #expect(complaint("open-meteo.models = \"\(longest)x\"").contains("must be a model of Open-Meteo"))
    }

    @Test func modelsOfAnUnusedProviderAreNoted() throws {
        let notice = "open-meteo.models has no effect, since open-meteo is not one of the providers"
        #expect(try configuration("providers = [\"nws\"]\nopen-meteo.models = \"icon_d2\"").notices.contains(notice))
        #expect(try !configuration("open-meteo.models = \"icon_d2\"").notices.contains(notice))
    }

    @Test func elevationBelongsToThePosition() throws {
        let position = "[location]\nlatitude = 59.9\nlongitude = 10.7\n"
        #expect(try configuration(position + "elevation = 230.5").elevation == 230.5)
        #expect(try configuration(position).elevation == nil)
        #expect(
            complaint("[location]\nelevation = 230").hasSuffix(
                "location.elevation: requires location.latitude and location.longitude as well"))
        for value in ["9001", "-501", "nan"] {
            #expect(
                complaint(position + "elevation = \(value)").hasSuffix("must be between -500 and 9000 metres"),
                "\(value)")
        }
        #expect(complaint(position + "elevation = \"x\"").hasSuffix("must be a number"))
    }

    @Test func scaleIsOneOfTheScales() throws {
        #expect(try configuration().style.airScale == .auto)
        for scale in AirScale.allCases {
            #expect(try configuration("[air]\nscale = \"\(scale.rawValue)\"").style.airScale == scale)
        }
        #expect(
            complaint("[air]\nscale = \"aqi\"")
                == "config.toml:2: air.scale: invalid value \"aqi\": must be one of auto, european, us, aqhi, naqi, daqi"
        )
    }
}
