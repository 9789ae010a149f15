import Scratch

/// Values of every kind of `Codable` type.
struct Sample: Codable, Hashable {
    struct Inner: Codable, Hashable {
        var name: String
        var value: Double?
        var next: [Inner]
    }

    enum Choice: Codable, Hashable {
        case none
        case number(Int)
        case pair(first: String, second: [Bool])
    }

    var bool: Bool
    var text: String
    var double: Double
    var float: Float
    var int: Int
    var small: Int8
    var unsigned: UInt64
    var missing: Int?
    var inner: Inner
    var choices: [Choice]
    var numbers: [[Double]]
    var table: [String: [Int?]]
    var keyed: [Int: String]
}

extension Sample {
    init(_ generator: inout SplitMix64) {
        bool = generator.bool()
        text = generator.text()
        double = generator.double()
        float = Float(generator.int(-1_000_000...1_000_000)) / 128
        int = Int(truncatingIfNeeded: generator.next() >> generator.next(upperBound: 64 as UInt64))
        small = Int8(truncatingIfNeeded: generator.next())
        unsigned = generator.next() >> generator.next(upperBound: 64 as UInt64)
        missing = generator.bool() ? generator.int(-9...9) : nil
        inner = Inner(&generator, depth: 3)
        choices = generator.list {
            switch $0.int(0...2) {
            case 0: .none
            case 1: .number($0.int(-9...9))
            default: .pair(first: $0.text(), second: $0.list { $0.bool() })
            }
        }
        numbers = generator.list { $0.list { $0.double() } }
        table = [:]
        for _ in 0..<generator.int(0...5) {
            table[generator.name()] = generator.list { $0.bool() ? $0.int(-99...99) : nil }
        }
        keyed = [:]
        for _ in 0..<generator.int(0...5) { keyed[generator.int(-99...99)] = generator.text() }
    }
}

extension Sample.Inner {
    fileprivate init(_ generator: inout SplitMix64, depth: Int) {
        name = generator.text()
        value = generator.bool() ? generator.double() : nil
        next = depth == 0 ? [] : generator.list { Sample.Inner(&$0, depth: depth - 1) }
    }
}

extension SplitMix64 {
    mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }
    mutating func bool() -> Bool { .random(using: &self) }

    mutating func list<Element>(_ element: (inout SplitMix64) -> Element) -> [Element] {
        (0..<int(0...4)).map { _ in element(&self) }
    }

    /// Of all magnitudes, and often short in decimal.
    mutating func double() -> Double {
        if bool() { return Double(int(-100_000...100_000)) / 1000 }
        let double = Double(bitPattern: next())
        return double.isFinite ? double : 0
    }

    mutating func name() -> String {
        String((0..<int(0...12)).map { _ in Character(Unicode.Scalar(UInt8(int(0x20...0x7E)))) })
    }

    /// With control characters, escapes, and letters of one to four bytes.
    mutating func text() -> String {
        let ranges = [0...0x7F, 0x20...0x7E, 0x80...0x7FF, 0x2000...0x2FFF, 0x1F300...0x1F6FF]
        var scalars = String.UnicodeScalarView()
        for _ in 0..<int(0...12) {
            if let scalar = Unicode.Scalar(UInt32(int(ranges[int(0...4)]))) { scalars.append(scalar) }
        }
        return String(scalars)
    }
}
