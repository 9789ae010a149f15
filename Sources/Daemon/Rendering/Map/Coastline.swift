import Formats
import Languages

/// The coastlines of the Earth and its large lakes, in the format that `Coastline/prepare.py` describes.
///
/// Files are untrusted input: truncated or damaged ones are rejected, and none can crash the daemon.
public struct Coastline: Sendable {
    /// The bounding box of part of a line; degrees, longitudes from -180 to 180.
    private struct Piece {
        var detail: Int
        var count: Int
        var west: Double
        var south: Double
        var east: Double
        var north: Double
        var body: Range<Int>
    }

    private static let mark = Array("coast".utf8) + [1]
    private static let headSize = 12

    private let path: String
    private let bytes: [UInt8]
    private let steps: Double
    /// The maximum deviation of a line from the coast for each level of detail, degrees; coarsest first.
    private let tolerances: [Double]
    private let pieces: Range<Int>

    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - path: the file's path, for errors.
    ///
    /// - Throws: `damaged`.
    public init(bytes: [UInt8], path: String) throws(CoastlineError) {
        guard bytes.starts(with: Self.mark), bytes.count >= Self.mark.count + 3 else { throw .damaged(path: path) }
        let levels = Int(bytes[8])
        let start = 9 + 2 * levels
        guard bytes.count >= start, levels > 0 else { throw .damaged(path: path) }
        self.path = path
        self.bytes = bytes
        steps = Double(Self.unsigned(bytes, 6))
        tolerances = (0..<levels).map { Double(Self.unsigned(bytes, 9 + 2 * $0)) / 1000 }
        pieces = start..<bytes.count
        guard steps > 0 else { throw .damaged(path: path) }
    }

    /// Calls `draw` with the lines for a map with this resolution: the coarsest level whose error is not visible.
    ///
    /// - Parameters:
    ///   - frame: the map's area; west and east may exceed ±180.
    ///   - draw: receives the points of each line, whose longitudes may exceed ±180.
    func forEachLine(
        in frame: MapFrame, degreesPerDot: Double, _ draw: ([MapPoint]) -> Void
    ) throws(CoastlineError) {
        let detail = tolerances.firstIndex { $0 <= degreesPerDot } ?? tolerances.count - 1
        var points: [MapPoint] = []
        var position = pieces.lowerBound
        while position < pieces.upperBound {
            let piece = try piece(at: position)
            position = piece.body.upperBound
            guard piece.detail == detail, piece.south <= frame.north, piece.north >= frame.south else { continue }
            for turn in stride(from: -720.0, through: 720, by: 360)
            where piece.west + turn <= frame.east && piece.east + turn >= frame.west {
                points.removeAll(keepingCapacity: true)
                try read(piece, into: &points, turn: turn)
                draw(points)
            }
        }
    }

    private func piece(at position: Int) throws(CoastlineError) -> Piece {
        guard position + Self.headSize <= bytes.count else { throw .damaged(path: path) }
        func degrees(_ offset: Int) -> Double {
            Double(Int16(bitPattern: Self.unsigned(bytes, position + offset))) / 100
        }
        let start = position + Self.headSize
        let end = start + Int(Self.unsigned(bytes, position + 10))
        guard end <= bytes.count else { throw .damaged(path: path) }
        return Piece(
            detail: Int(bytes[position]), count: Int(bytes[position + 1]), west: degrees(2), south: degrees(4),
            east: degrees(6), north: degrees(8), body: start..<end)
    }

    private func read(_ piece: Piece, into points: inout [MapPoint], turn: Double) throws(CoastlineError) {
        var reader = ByteReader(bytes, piece.body)
        var (x, y) = (0, 0)
        for _ in 0..<piece.count {
            guard let dx = reader.number(), let dy = reader.number() else { throw .damaged(path: path) }
            (x, y) = (x + dx, y + dy)
            points.append(MapPoint(x: Double(x) / steps + turn, y: Double(y) / steps))
        }
    }

    private static func unsigned(_ bytes: [UInt8], _ position: Int) -> UInt16 {
        UInt16(bytes[position]) | UInt16(bytes[position + 1]) << 8
    }
}

/// Why there is no map.
public enum CoastlineError: Error, Sendable, Hashable {
    case missing(path: String)
    /// The reason is the system's error message.
    case notRead(path: String, reason: String)
    case damaged(path: String)

    /// What failed, why and what to do, as one sentence without a period.
    public var sentence: String {
        switch self {
        case .missing(let path): "no map: \(path.quoted) is missing; reinstall weatherd"
        case .notRead(let path, let reason):
            "no map: cannot read \(path.quoted): \(reason.plain(limit: 100))"
        case .damaged(let path): "no map: \(path.quoted) is damaged; reinstall weatherd"
        }
    }
}
