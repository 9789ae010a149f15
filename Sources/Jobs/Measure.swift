import Weather

/// A number that a value of a report has or lacks, and the range that it can be believed in. These are functions and no key
/// paths, which take ten times as long.
struct Measure<Owner>: Sendable {
    let range: ClosedRange<Double>
    let get: @Sendable (Owner) -> Double?
    let set: @Sendable (inout Owner, Double?) -> Void

    init(
        _ range: ClosedRange<Double>, _ get: @escaping @Sendable (Owner) -> Double?,
        _ set: @escaping @Sendable (inout Owner, Double?) -> Void
    ) {
        (self.range, self.get, self.set) = (range, get, set)
    }
}

extension MessageWriter {
    /// The numbers in thousandths, as reports hold them.
    mutating func measures<Owner>(_ measures: [Measure<Owner>], of owner: Owner) {
        for measure in measures { int(measure.get(owner).map { Int(($0 * 1000).rounded()) }) }
    }
}

extension MessageReader {
    mutating func fill<Owner>(_ owner: inout Owner, _ measures: [Measure<Owner>]) throws(Malformed) {
        for measure in measures {
            guard let count = try optionalInt(in: Self.thousandths) else { continue }
            let number = Double(count) / 1000
            guard measure.range.contains(number) else { throw Malformed("a number that cannot be") }
            measure.set(&owner, number)
        }
    }

    /// What `Thousandths` can hold.
    private static let thousandths = Int(Int32.min) + 1...Int(Int32.max)
}

/// The ranges that values of the weather can be believed in: those of what is measured are the decoders'. What is derived
/// from several has a wider one.
enum Believable {
    static let temperature = -120.0...100.0
    static let derivedTemperature = -300.0...300.0
    static let share = 0.0...100.0
    static let pressure = 800.0...1150.0
    static let speed = 0.0...200.0
    static let direction = 0.0...360.0
    /// Of water in a period, mm.
    static let depth = 0.0...5000.0
    /// Of water in a day, whose hours may each have the most, mm.
    static let dailyDepth = 0.0...125_000.0
    static let snowDepth = 0.0...50_000.0
    static let dailySnowDepth = 0.0...1_250_000.0
    static let visibility = 0.0...1_000_000.0
    static let uvIndex = 0.0...60.0
    static let hours = 0.0...25.0
    static let airIndex = 0.0...2000.0
    static let concentration = 0.0...1_000_000.0
    static let pollen = 0.0...100_000.0
    /// Seconds that something falls for: two weeks, which no service goes beyond.
    static let period = 0...14 * 86_400
}
