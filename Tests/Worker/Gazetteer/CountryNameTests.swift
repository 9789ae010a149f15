import Foundation
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

/// The names of countries for which services only send the code.
@Suite(.enabled(if: GazetteerTables.canBeBuilt, GazetteerTables.absence), .timeLimit(.minutes(20)))
struct CountryNameTests {
    private let scratch: TemporaryDirectory
    private let gazetteer: String
    private let cities: String

    init() throws {
        scratch = try TemporaryDirectory()
        gazetteer = scratch.file("gazetteer.sqlite")
        cities = scratch.file("cities.sqlite")
        let whole = try GazetteerTables.small.get()
        try whole.gazetteer.write(to: URL(fileURLWithPath: gazetteer))
        try whole.cities.write(to: URL(fileURLWithPath: cities))
    }

    private static let names: [(String, String, String?)] = [
        ("AE", "en", "United Arab Emirates"), ("AE", "de", "Vereinigte Arabische Emirate"),
        ("AE", "de_AT.UTF-8", "Vereinigte Arabische Emirate"), ("AE", "ja", "アラブ首長国連邦"),
        // No language has a name in both files; English is in both.
        ("AE", "xx", "United Arab Emirates"), ("AE", "C", "United Arab Emirates"),
        ("XX", "en", nil), ("", "en", nil), ("ae", "en", nil), ("AE' OR 1 --", "en", nil),
    ]

    @Test(arguments: names) func countryNamesComeFromGazetteer(code: String, language: String, name: String?) {
        let gazetteer = Gazetteer(GazetteerFiles(installed: gazetteer))
        #expect(gazetteer.countryName(code, language: language) == name)
    }

    @Test(arguments: names) func countryNamesComeFromCityList(code: String, language: String, name: String?) {
        let gazetteer = Gazetteer(GazetteerFiles(installed: "/nowhere/gazetteer.sqlite", cities: cities))
        #expect(gazetteer.countryName(code, language: language) == name)
    }

    @Test func withoutFilesThereAreNoCountryNames() throws {
        #expect(Gazetteer(GazetteerFiles(installed: "/nowhere")).countryName("AE", language: "en") == nil)
        try scratch.write("no database", to: "gazetteer.sqlite")
        #expect(Gazetteer(GazetteerFiles(installed: gazetteer)).countryName("AE", language: "en") == nil)
    }
}
