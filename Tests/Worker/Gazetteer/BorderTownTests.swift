import Foundation
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

/// The country of a place is the country it lies in.
@Suite(.enabled(if: BuiltGazetteer.path != nil, BuiltGazetteer.absence))
struct BorderTownTests {
    private func gazetteer(borders: String? = BorderFile.path) throws -> Gazetteer {
        Gazetteer(GazetteerFiles(installed: try #require(BuiltGazetteer.path), borders: borders))
    }

    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    /// Towns with another country's beside them, at positions as maps and encyclopedias have them.
    private static let towns = """
        Windsor | 42.3149 | -83.0364 | CA | America/Toronto
        Detroit | 42.3314 | -83.0458 | US | America/Detroit
        Windsor | 42.3 | -83.015 | CA | America/Toronto
        Windsor | 42.287 | -83.05 | CA | America/Toronto
        Słubice | 52.35 | 14.567 | PL | Europe/Warsaw
        Frankfurt (Oder) | 52.345 | 14.55 | DE | Europe/Berlin
        Tornio | 65.85 | 24.183 | FI | Europe/Helsinki
        Haparanda | 65.833 | 24.133 | SE | Europe/Stockholm
        Gorizia | 45.941 | 13.622 | IT | Europe/Rome
        Nova Gorica | 45.956 | 13.643 | SI | Europe/Ljubljana
        Tui | 42.047 | -8.644 | ES | Europe/Madrid
        Valença | 42.03 | -8.64 | PT | Europe/Lisbon
        Baarle-Nassau | 51.4475 | 4.9292 | NL | Europe/Amsterdam
        Baarle-Hertog | 51.405 | 4.892 | BE | Europe/Brussels
        Basel | 47.5596 | 7.5886 | CH | Europe/Zurich
        Weil am Rhein | 47.593 | 7.621 | DE | Europe/Berlin
        Saint-Louis | 47.59 | 7.56 | FR | Europe/Paris
        Genève | 46.2044 | 6.1432 | CH | Europe/Zurich
        Annemasse | 46.1934 | 6.236 | FR | Europe/Paris
        Kehl | 48.572 | 7.809 | DE | Europe/Berlin
        Strasbourg | 48.5734 | 7.7521 | FR | Europe/Paris
        Cieszyn | 49.75 | 18.633 | PL | Europe/Warsaw
        Český Těšín | 49.746 | 18.626 | CZ | Europe/Prague
        Görlitz | 51.153 | 14.987 | DE | Europe/Berlin
        Zgorzelec | 51.15 | 15.0 | PL | Europe/Warsaw
        Narva | 59.376 | 28.196 | EE | Europe/Tallinn
        Ivangorod | 59.377 | 28.223 | RU | Europe/Moscow
        Konstanz | 47.663 | 9.175 | DE | Europe/Berlin
        Kreuzlingen | 47.646 | 9.178 | CH | Europe/Zurich
        Irun | 43.339 | -1.789 | ES | Europe/Madrid
        Hendaye | 43.358 | -1.774 | FR | Europe/Paris
        Valga | 57.778 | 26.047 | EE | Europe/Tallinn
        Valka | 57.774 | 26.017 | LV | Europe/Riga
        Komárno | 47.763 | 18.129 | SK | Europe/Bratislava
        Komárom | 47.743 | 18.119 | HU | Europe/Budapest
        Giurgiu | 43.9 | 25.967 | RO | Europe/Bucharest
        Ruse | 43.849 | 25.954 | BG | Europe/Sofia
        Büsingen | 47.697 | 8.69 | DE | Europe/Busingen
        Vaduz | 47.141 | 9.521 | LI | Europe/Vaduz
        Monaco | 43.7333 | 7.4167 | MC | Europe/Monaco
        Vatican | 41.9022 | 12.4533 | VA | Europe/Vatican
        San Marino | 43.9367 | 12.4463 | SM | Europe/San_Marino
        Gibraltar | 36.1447 | -5.3526 | GI | Europe/Gibraltar
        La Línea | 36.168 | -5.348 | ES | Europe/Madrid
        Ceuta | 35.889 | -5.32 | ES | Africa/Ceuta
        Llívia | 42.465 | 1.98 | ES | Europe/Madrid
        Campione | 45.97 | 8.971 | IT | Europe/Rome
        Melilla | 35.292 | -2.938 | ES | Africa/Ceuta
        Niagara Falls | 43.0896 | -79.0849 | CA | America/Toronto
        Niagara Falls | 43.0962 | -79.0377 | US | America/New_York
        El Paso | 31.7619 | -106.485 | US | America/Denver
        Ciudad Juárez | 31.7386 | -106.487 | MX | America/Ciudad_Juarez
        Tijuana | 32.5149 | -117.0382 | MX | America/Tijuana
        San Ysidro | 32.552 | -117.043 | US | America/Los_Angeles
        Nuevo Laredo | 27.476 | -99.516 | MX | America/Matamoros
        Laredo | 27.506 | -99.507 | US | America/Chicago
        Sault Ste. Marie | 46.517 | -84.333 | CA | America/Toronto
        Sault Ste. Marie | 46.495 | -84.345 | US | America/Detroit
        Rivera | -30.905 | -55.551 | UY | America/Montevideo
        Santana do Livramento | -30.891 | -55.533 | BR | America/Sao_Paulo
        Ciudad del Este | -25.51 | -54.611 | PY | America/Asuncion
        Foz do Iguaçu | -25.547 | -54.588 | BR | America/Sao_Paulo
        Leticia | -4.215 | -69.94 | CO | America/Bogota
        Tabatinga | -4.253 | -69.938 | BR | America/Eirunepe
        Goma | -1.674 | 29.228 | CD | Africa/Lubumbashi
        Gisenyi | -1.703 | 29.256 | RW | Africa/Kigali
        Brazzaville | -4.266 | 15.283 | CG | Africa/Brazzaville
        Kinshasa | -4.325 | 15.322 | CD | Africa/Kinshasa
        Singapore | 1.29 | 103.85 | SG | Asia/Singapore
        Johor Bahru | 1.464 | 103.764 | MY | Asia/Kuala_Lumpur
        Mukdahan | 16.545 | 104.724 | TH | Asia/Bangkok
        Savannakhet | 16.57 | 104.762 | LA | Asia/Vientiane
        Macau | 22.2 | 113.55 | MO | Asia/Macau
        Zhuhai | 22.277 | 113.568 | CN | Asia/Shanghai
        Blagoveshchensk | 50.279 | 127.54 | RU | Asia/Yakutsk
        Heihe | 50.25 | 127.49 | CN | Asia/Shanghai
        Amritsar | 31.634 | 74.872 | IN | Asia/Kolkata
        Hanoi | 21.0245 | 105.8412 | VN | Asia/Ho_Chi_Minh
        """.split(separator: "\n").map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }

    @Test(arguments: towns)
    func town(row: [String]) throws {
        let gazetteer = try gazetteer()
        let position = try place(#require(Double(row[1])), #require(Double(row[2])))
        let (name, country, timeZone) = (row[0], row[3], row[4])
        let locality = try gazetteer.locality(at: position, language: "en")
        #expect(locality.countryCode == country, "\(name): \(locality)")
        #expect(locality.timeZone == timeZone, "\(name): \(locality)")
        #expect(try gazetteer.countries(at: position).first == country, "\(name)")
        #expect(try gazetteer.timeZone(at: position) == timeZone, "\(name)")
    }

    @Test func windsorIsNamedAfterItself() throws {
        let locality = try gazetteer().locality(at: place(42.3149, -83.0364), language: "en")
        #expect(locality.name == "Windsor" && locality.country == "Canada" && locality.region == "Ontario")
    }

    /// Without a town near, the border decides, and the town is the nearest of the country.
    @Test(arguments: [
        (48.98, -110.3, "US"), (49.03, -110.3, "CA"), (31.3, -111, "MX"), (60.3, -141.05, "US"), (-26, -69, "CL"),
        (69.5, 29.5, "NO"), (36.2, 36.2, "TR"),
    ])
    func countryside(latitude: Double, longitude: Double, country: String) throws {
        let position = try place(latitude, longitude)
        #expect(try gazetteer().locality(at: position, language: "en").countryCode == country)
    }

    @Test func countriesWithinFiveKilometres() throws {
        let gazetteer = try gazetteer()
        #expect(try gazetteer.countries(at: place(42.3149, -83.0364)) == ["CA", "US"])
        #expect(try gazetteer.countries(at: place(52.35, 14.567)) == ["PL", "DE"])
        #expect(try gazetteer.countries(at: place(47.5596, 7.5886)).first == "CH")
        #expect(try Set(gazetteer.countries(at: place(47.5596, 7.5886))) == ["CH", "DE", "FR"])
        #expect(try gazetteer.countries(at: place(52.52, 13.405)) == ["DE"])
        #expect(try gazetteer.countries(at: place(30, -40)).isEmpty)
    }

    /// Far from any town there is a country nevertheless.
    @Test func wildernessHasACountry() throws {
        let gazetteer = try gazetteer()
        #expect(try gazetteer.countries(at: place(73, -40)) == ["GL"])
        #expect(try gazetteer.countries(at: place(23, 9)) == ["DZ"])
    }

    /// The list of the largest cities has a coarse map of time zones, and few towns.
    @Test(arguments: [
        (42.3149, -83.0364, "CA", "America/Toronto"), (42.3314, -83.0458, "US", "America/Detroit"),
        (31.7386, -106.487, "MX", "America/Ciudad_Juarez"), (51.5, 15.5, "PL", "Europe/Warsaw"),
        (42.1, -8.6, "ES", "Europe/Madrid"),
    ])
    func onlyCities(latitude: Double, longitude: Double, country: String, timeZone: String) throws {
        let cities = try #require(BuiltGazetteer.cities)
        let gazetteer = Gazetteer(
            GazetteerFiles(installed: "/nowhere/gazetteer.sqlite", cities: cities, borders: BorderFile.path))
        let locality = try gazetteer.locality(at: place(latitude, longitude), language: "en")
        #expect(locality.countryCode == country && locality.timeZone == timeZone, "\(locality)")
    }

    /// The nearest town decides, and the reason is known.
    @Test(arguments: ["", "borders\u{1}", "no borders"])
    func unusableBordersAreIgnored(content: String) throws {
        let scratch = try TemporaryDirectory()
        let path = scratch.file("borders.dat")
        if !content.isEmpty { try scratch.write(content, to: "borders.dat") }
        let gazetteer = try gazetteer(borders: path)
        #expect(try gazetteer.locality(at: place(42.3149, -83.0364), language: "en").name == "Detroit")
        #expect(try gazetteer.countries(at: place(42.3149, -83.0364)) == ["US"])
        #expect(
            gazetteer.bordersProblem()
                == (content.isEmpty
                    ? .missing(path: path)
                    : .damaged(path: path, reason: "it is not the border file of this version of weatherd")))
        // Once it is there, it is used.
        try FileManager.default.copyItem(atPath: BorderFile.path, toPath: path + ".new")
        #expect(rename(path + ".new", path) == 0)
        #expect(gazetteer.bordersProblem() == nil)
        #expect(try gazetteer.countries(at: place(42.3149, -83.0364)) == ["CA", "US"])
    }
}
