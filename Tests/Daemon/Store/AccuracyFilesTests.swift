import Foundation
import Logging
import Scratch
import Testing
import Weather

@testable import Store

/// The files of the comparison of forecasts with measurements.
@Suite(.timeLimit(.minutes(20))) struct AccuracyFilesTests {
    private static let now = UnixTime(1_795_273_200)
    private static let hour = now.seconds / 3600
    private let directory: TemporaryDirectory
    private let log = LogLines()

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func files() -> AccuracyFiles {
        Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(), now: Self.now,
            logger: log.logger
        ).accuracy
    }

    /// Values that compress badly, with occasional gaps.
    private func series(_ random: inout SplitMix64, hours: Int) -> HourSeries {
        let values = (0..<hours).map { _ in
            HourValues(
                temperature: (random.fraction() * 600 - 300).rounded() / 10,
                wind: (random.fraction() * 300).rounded() / 10,
                precipitation: random.fraction() < 0.3 ? (random.fraction() * 2000).rounded() / 100 : 0)
        }
        return HourSeries(start: Self.hour - hours, values: values)
    }

    private func archive(at position: Coordinate = .oslo, hours: Int, providers: Int = 2) -> AccuracyArchive {
        var random = SplitMix64(seed: 7)
        let forecasts = (0..<providers).map { number in
            AccuracyArchive.Forecasts(
                provider: "provider-\(number)", sampled: 83_000, asked: number == 0 ? nil : 83_001,
                series: [
                    .oneDay: series(&random, hours: hours), .twoDays: series(&random, hours: hours),
                ])
        }
        return AccuracyArchive(
            position: position, phase: 1234, measured: series(&random, hours: hours),
            lastMeasured: Self.now.advanced(by: -600), forecasts: forecasts, preferred: "provider-1")
    }

    @Test func archiveSurvivesRestart() async throws {
        #expect(try await files().load(near: .oslo, at: Self.now) == nil)
        #expect(try !directory.names().contains("accuracy"), "nothing is written before the first forecast")
        let archive = archive(hours: 500)
        await files().save(archive)
        #expect(try await files().load(near: .oslo, at: Self.now) == archive)
    }

    /// Noise in all values of all providers. Real weather takes about half the space.
    @Test func yearOfAllProvidersIsBelowTwoMegabytes() async throws {
        let archive = archive(hours: HourSeries.longest, providers: AccuracyArchive.providersLimit)
        await files().save(archive)
        let size = try directory.read("accuracy/59.91,10.75.json").count
        #expect(size <= 2_000_000, "\(size) bytes")
        #expect(try await files().load(near: .oslo, at: Self.now) == archive)
    }

    @Test func placeNearbyUsesTheSameFile() async throws {
        await files().save(archive(hours: 10))
        let near = try #require(Coordinate(latitude: 59.93, longitude: 10.78))
        let far = try #require(Coordinate(latitude: 60.1, longitude: 10.75))
        #expect(try await files().load(near: near, at: Self.now) != nil)
        #expect(try await files().load(near: far, at: Self.now) == nil)
    }

    private static func text(phase: String = "0", last: String = "null", _ measured: String, _ providers: String)
        -> String
    {
        #"{"version":1,"content":{"phase":\#(phase),"lastMeasured":\#(last),"#
            + #""measured":\#(measured),"providers":[\#(providers)]}}"#
    }

    private static func columns(
        _ start: String = "490000", _ temperature: String = "1 1 1", _ wind: String = "1 1 1", _ rain: String = "1 1 1"
    ) -> String {
        #"{"start":\#(start),"temperature":"\#(temperature)","wind":"\#(wind)","precipitation":"\#(rain)"}"#
    }

    private static func provider(_ id: Int = 0, _ sampled: String = "81000", _ lead: String = columns()) -> String {
        #"{"provider":"provider-\#(id)","sampled":\#(sampled),"asked":\#(sampled),"leads":{"24":\#(lead)}}"#
    }

    private static let hostile = [
        "", "{", #"{"version":1,"content":{}}"#, #"{"version":2,"content":{}}"#,
        text(phase: "21600", columns(), ""), text(phase: "-1", columns(), ""), text(phase: "0.5", columns(), ""),
        text(phase: "9223372036854775807", columns(), ""), text(phase: "1e300", columns(), ""),
        text(last: "9223372036854775807", columns(), ""), text(last: "-9223372036854775808", columns(), ""),
        text(columns("-1"), ""), text(columns("9223372036854775807"), ""), text(columns("-9223372036854775808"), ""),
        text(columns("490000", "1 1 1", "1 1"), ""), text(columns("490000", "1 1 1", "1 1 1", "1"), ""),
        text(columns("490000", "1 701 1"), ""), text(columns("490000", "1 1 1", "1 -1 1"), ""),
        text(columns("490000", "1 100000000000000000 1"), ""), text(columns("490000", "0 1 1"), ""),
        text(columns("490000", "1 999999999999999999 1"), ""), text(columns("490000", "", "", ""), ""),
        text(columns("490000", long, long, long), ""),
        text(columns(), provider(0, "9223372036854775807")), text(columns(), provider(0, "-9223372036854775808")),
        text(columns(), provider(0, "81000", columns("490000", long, long, long))),
        text(columns(), [provider(1), provider(1)].joined(separator: ",")),
        text(columns(), (0..<5000).map { provider($0) }.joined(separator: ",")),
    ]
    private static let long = "1" + String(repeating: " 0", count: HourSeries.longest + 1)

    @Test func fileOfTheseKeysIsRead() async throws {
        await files().save(archive(hours: 10))
        let text = Self.text(phase: "21599", last: "1764000000", Self.columns(), Self.provider())
        try directory.write(text, to: "accuracy/59.91,10.75.json")
        let archive = try #require(try await files().load(near: .oslo, at: Self.now))
        #expect(
            archive.measured
                == HourSeries(
                    start: 490_000,
                    values: [0.1, 0.2].map {
                        HourValues(temperature: $0, wind: $0, precipitation: $0 / 10)
                    }))
        #expect(archive.forecasts(of: "provider-0")?.sampled == 81_000)
        #expect(archive.position == Coordinate.oslo.coarse)
    }

    @Test(arguments: hostile.indices) func damagedFileIsSetAsideOnce(index: Int) async throws {
        await files().save(archive(hours: 10))
        try directory.write(Self.hostile[index], to: "accuracy/59.91,10.75.json")
        #expect(try await files().load(near: .oslo, at: Self.now) == nil)
        #expect(try await files().load(near: .oslo, at: Self.now) == nil)
        var lines = log.lines.makeAsyncIterator()
        let line = try #require(await lines.next())
        #expect(line.contains("59.91,10.75.json is damaged") && line.contains(".damaged-\(Self.now.seconds)"))
        await files().save(archive(hours: 10))
        #expect(try await files().load(near: .oslo, at: Self.now) != nil)
    }

    @Test func fewPlacesAreKept() async throws {
        for latitude in 0..<AccuracyFiles.placesLimit + 3 {
            let position = try #require(Coordinate(latitude: Double(latitude), longitude: 0))
            await files().save(archive(at: position, hours: 1))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.file("accuracy"))
        #expect(names.count == AccuracyFiles.placesLimit)
    }
}
