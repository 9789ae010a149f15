import Foundation
import Scratch
import Store
import Testing
import Weather
import WorkerProtocol

@testable import Configuration

/// A city in the configuration.
struct ConfigurationLocationTests {
    private static let gazetteer = BuiltCities.gazetteer
    private static let absence = BuiltCities.absence

    private func source(_ text: String, environment: [String: String] = [:]) throws -> ConfigurationSource {
        let directory = try TemporaryDirectory()
        try directory.write(text, to: "config.toml")
        return try ConfigurationSource(
            files: ConfigurationFiles(user: directory.path, system: nil), environment: environment,
            lookup: WorkerInProcess.lookUp(in: Self.gazetteer ?? "/nowhere"))
    }

    private func problem(_ text: String, environment: [String: String] = [:]) throws -> String {
        do {
            _ = try source(text, environment: environment)
            return "no problem"
        } catch let error as ConfigurationError {
            return error.description.replacing(/^[^:]*config.toml/, with: "config.toml")
        }
    }

    @Test(
        .enabled(if: gazetteer != nil, absence),
        arguments: [
            ("Oslo", "Oslo", "NO"), ("Paris, Texas", "Paris", "US"), ("Roma", "Rome", "IT"), ("東京", "Tokyo", "JP"),
        ])
    func cityIsResolvedToPlace(text: String, name: String, country: String) throws {
        let place = try #require(try source("location = \"\(text)\"").configuration.location)
        #expect(place.name == nil && place.locality?.name == name && place.locality?.countryCode == country)
        #expect(try source("location = \"\(text)\"").configuration.defaults.location == place)
        let variable = try source("", environment: ["WEATHERD_LOCATION": text]).configuration.location
        #expect(variable == place)
    }

    @Test(.enabled(if: gazetteer != nil, absence)) func placeIsNamedInConfiguredLanguage() throws {
        let place = try source("language = \"de\"\nlocation = \"Munich\"").configuration.location
        #expect(place?.locality?.name == "München")
        #expect(place?.locality?.translated(to: "en").name == "Munich")
    }

    @Test(
        .enabled(if: gazetteer != nil, absence),
        arguments: [
            ("Osloo", "config.toml:1: location: no place named \"Osloo\" was found; did you mean \"Oslo\"?"),
            (
                "Qwxyzzy",
                "config.toml:1: location: no place named \"Qwxyzzy\" was found; use [location] with latitude and longitude instead"
            ),
            ("O", "config.toml:1: location: a search needs at least 2 letters"),
        ])
    func unknownCityIsError(text: String, problem: String) throws {
        #expect(try self.problem("location = \"\(text)\"") == problem)
    }

    @Test(.enabled(if: gazetteer != nil, absence)) func ambiguousCityIsError() throws {
        #expect(try problem("location = \"Springfield\"").contains("specify one, such as \"Springfield, Missouri\""))
    }

    @Test(.enabled(if: gazetteer != nil, absence)) func failedReloadKeepsPlace() throws {
        let directory = try TemporaryDirectory()
        try directory.write("location = \"Oslo\"", to: "config.toml")
        let source = try ConfigurationSource(
            files: ConfigurationFiles(user: directory.path, system: nil), environment: [:],
            lookup: WorkerInProcess.lookUp(in: Self.gazetteer ?? ""))
        try directory.write("location = \"Qwxyzzy\"", to: "config.toml")
        #expect(throws: ConfigurationError.self) { try source.reload() }
        #expect(source.configuration.location?.locality?.name == "Oslo")
        try directory.write("location = \"Bergen, Norway\"", to: "config.toml")
        try source.reload()
        #expect(source.configuration.location?.locality?.name == "Bergen")
    }

    /// Without the gazetteer everything else works.
    @Test func missingGazetteerIsNotice() throws {
        let directory = try TemporaryDirectory()
        try directory.write("location = \"Oslo\"", to: "config.toml")
        let source = try ConfigurationSource(
            files: ConfigurationFiles(user: directory.path, system: nil), environment: [:],
            lookup: WorkerInProcess.lookUp(in: directory.file("none")))
        #expect(source.configuration.location == nil)
        #expect(source.configuration.notices.contains { $0.hasPrefix("location has no effect: ") })
    }
}
