import ClientProtocol
import Foundation
import Languages
import Rendering
import Weather

@testable import Store

// The files that are read at startup, with arbitrary content.
extension FuzzTarget {
    /// reports.json.
    static let reportsFile = FuzzTarget(name: "reports-file") { bytes in
        guard
            let cache = try reread(
                bytes, versions: Cache.versions,
                { (document, content: Cache) throws(StoreError) in
                    try document.write(content, at: content.writtenAt)
                })
        else { return }
        var snapshot = Snapshot()
        snapshot.settings.location = .automatic
        cache.restore(&snapshot)
        snapshot.admitPlaces(at: fuzzNow)
        try requireDisplayable(snapshot, choice: bytes.count)
    }

    /// settings.json, requests.json or told.json, whichever the bytes match best.
    static let settingsFiles = FuzzTarget(name: "settings-files") { bytes in
        if let settings = try reread(
            bytes, versions: 1...1, { (document, content) throws(StoreError) in try document.write(content) })
            as Settings?
        {
            var snapshot = Snapshot(settings: settings)
            snapshot.admitPlaces(at: fuzzNow)
            try requireDisplayable(snapshot, choice: bytes.count)
        }
        if var requests = try reread(
            bytes, versions: 1...1, { (document, content) throws(StoreError) in try document.write(content) })
            as RequestTally?
        {
            try require(requests.count(at: fuzzNow) >= 0, "a negative number of requests")
            requests.add(to: "open-meteo", at: fuzzNow)
            requests.remove(from: "open-meteo", at: fuzzNow)
        }
        if var history = try reread(
            bytes, versions: 1...1, { (document, content) throws(StoreError) in try document.write(content) })
            as NotificationHistory?
        {
            let kinds = Set(WeatherEvent.Kind.allCases)
            let context = EventContext(report: nil, alerts: [], failedAt: nil, now: fuzzNow, staleAfter: 3600)
            _ = history.nextChange(of: context, at: .oslo, kinds)
            _ = history.take(context, at: .oslo, kinds)
        }
    }

    /// An accuracy archive.
    static let accuracyFile = FuzzTarget(name: "accuracy-file") { bytes in
        let document = Document<AccuracyDocument>(
            file: AtomicFile(directory: "/nowhere", name: "x.json"), versions: 1...1)
        func read(_ bytes: [UInt8]) -> AccuracyArchive? {
            (try? document.content(of: bytes))?.content.archive(at: .oslo)
        }
        guard let archive = read(bytes) else { return }
        let written = try document.json(AccuracyDocument(archive))
        let again = read(Array(#"{"version":1,"content":"#.utf8) + written + Array("}".utf8))
        try require(again == archive, "an archive that its file does not keep")
        var copy = archive
        copy.take(StationReading(time: fuzzNow, temperature: 1), at: fuzzNow)
        let summary = AccuracySummary(copy, ranking: copy.ranking(of: ["open-meteo", "met-norway"]))
        for output in [ViewRequest.Output.text, .json] {
            for line in AccuracyView.lines(of: summary, at: Place(coordinate: .oslo), timeZone: nil, as: output)
            where !line.isEmpty {
                try requireOneLine(line)
            }
        }
    }

    /// The content of a document with these bytes, after a round trip; nil if the document is reported as damaged.
    ///
    /// Throws if a second round trip changes it.
    private static func reread<Content: Decodable & Sendable & Equatable>(
        _ bytes: [UInt8], versions: ClosedRange<Int>,
        _ write: (Document<Content>, Content) throws(StoreError) -> Void
    ) throws -> Content? {
        let document = Document<Content>(
            file: AtomicFile(directory: ScratchFiles.directory, name: "\(Content.self)"), versions: versions)
        try Data(bytes).write(to: URL(fileURLWithPath: document.file.path))
        // The only valid failure is damage.
        let loaded = Result { () throws(StoreError) in try document.load()?.content }
        if case .failure(.damaged) = loaded { return nil }
        var contents = [try loaded.get()]
        for _ in 0..<2 {
            guard let content = contents.last ?? nil else { throw Violation("the file is gone") }
            try write(document, content)
            contents.append(try document.load()?.content)
        }
        // A manually written file may contain more than is stored, such as the texts of notified alerts.
        try require(contents[1] == contents[2], "written \(contents[1] as Any), read \(contents[2] as Any)")
        return contents[2]
    }

    /// Throws if the places of a snapshot cannot be displayed.
    private static func requireDisplayable(_ snapshot: Snapshot, choice: Int) throws {
        for (index, place) in snapshot.places.enumerated().prefix(4) {
            let weather = snapshot.weather[place.coordinate.rounded]
            var scene = Scene(place: place, report: weather?.report, now: fuzzNow, staleAfter: 3600)
            scene.alerts = weather?.alerts.content
            scene.air = weather?.air.content
            try requireReadable(scene, choice: choice + index)
            try requireOneLine(PlaceSentence.set(place))
        }
    }
}
