import Refreshing
import Store
import Testing
import Weather

@testable import Configuration

/// `[current]`, `[station]` and `nowcast`.
struct MeasurementConfigurationTests {
    @Test func modelIsTheDefault() throws {
        let configuration = try configuration()
        #expect(configuration.services.presentSource == .model && !configuration.services.hasStations)
        #expect(!configuration.services.usesRadar && configuration.ownStation == nil)
        #expect(configuration.services.urls(of: .observations) == [] && configuration.services.urls(of: .radar) == [])
        #expect(configuration.defaults.presentSource == .model)
    }

    @Test(arguments: PresentSource.allCases) func sourceIsTaken(source: PresentSource) throws {
        let configuration = try configuration("[current]\nsource = \"\(source.rawValue)\"")
        #expect(configuration.services.presentSource == source && configuration.defaults.presentSource == source)
        #expect(
            configuration.services.urls(of: .observations)
                == (source == .model
                    ? [] : ["https://api.weather.gov", "https://api.brightsky.dev", "https://aviationweather.gov"]))
    }

    @Test func stationsAreTakenInOrder() throws {
        let text = "[current]\nsource = \"both\"\nstations = [\"aviation-weather\", \"nws\"]"
        #expect(try configuration(text).services.stationProviders == [.aviationWeather, .nws])
        #expect(try configuration(text).notices.isEmpty)
        let idle = try configuration("[current]\nstations = [\"nws\"]")
        #expect(idle.notices == ["current.stations has no effect, since current.source is \"model\""])
        #expect(try !configuration("[current]\nsource = \"both\"\nstations = []").services.hasStations)
    }

    @Test func sampleWeatherHasNoStations() throws {
        let configuration = try configuration(
            "providers = [\"sample\"]\nnowcast = \"auto\"\n[current]\nsource = \"both\"")
        #expect(!configuration.services.hasStations)
        #expect(configuration.services.urls(of: .radar) == [] && configuration.services.urls(of: .observations) == [])
    }

    @Test func radarIsTaken() throws {
        let radar = try configuration("nowcast = \"auto\"\ncontact = \"me@example.org\"")
        #expect(radar.services.urls(of: .radar) == ["https://api.met.no"] && radar.notices.isEmpty)
        #expect(try configuration("nowcast = \"auto\"").notices.contains { $0.contains("MET Norway requires contact") })
        #expect(try !configuration("nowcast = \"off\"").services.usesRadar)
    }

    @Test func ownStationIsTaken() throws {
        let home = ["HOME": "/home/me", "PATH": "/usr/bin:/bin"]
        let file = try configuration("[station]\nfile = \"~/station.json\"", environment: home)
        #expect(file.ownStation == .file("/home/me/station.json"))
        let command = try configuration("[station]\ncommand = [\"cat\", \"/run/x\"]", environment: home)
        #expect(command.ownStation == .command(["cat", "/run/x"]) && command.notices.isEmpty)
        let missing = try configuration("[station]\ncommand = [\"/no/such\"]", environment: home)
        #expect(missing.notices == ["station.command: program not found or not executable: /no/such"])
    }

    /// The key accepts the example in its error message.
    @Test(arguments: [
        (
            "[station]\ncommand = \"cat /run/x\"",
            "config.toml:2: station.command: must be a list, such as [\"/usr/bin/cat\", \"/run/station.json\"]"
        ),
        (
            "[current]\nstations = \"nws\"",
            "config.toml:2: current.stations: must be a list, such as [\"aviation-weather\"]"
        ),
        (
            "providers = \"nws\"",
            "config.toml:1: providers: must be a list, such as [\"open-meteo\"], or \"best\""
        ),
    ])
    func exampleOfListIsAccepted(text: String, sentence: String) throws {
        #expect(complaint(text) == sentence)
    }

    /// The message contains the accepted values.
    @Test(arguments: [
        ("[current]\nsource = \"stations\"", "must be one of model, station, both"),
        ("[current]\nsource = 1", "current.source"),
        ("[current]\nstations = [\"metar\"]", "must be one of nws, bright-sky, aviation-weather"),
        ("[current]\nstations = [\"bright-sk\"]", "did you mean \"bright-sky\"?"),
        ("[current]\nstations = [\"open-meteo\"]", "must be one of nws, bright-sky, aviation-weather"),
        ("nowcast = \"on\"", "must be one of auto, off"), ("nowcast = true", "nowcast"),
        ("[station]\nfile = \"station.json\"", "must be a path that begins with / or ~/"),
        ("[station]\nfile = \"\"", "must be a path that begins with / or ~/"),
        ("[station]\ncommand = []", "must be a program and its arguments"),
        ("[station]\ncommand = [\"\"]", "must be a program and its arguments"),
        ("[station]\ncommand = [\"./x\"]", "must be a name or a path that begins with / or ~/"),
        ("[station]\nfile = \"/x\"\ncommand = [\"cat\"]", "cannot be combined with station.file"),
        ("providers = [\"bright-sky\"]", "invalid value \"bright-sky\""),
        ("[bright-sky]\nurl = \"x\"", "must be an https:// or http:// URL"),
        ("[aviation-weather]\nurl = \"ftp://x\"", "must be an https:// or http:// URL"),
        ("normals = \"off\"", "normals: is a table; the keys are normals.source"),
        ("current = \"both\"", "current: is a table; the keys are current.source, current.stations"),
    ])
    func badValueIsError(text: String, accepted: String) {
        #expect(complaint(text).contains(accepted), "\(complaint(text))")
    }
}
