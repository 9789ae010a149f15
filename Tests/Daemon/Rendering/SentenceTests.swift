import ClientProtocol
import Rendering
import Testing
import Weather

@testable import Languages

@Suite struct SentenceTests {
    private static let nasty = String(
        repeating: "<html>\r\n\t\u{0}\u{1B}[31m\u{202E}\u{2028}e\u{301}\u{301} ", count: 500)

    private static func failures(_ text: String) -> [FetchFailure] {
        [
            .hostNotFound(host: text), .unreachable(host: text, reason: text), .timedOut(host: text, seconds: 20),
            .untrusted(host: text, reason: text), .rateLimited(host: text, reason: text, retryAfter: 300),
            .rateLimited(host: text, reason: nil, retryAfter: nil),
            .serviceFailed(host: text, status: 503, reason: text, retryAfter: .max),
            .refused(host: text, status: 400, reason: text), .malformed(host: text, reason: text),
            .tooLarge(host: text, bytes: 2_097_152), .keyRefused(host: text, reason: text),
            .settingRefused(host: text, setting: text, reason: text),
            .keyRefused(host: text, reason: nil), .notCovered(host: text, reason: text),
            .notCovered(host: text, reason: nil), .budgetSpent(host: text, limit: 1000, retryAfter: .max),
            .budgetSpent(host: text, limit: 1000, retryAfter: nil),
        ]
    }

    private static func requestErrors(_ text: String) -> [RequestError] {
        [
            .empty, .notUTF8, .controlCharacter, .unterminatedQuote, .strayQuote, .unknownEscape, .tooLong,
            .unknownCommand(text), .unknownOption(text, .short), .unknownOption(text, .version),
            .missingValue(option: text), .missingValue(option: "--place"), .badValue(text, of: text, expected: text),
        ] + Command.allCases.map { .arguments($0) }
    }

    private static func placeSentences(_ text: String) -> [String] {
        guard let coordinate = Montevideo.coordinate else { return [] }
        let place = Place(
            name: text, coordinate: coordinate,
            locality: Locality(
                name: text, region: text, countryCode: text, offset: .init(distance: 41_000, bearing: 220)))
        let cities = (0..<9).map { _ in
            City(coordinate: place.coordinate, locality: place.locality ?? Locality(name: text), population: 1)
        }
        let searches: [SearchFailure] = [
            .tooShort(least: 2), .tooLong(most: 100), .unacceptable(text), .notFound(text, online: nil),
            .notFound(text, online: timeout), .postalCodeNotLookedUp(text, nil), .postalCodeNotLookedUp(text, timeout),
            .inexact(text, cities), .ambiguous(text, cities),
            .notFound(text, online: nil, gazetteer: .notInstalled(path: text)),
            .notFound(text, online: timeout, gazetteer: .damaged(path: text, reason: text)),
            .gazetteer(.notInstalled(path: text)), .gazetteer(.missing(path: text)),
            .gazetteer(.notRead(path: text, reason: text)), .gazetteer(.damaged(path: text, reason: text)),
        ]
        let favourites: [FavouritesError] = [
            .nameTaken(place), .alreadyThere(place), .notAFavourite(text), .ambiguous(text, [place, place]),
            .noSuchPosition(9, count: 2), .noSuchPosition(1, count: 0), .full(limit: 200),
        ]
        let locations: [LocationFailure] = [
            .noBus(reason: text), .notInstalled, .refused(reason: text), .timedOut(seconds: 10), .ended,
            .failed(reason: text), .noPlace(timeZone: text), .noPlace(timeZone: nil), .network(timeout),
            .unknownAddress, .unconfirmed(distance: 1_234_567),
        ]
        return searches.map(\.sentence) + favourites.map(\.sentence)
            + LocationSource.allCases.flatMap { source in locations.map { $0.sentence(of: source) } }
            + [
                PlaceSentence.set(place), PlaceSentence.automatic(place), PlaceSentence.automatic(nil),
                PlaceSentence.added(place), PlaceSentence.moved(place, to: 2), PlaceSentence.renamed(place, to: text),
                PlaceSentence.removed(place, isCurrent: true), PlaceSentence.isCurrent(place),
                PlaceSentence.noLocation(), PlaceSentence.noLocation(isAutomatic: true),
                PlaceSentence.noLocation(isAutomatic: true, failures: [.geoClue: .notInstalled]),
            ]
    }

    private static var all: [String] {
        placeSentences(nasty) + failures(nasty).map(\.sentence) + failures("").map(\.sentence)
            + requestErrors(nasty).map(\.sentence)
            + [nasty, "wind=\(nasty)", "\(nasty)=kn"].map { word in
                #expect(throws: UnitsChoice.UnknownUnit.self) { try UnitsChoice(words: [word]) }?.sentence ?? ""
            }
            + ["{\(nasty)}", "{", "}", "\u{0}"].map { template in
                #expect(throws: TemplateError.self) { try Template(template) }?.sentence ?? ""
            }
    }

    @Test func everySentenceIsOneBoundedLine() throws {
        for sentence in Self.all {
            #expect(!sentence.isEmpty)
            #expect(sentence.utf8.count < 900, "\(sentence)")
            #expect(
                sentence.unicodeScalars.allSatisfy { scalar in
                    ![.control, .format, .lineSeparator, .paragraphSeparator].contains(
                        scalar.properties.generalCategory)
                }, "\(sentence)")
            // The synopsis of set-units ends with three dots.
            #expect(!sentence.hasSuffix(".") || sentence.hasSuffix(" ..."))
            #expect(!sentence.contains("  "))
        }
    }

    @Test func postalCodeWithoutLookup() {
        let beginning = "no place named \"90210\" was found; postal codes require an online search, which is "
        #expect(
            SearchFailure.postalCodeNotLookedUp("90210", timeout).sentence
                == beginning + "unavailable: \(timeout.sentence)")
        #expect(
            SearchFailure.postalCodeNotLookedUp("90210", nil).sentence == beginning + "off with the sample provider")
    }

    @Test func failures() {
        let host = "api.open-meteo.com"
        let sentences: [(FetchFailure, String)] = [
            (
                .hostNotFound(host: host),
                "cannot resolve api.open-meteo.com; this machine may be offline"
            ),
            (
                .unreachable(host: host, reason: "connection refused"),
                "api.open-meteo.com cannot be reached: connection refused"
            ),
            (timeout, "api.open-meteo.com did not answer within 20 s"),
            (
                .untrusted(host: host, reason: "certificate has expired"),
                "TLS verification failed for api.open-meteo.com: "
                    + "certificate has expired"
            ),
            (
                .rateLimited(host: host, reason: "Daily API request limit exceeded.", retryAfter: 300),
                "api.open-meteo.com rate-limited the request: Daily API request limit exceeded; retry after 5 min"
            ),
            (
                .rateLimited(host: host, reason: nil, retryAfter: 30),
                "api.open-meteo.com rate-limited the request; retry after 30 s"
            ),
            (
                .serviceFailed(host: host, status: 503, reason: nil, retryAfter: nil),
                "api.open-meteo.com returned HTTP 503"
            ),
            (
                .refused(host: host, status: 400, reason: "Latitude must be in range"),
                "api.open-meteo.com rejected the request (HTTP 400): Latitude must be in range"
            ),
            (
                .keyRefused(host: "OpenWeatherMap", reason: "new keys take up to two hours to work"),
                "OpenWeatherMap rejected the API key: new keys take up to two hours to work"
            ),
            (
                .malformed(host: host, reason: "no \"hourly\""),
                "api.open-meteo.com returned an invalid response: no \"hourly\""
            ),
            (.tooLarge(host: host, bytes: 2_097_152), "the response from api.open-meteo.com is longer than 2 MiB"),
            (.notCovered(host: host, reason: nil), "api.open-meteo.com does not cover this place"),
            (
                .notCovered(host: host, reason: "only the United States."),
                "api.open-meteo.com does not cover this place: only the United States"
            ),
            (
                .budgetSpent(host: host, limit: 1000, retryAfter: 7200),
                "the limit of 1000 requests per day to api.open-meteo.com has been reached; the next request is possible in 2 h"
            ),
            (
                .budgetSpent(host: host, limit: 1000, retryAfter: nil),
                "the limit of 1000 requests per day to api.open-meteo.com has been reached"
            ),
            (.tooLarge(host: host, bytes: 1000), "the response from api.open-meteo.com is longer than 1000 bytes"),
        ]
        for (failure, sentence) in sentences { #expect(failure.sentence == sentence) }
    }

    @Test func requestErrors() {
        let commands = Command.allCases.map(\.rawValue).joined(separator: ", ")
        let sentences: [(RequestError, String)] = [
            (.empty, "the request is empty; accepted: \(commands)"),
            (.misspelling("shor", meant: "watch short"), "unknown word \"shor\"; did you mean watch short?"),
            (.unknownCommand("wether"), "unknown command \"wether\"; accepted: \(commands)"),
            (
                .unknownOption("--wait", .current),
                "unknown option \"--wait\"; current accepts --place, --units, --output, --language, --locale, --color, --theme, --background, --width, --height"
            ),
            (.unknownOption("--outptu=json", .current), "unknown option \"--outptu=json\"; did you mean --output?"),
            (.unknownOption("--wait", .version), "unknown option \"--wait\"; version takes no options"),
            (
                .missingValue(option: "--output"),
                "option --output requires a value, "
                    + ViewRequest.Output.allCases.map(\.rawValue).joined(separator: "|")
            ),
            (
                .arguments(.setLocation),
                "wrong arguments; usage: set-location PLACE, set-location LAT LON [NAME], set-location auto, "
                    + "set-location default"
            ),
            (
                .arguments(.watch),
                "wrong arguments; usage: watch " + Command.watchable.map(\.rawValue).joined(separator: "|")
            ),
            (
                .badValue("91", of: "latitude", expected: "between -90 and 90 degrees"),
                "invalid latitude \"91\": must be between -90 and 90 degrees"
            ),
            (.tooLong, "the request is too long: at most 1024 bytes including the newline"),
        ]
        for (error, sentence) in sentences { #expect(error.sentence == sentence) }
    }

    @Test func units() {
        let unit = #expect(throws: UnitsChoice.UnknownUnit.self) { try UnitsChoice(words: ["wind=warp"]) }
        #expect(unit?.sentence == "unknown unit \"warp\"; accepted: wind in ms, kmh, mph, kn, bft")
    }

    @Test func chosenUnits() {
        #expect(
            UnitsSentence.text(.imperial)
                == "temperature in °F, wind in mph, pressure in inHg, precipitation in inches, distance in mi")
    }

    @Test func serviceTextsAreSanitizedForLog() {
        let codes: Set = ["symbol code b\u{1B}[31m\nforged line", String(repeating: "z", count: 50)]
        #expect(
            UnknownCodesSentence.text(codes, of: Provider(id: "x", name: "X"))
                == "X reported weather codes that this version does not support, shown as unknown: "
                + "symbol code b [31m forged line, " + String(repeating: "z", count: 40) + "…")
    }
}
