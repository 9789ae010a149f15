/// A file that is added to each mutated module. Generic functions instead of operators, so that the type checker has
/// one candidate for each expression.
let supportFile = """
    import Glibc

    @usableFromInline let activeMutant = getenv("WEATHERD_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

    @usableFromInline func mutantKeeps(_ id: Int) -> Bool { activeMutant != id }
    @usableFromInline func mutantCondition(_ id: Int, _ value: Bool) -> Bool { (activeMutant == id) != value }
    @usableFromInline func mutantConstant<T: Numeric>(_ id: Int, _ value: T) -> T {
        activeMutant == id ? value + 1 : value
    }
    @usableFromInline func mutantNegative<T: SignedNumeric>(_ id: Int, _ value: T) -> T {
        activeMutant == id ? value : -value
    }

    @usableFromInline func mutantLess<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool {
        activeMutant == id ? a <= b : a < b
    }
    @usableFromInline func mutantLessOrEqual<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool {
        activeMutant == id ? a < b : a <= b
    }
    @usableFromInline func mutantGreater<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool {
        activeMutant == id ? a >= b : a > b
    }
    @usableFromInline func mutantGreaterOrEqual<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool {
        activeMutant == id ? a > b : a >= b
    }
    @usableFromInline func mutantEqual<T: Equatable>(_ id: Int, _ a: T, _ b: T) -> Bool {
        (activeMutant == id) != (a == b)
    }
    @usableFromInline func mutantUnequal<T: Equatable>(_ id: Int, _ a: T, _ b: T) -> Bool {
        (activeMutant == id) != (a != b)
    }
    @usableFromInline func mutantIsNil<T>(_ id: Int, _ a: T?) -> Bool { (activeMutant == id) != (a == nil) }
    @usableFromInline func mutantIsNotNil<T>(_ id: Int, _ a: T?) -> Bool { (activeMutant == id) != (a != nil) }
    @usableFromInline func mutantMinimum<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> T {
        activeMutant == id ? max(a, b) : min(a, b)
    }
    @usableFromInline func mutantMaximum<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> T {
        activeMutant == id ? min(a, b) : max(a, b)
    }

    @usableFromInline func mutantPlus<T: AdditiveArithmetic>(_ id: Int, _ a: T, _ b: T) -> T {
        activeMutant == id ? a - b : a + b
    }
    @usableFromInline func mutantPlus<T: RangeReplaceableCollection>(_ id: Int, _ a: T, _ b: T) -> T {
        activeMutant == id ? a : a + b
    }
    @usableFromInline func mutantMinus<T: AdditiveArithmetic>(_ id: Int, _ a: T, _ b: T) -> T {
        activeMutant == id ? a + b : a - b
    }
    @usableFromInline func mutantTimes<T: BinaryInteger>(_ id: Int, _ a: T, _ b: T) -> T {
        activeMutant == id ? a / b : a * b
    }
    @usableFromInline func mutantTimes<T: FloatingPoint>(_ id: Int, _ a: T, _ b: T) -> T {
        activeMutant == id ? a / b : a * b
    }
    @usableFromInline func mutantTimes(_ id: Int, _ a: Duration, _ b: Double) -> Duration {
        activeMutant == id ? a / b : a * b
    }
    @usableFromInline func mutantTimes(_ id: Int, _ a: Duration, _ b: Int) -> Duration {
        activeMutant == id ? a / b : a * b
    }
    @usableFromInline func mutantDivided<T: BinaryInteger>(_ id: Int, _ a: T, _ b: T) -> T {
        activeMutant == id ? a * b : a / b
    }
    @usableFromInline func mutantDivided<T: FloatingPoint>(_ id: Int, _ a: T, _ b: T) -> T {
        activeMutant == id ? a * b : a / b
    }
    @usableFromInline func mutantDivided(_ id: Int, _ a: Duration, _ b: Double) -> Duration {
        activeMutant == id ? a * b : a / b
    }
    @usableFromInline func mutantDivided(_ id: Int, _ a: Duration, _ b: Int) -> Duration {
        activeMutant == id ? a * b : a / b
    }
    @usableFromInline func mutantDivided(_ id: Int, _ a: Duration, _ b: Duration) -> Double {
        activeMutant == id ? b / a : a / b
    }
    @usableFromInline func mutantRemainder<T: BinaryInteger>(_ id: Int, _ a: T, _ b: T) -> T {
        activeMutant == id ? a / b : a % b
    }
    @usableFromInline func mutantAdd<T: AdditiveArithmetic>(_ id: Int, _ a: inout T, _ b: T) {
        if activeMutant == id { a -= b } else { a += b }
    }
    @usableFromInline func mutantAdd<T: RangeReplaceableCollection, S: Sequence>(_ id: Int, _ a: inout T, _ b: S)
    where S.Element == T.Element {
        if activeMutant != id { a.append(contentsOf: b) }
    }
    @usableFromInline func mutantSubtract<T: AdditiveArithmetic>(_ id: Int, _ a: inout T, _ b: T) {
        if activeMutant == id { a += b } else { a -= b }
    }

    @usableFromInline func mutantAnd(_ id: Int, _ a: Bool, _ b: @autoclosure () throws -> Bool) rethrows -> Bool {
        if activeMutant == id { return a ? true : try b() }
        return a ? try b() : false
    }
    @usableFromInline func mutantOr(_ id: Int, _ a: Bool, _ b: @autoclosure () throws -> Bool) rethrows -> Bool {
        if activeMutant == id { return a ? try b() : false }
        return a ? true : try b()
    }
    @usableFromInline func mutantDefault<T>(_ id: Int, _ a: T?, _ b: @autoclosure () throws -> T) rethrows -> T {
        if activeMutant != id, let a { return a }
        return try b()
    }
    @usableFromInline func mutantDefault<T>(_ id: Int, _ a: T?, _ b: @autoclosure () throws -> T?) rethrows -> T? {
        if activeMutant != id, let a { return a }
        return try b()
    }

    """
