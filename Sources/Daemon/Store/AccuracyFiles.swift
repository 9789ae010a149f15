import Dispatch
import Glibc
import Logging
public import Weather

/// The accuracy archives in `accuracy`: one file of at most 2 MB per place, with the position in its name.
public struct AccuracyFiles: Sendable {
    private let directory: String
    /// Serializes access to the files.
    private let disk: DispatchQueue
    private let logger: Logger

    /// The maximum number of archives; the least recently written is removed.
    static let placesLimit = 4
    private static let suffix = ".json"

    init(directory: String, disk: DispatchQueue, logger: Logger) {
        (self.directory, self.disk, self.logger) = (directory + "/accuracy", disk, logger)
    }

    /// The archive of a place, or of the nearest one within 5 km; nil when there is none. A damaged file is moved aside
    /// with a log message, and a new archive begins.
    ///
    /// - Throws: why the file cannot be read.
    public func load(near place: Coordinate, at now: UnixTime) async throws(KeepingError) -> AccuracyArchive? {
        let result = await disk.run { [self] () -> Result<AccuracyArchive?, KeepingError> in
            do throws(KeepingError) {
                let nearest = positions.map { (position: $0, distance: $0.distance(to: place)) }
                    .filter { $0.distance <= AccuracyArchive.nearness }.min { $0.distance < $1.distance }
                guard let nearest else { return .success(nil) }
                let found = try document(of: nearest.position).load(orSetAsideAt: now, logger: logger)
                return .success(found?.content.archive(at: nearest.position))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Writes the file of an archive. A failed write is logged.
    public func save(_ archive: AccuracyArchive) async {
        await disk.run { [self] in
            do throws(KeepingError) {
                try document(of: archive.position).write(AccuracyDocument(archive))
                removeOldest()
            } catch {
                logger.error("\(error.sentence); accuracy data was not saved")
            }
        }
    }

    private func document(of position: Coordinate) -> Document<AccuracyDocument> {
        Document(
            file: AtomicFile(directory: directory, name: Self.name(of: position), limit: 8 << 20), versions: 1...1)
    }

    /// `-34.9,-56.16.json`.
    static func name(of position: Coordinate) -> String { "\(position.latitude),\(position.longitude)\(suffix)" }

    private static func position(_ name: String) -> Coordinate? {
        guard name.hasSuffix(suffix) else { return nil }
        let parts = name.dropLast(suffix.count).split(separator: ",")
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]) else { return nil }
        let position = Coordinate(latitude: latitude, longitude: longitude)
        return position.flatMap { self.name(of: $0.coarse) == name ? $0 : nil }
    }

    private var positions: [Coordinate] {
        FileNames.all(in: directory).compactMap(Self.position)
    }

    private func removeOldest() {
        let files = positions.map { position -> (path: String, written: Int) in
            let path = "\(directory)/\(Self.name(of: position))"
            var status = stat()
            return (path, lstat(path, &status) == 0 ? status.st_mtim.tv_sec : 0)
        }
        let excess = files.sorted { $0.written > $1.written }.dropFirst(Self.placesLimit)
        for file in excess { unlink(file.path) }
    }
}
