import Weather

// CAP's text forms of shapes (CAP 1.2, 3.2.4).
extension Ring {
    /// `lat,lon lat,lon …`. Brackets and other characters that are no part of numbers are skipped, and so are single points that
    /// are none; of a text that is garbage by more than a tenth, nothing is used.
    ///
    /// - Parameter most: the most points.
    /// - Throws: `tooLarge` with more points.
    init?(capPolygon text: some Collection<UInt8>, upTo most: Int) throws(XMLFailure) {
        var points: [Coordinate] = []
        var damaged = 0
        // In place, since there may be millions.
        var start = text.startIndex
        while let first = text[start...].firstIndex(where: { $0 > 0x20 }) {
            let end = text[first...].firstIndex { $0 <= 0x20 } ?? text.endIndex
            start = end
            if let point = Coordinate(capPoint: text[first..<end]) {
                if points.last != point { points.append(point) }
            } else {
                damaged += 1
                // Too many for as many points as there may be.
                guard damaged * 10 <= most else { return nil }
            }
            guard points.count <= most else { throw .tooLarge }
        }
        guard damaged * 10 <= points.count else { return nil }
        self.init(points)
    }

    /// As `init(capPolygon:upTo:)`, from text.
    public init?(capPolygon text: String, upTo most: Int = CAPLimits.points) throws(XMLFailure) {
        try self.init(capPolygon: Array(text.utf8), upTo: most)
    }
}

extension Circle {
    /// `lat,lon radius`, the radius in kilometres.
    public init?(cap text: String) {
        let words = text.utf8.split { $0 <= 0x20 }
        guard words.count == 2, let centre = Coordinate(capPoint: words[0]),
            let kilometres = Double(String(decoding: words[1], as: UTF8.self)), kilometres >= 0,
            AlertArea.radii.contains(kilometres * 1000)
        else { return nil }
        self.init(centre: centre, radius: kilometres * 1000)
    }
}

extension Coordinate {
    /// `lat,lon` in degrees. Longitudes up to 360 are accepted, since areas across the 180th meridian have them.
    init?(capPoint word: some Sequence<UInt8>) {
        var numbers: [Double] = []
        var digits: [UInt8] = []
        func close() -> Bool {
            guard !digits.isEmpty, digits.count <= 40, numbers.count < 2 else { return false }
            guard let number = Double(String(decoding: digits, as: UTF8.self)) else { return false }
            numbers.append(number)
            digits.removeAll(keepingCapacity: true)
            return true
        }
        for byte in word {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                digits.append(byte)
            case UInt8(ascii: ","): guard close() else { return nil }
            default: break
            }
        }
        guard close(), numbers.count == 2, (-360...360).contains(numbers[1]) else { return nil }
        let (latitude, longitude) = (numbers[0], numbers[1])
        self.init(latitude: latitude, longitude: longitude.turned)
    }
}
