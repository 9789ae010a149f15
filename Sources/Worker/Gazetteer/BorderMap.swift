import Formats
import Glibc
import Platform
import Weather

/// The borders and coasts of the world's countries, in the format that `Borders/prepare.py` describes.
///
/// Files are untrusted input: damaged ones are rejected as a whole.
struct BorderMap: Sendable {
    /// Part of a border or a coast; the box is in degrees.
    private struct Piece {
        var left: UInt8
        var right: UInt8
        var count: UInt8
        var west: Float
        var south: Float
        var east: Float
        var north: Float
        var body: Range<Int32>
    }

    private static let mark = Array("borders".utf8) + [1]
    /// Land that no country claims, as its code in the file.
    private static let unclaimed = "--"

    private let bytes: [UInt8]
    private let steps: Double
    /// ISO 3166-1 alpha-2, by the number in the pieces; nil for the sea and for unclaimed land.
    private let codes: [String?]
    /// Of the finest level.
    private let pieces: [Piece]
    /// The indices of the pieces that touch each degree of latitude, from 90° S.
    private let bands: [[Int32]]

    /// - Parameter bytes: the whole file; nil is returned for a damaged one.
    init?(bytes: [UInt8]) {
        guard bytes.starts(with: Self.mark) else { return nil }
        var reader = ByteReader(bytes, Self.mark.count..<bytes.count)
        guard let checksum = reader.unsigned(4), checksum == Int(Checksum.short(of: reader.rest)),
            let steps = reader.unsigned(2), steps > 0, let levels = reader.unsigned(1), levels > 0,
            (0..<levels).allSatisfy({ _ in reader.unsigned(2) != nil }), let countries = reader.unsigned(1)
        else { return nil }
        var codes: [String?] = [nil]
        for _ in 0..<countries {
            guard let code = reader.take(2).map({ String(decoding: $0, as: UTF8.self) }) else { return nil }
            codes.append(code == Self.unclaimed ? nil : code)
        }
        var pieces: [Piece] = []
        var bands = [[Int32]](repeating: [], count: 180)
        while !reader.isAtEnd {
            guard let head = reader.take(4) else { return nil }
            let box = (0..<4).compactMap { _ in reader.signed16().map { Float($0) / 100 } }
            guard let length = reader.unsigned(2), let body = reader.range(length), box.count == 4,
                box[1] <= box[3], Int(head[head.startIndex + 2]) < codes.count,
                Int(head[head.startIndex + 3]) < codes.count
            else { return nil }
            guard head[head.startIndex] == levels - 1 else { continue }
            let piece = Piece(
                left: head[head.startIndex + 2], right: head[head.startIndex + 3], count: head[head.startIndex + 1],
                west: box[0], south: box[1], east: box[2], north: box[3],
                body: Int32(body.lowerBound)..<Int32(body.upperBound))
            for band in Self.band(piece.south)...Self.band(piece.north) { bands[band].append(Int32(pieces.count)) }
            pieces.append(piece)
        }
        guard !pieces.isEmpty else { return nil }
        (self.bytes, self.steps, self.codes, self.pieces, self.bands) = (bytes, Double(steps), codes, pieces, bands)
    }

    /// The country of a position (ISO 3166-1 alpha-2); nil at sea, and where no country has a code.
    func country(at position: Coordinate) -> String? {
        // The nearest line to the east has the country on its side.
        var nearest = (distance: Double.infinity, country: UInt8(0))
        // Areas end at both: 180° west is the same meridian as 180° east.
        let longitude = position.longitude == -180 ? 180 : position.longitude
        for index in bands[Self.band(Float(position.latitude))] {
            let piece = pieces[Int(index)]
            guard Double(piece.south) <= position.latitude, position.latitude <= Double(piece.north),
                longitude <= Double(piece.east),
                Double(piece.west) - longitude <= nearest.distance
            else { continue }
            eachEdge(of: piece) { from, to in
                guard (from.y <= position.latitude) != (to.y <= position.latitude) else { return }
                let east = from.x + (to.x - from.x) * (position.latitude - from.y) / (to.y - from.y)
                let distance = east - longitude
                guard distance >= 0, distance < nearest.distance else { return }
                nearest = (distance, to.y > from.y ? piece.left : piece.right)
            }
        }
        return codes[Int(nearest.country)]
    }

    /// The countries with land within a distance in metres, each with its distance; the position's own country with the
    /// distance to its border or coast.
    func countries(within metres: Double, of position: Coordinate) -> [String: Double] {
        let latitudes = metres / Coordinate.metresPerDegree
        let scale = max(0.01, cos(position.latitude.radians))
        let longitudes = latitudes / scale
        let bands = Self.band(Float(position.latitude - latitudes))...Self.band(Float(position.latitude + latitudes))
        var found: [UInt8: Double] = [:]
        for index in Set(bands.flatMap { self.bands[$0] }) {
            let piece = pieces[Int(index)]
            guard Double(piece.south) <= position.latitude + latitudes,
                position.latitude - latitudes <= Double(piece.north),
                Double(piece.west) <= position.longitude + longitudes,
                position.longitude - longitudes <= Double(piece.east)
            else { continue }
            eachEdge(of: piece) { from, to in
                let (x, y) = ((position.longitude - from.x) * scale, position.latitude - from.y)
                let (dx, dy) = ((to.x - from.x) * scale, to.y - from.y)
                let square = dx * dx + dy * dy
                let share = square > 0 ? max(0, min(1, (x * dx + y * dy) / square)) : 0
                let (restX, restY) = (x - share * dx, y - share * dy)
                let distance = (restX * restX + restY * restY).squareRoot() * Coordinate.metresPerDegree
                guard distance <= metres else { return }
                for country in [piece.left, piece.right] {
                    found[country] = min(distance, found[country] ?? .infinity)
                }
            }
        }
        var distances: [String: Double] = [:]
        for (number, distance) in found {
            guard let code = codes[Int(number)] else { continue }
            distances[code] = distance
        }
        return distances
    }

    private static func band(_ latitude: Float) -> Int { max(0, min(179, Int(latitude + 90))) }

    /// Calls `body` with the ends of each edge, in degrees. Stops at data that cannot be read, which the checksum rules out.
    private func eachEdge(
        of piece: Piece, _ body: (_ from: (x: Double, y: Double), _ to: (x: Double, y: Double)) -> Void
    ) {
        var reader = ByteReader(bytes, Int(piece.body.lowerBound)..<Int(piece.body.upperBound))
        var (x, y) = (0, 0)
        var from: (x: Double, y: Double)?
        for _ in 0..<piece.count {
            guard let dx = reader.number(), let dy = reader.number() else { return }
            (x, y) = (x &+ dx, y &+ dy)
            let to = (x: Double(x) / steps, y: Double(y) / steps)
            if let from { body(from, to) }
            from = to
        }
    }
}

extension BorderMap {
    /// More than the file ever has, bytes.
    private static let longestFile = 4 << 20

    /// - Throws: `missing`, `notRead` or `damaged`.
    init(path: String) throws(GazetteerError) {
        let map: BorderMap?
        do throws(FileProblem) {
            map = BorderMap(bytes: try [UInt8](ofFile: path, atMost: Self.longestFile))
        } catch {
            switch error {
            case .failed(let error): throw GazetteerError(systemError: error.code, path: path)
            case .notRegular, .permissive: throw .notRead(path: path, reason: "it is not a file")
            case .tooLong: map = nil
            }
        }
        guard let map else {
            throw .damaged(path: path, reason: "it is not the border file of this version of weatherd")
        }
        self = map
    }
}
