import Foundation
import Rendering
import Weather
import Wire

@testable import Keeping

// The files that are read at startup, with any content.
extension FuzzTarget {
    /// reports.json.
    static let reportsFile = FuzzTarget(name: "reports-file") { bytes in
        guard
            let cache = try reread(
                bytes, versions: Cache.versions,
                { (document, content) throws(KeepingError) in try document.write(content) })
        else { return }
        var snapshot = Snapshot()
        snapshot.settings.location = .automatic
        cache.restore(&snapshot)
        snapshot.admitPlaces(at: fuzzNow)
        try demandShowable(snapshot, choice: bytes.count)
    }

    /// settings.json, requests.json or told.json, whichever the bytes resemble most.
    static let settingsFiles = FuzzTarget(name: "settings-files") { bytes in
        if let settings = try reread(
            bytes, versions: 1...1, { (document, content) throws(KeepingError) in try document.write(content) })
            as Settings?
        {
            var snapshot = Snapshot(settings: settings)
            snapshot.admitPlaces(at: fuzzNow)
            try demandShowable(snapshot, choice: bytes.count)
        }
        if var requests = try reread(
            bytes, versions: 1...1, { (document, content) throws(KeepingError) in try document.write(content) })
            as RequestTally?
        {
            try demand(requests.count(at: fuzzNow) >= 0, "fewer requests than none")
            requests.add(to: "open-meteo", at: fuzzNow)
            requests.remove(from: "open-meteo", at: fuzzNow)
        }
        if var told = try reread(
            bytes, versions: 1...1, { (document, content) throws(KeepingError) in try document.write(content) })
            as NotificationHistory?
        {
            let kinds = Set(WeatherEvent.Kind.allCases)
            let context = EventContext(report: nil, alerts: [], failedAt: nil, now: fuzzNow, staleAfter: 3600)
            _ = told.nextChange(of: context, at: .oslo, kinds)
            _ = told.take(context, at: .oslo, kinds)
        }
    }

    /// What a document with these bytes holds, written and read again; nil when the document says that it is damaged.
    ///
    /// Throws when it is another one once it is written and read once more.
    private static func reread<Content: Decodable & Sendable & Equatable>(
        _ bytes: [UInt8], versions: ClosedRange<Int>,
        _ write: (Document<Content>, Content) throws(KeepingError) -> Void
    ) throws -> Content? {
        let document = Document<Content>(
            file: AtomicFile(directory: ScratchFiles.directory, name: "\(Content.self)"), versions: versions)
        try Data(bytes).write(to: URL(fileURLWithPath: document.file.path))
        // The one reason not to take it is that it is damaged.
        let loaded = Result { () throws(KeepingError) in try document.load()?.content }
        if case .failure(.damaged) = loaded { return nil }
        var contents = [try loaded.get()]
        for _ in 0..<2 {
            guard let content = contents.last ?? nil else { throw Violation("the file is gone") }
            try write(document, content)
            contents.append(try document.load()?.content)
        }
        // A file written by hand may contain more than is stored, such as the texts of notified alerts.
        try demand(contents[1] == contents[2], "written \(contents[1] as Any), read \(contents[2] as Any)")
        return contents[2]
    }

    /// Throws when the places of a snapshot cannot be shown.
    private static func demandShowable(_ snapshot: Snapshot, choice: Int) throws {
        for (index, place) in snapshot.places.enumerated().prefix(4) {
            let weather = snapshot.weather[place.coordinate.rounded]
            var scene = Scene(place: place, report: weather?.report, now: fuzzNow, staleAfter: 3600)
            scene.alerts = weather?.alerts.content
            scene.air = weather?.air.content
            try demandReadable(scene, choice: choice + index)
            try demandOneLine(PlaceSentence.set(place))
        }
    }
}

/// Throws when a report comes back from reports.json as another one.
func demandKept(_ report: Report) throws {
    let text = try JSONEncoder().encode(ReportDocument(report))
    var kept = report
    kept.unknownCodes = nil
    let read = try JSONDecoder().decode(ReportDocument.self, from: text).report
    try demand(read == kept, "kept \(kept), read \(read)")
}
