/// A file that is added to each mutated module. Generic functions instead of operators, so that the type checker has
/// one candidate for each expression.
let supportFile = """
    import Glibc

    @usableFromInline let activeMutant = getenv("WEATHERD_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

    /// A byte for each mutant, in a file; nil unless the mutants that tests reach are to be recorded.
    @usableFromInline nonisolated(unsafe) let reachedMutants: UnsafeMutablePointer<UInt8>? = {
        guard let file = getenv("WEATHERD_REACHED_MUTANTS") else { return nil }
        let descriptor = open(file, O_RDWR)
        let bytes = mmap(nil, Int(lseek(descriptor, 0, SEEK_END)), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        return bytes == MAP_FAILED ? nil : bytes?.assumingMemoryBound(to: UInt8.self)
    }()

    @usableFromInline func isActive(_ id: Int) -> Bool {
        reachedMutants?[id] = 1
        return activeMutant == id
    }

    @usableFromInline func mutantKeeps(_ id: Int) -> Bool { !isActive(id) }
    @usableFromInline func mutantCondition(_ id: Int, _ value: Bool) -> Bool { isActive(id) != value }
    @usableFromInline func mutantConstant<T: Numeric>(_ id: Int, _ value: T) -> T {
        isActive(id) ? value + 1 : value
    }
    @usableFromInline func mutantNegative<T: SignedNumeric>(_ id: Int, _ value: T) -> T {
        isActive(id) ? value : -value
    }

    @usableFromInline func mutantLess<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool {
        isActive(id) ? a <= b : a < b
    }
    @usableFromInline func mutantLessOrEqual<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool {
        isActive(id) ? a < b : a <= b
    }
    @usableFromInline func mutantGreater<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool {
        isActive(id) ? a >= b : a > b
    }
    @usableFromInline func mutantGreaterOrEqual<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool {
        isActive(id) ? a > b : a >= b
    }
    @usableFromInline func mutantEqual<T: Equatable>(_ id: Int, _ a: T, _ b: T) -> Bool {
        isActive(id) != (a == b)
    }
    @usableFromInline func mutantUnequal<T: Equatable>(_ id: Int, _ a: T, _ b: T) -> Bool {
        isActive(id) != (a != b)
    }
    @usableFromInline func mutantIsNil<T>(_ id: Int, _ a: T?) -> Bool { isActive(id) != (a == nil) }
    @usableFromInline func mutantIsNotNil<T>(_ id: Int, _ a: T?) -> Bool { isActive(id) != (a != nil) }
    @usableFromInline func mutantMinimum<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> T {
        isActive(id) ? max(a, b) : min(a, b)
    }
    @usableFromInline func mutantMaximum<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> T {
        isActive(id) ? min(a, b) : max(a, b)
    }

    @usableFromInline func mutantPlus<T: AdditiveArithmetic>(_ id: Int, _ a: T, _ b: T) -> T {
        isActive(id) ? a - b : a + b
    }
    @usableFromInline func mutantPlus<T: RangeReplaceableCollection>(_ id: Int, _ a: T, _ b: T) -> T {
        isActive(id) ? a : a + b
    }
    @usableFromInline func mutantMinus<T: AdditiveArithmetic>(_ id: Int, _ a: T, _ b: T) -> T {
        isActive(id) ? a + b : a - b
    }
    @usableFromInline func mutantTimes<T: BinaryInteger>(_ id: Int, _ a: T, _ b: T) -> T {
        isActive(id) ? a / b : a * b
    }
    @usableFromInline func mutantTimes<T: FloatingPoint>(_ id: Int, _ a: T, _ b: T) -> T {
        isActive(id) ? a / b : a * b
    }
    @usableFromInline func mutantTimes(_ id: Int, _ a: Duration, _ b: Double) -> Duration {
        isActive(id) ? a / b : a * b
    }
    @usableFromInline func mutantTimes(_ id: Int, _ a: Duration, _ b: Int) -> Duration {
        isActive(id) ? a / b : a * b
    }
    @usableFromInline func mutantDivided<T: BinaryInteger>(_ id: Int, _ a: T, _ b: T) -> T {
        isActive(id) ? a * b : a / b
    }
    @usableFromInline func mutantDivided<T: FloatingPoint>(_ id: Int, _ a: T, _ b: T) -> T {
        isActive(id) ? a * b : a / b
    }
    @usableFromInline func mutantDivided(_ id: Int, _ a: Duration, _ b: Double) -> Duration {
        isActive(id) ? a * b : a / b
    }
    @usableFromInline func mutantDivided(_ id: Int, _ a: Duration, _ b: Int) -> Duration {
        isActive(id) ? a * b : a / b
    }
    @usableFromInline func mutantDivided(_ id: Int, _ a: Duration, _ b: Duration) -> Double {
        isActive(id) ? b / a : a / b
    }
    @usableFromInline func mutantRemainder<T: BinaryInteger>(_ id: Int, _ a: T, _ b: T) -> T {
        isActive(id) ? a / b : a % b
    }
    @usableFromInline func mutantAdd<T: AdditiveArithmetic>(_ id: Int, _ a: inout T, _ b: T) {
        if isActive(id) { a -= b } else { a += b }
    }
    @usableFromInline func mutantAdd<T: RangeReplaceableCollection, S: Sequence>(_ id: Int, _ a: inout T, _ b: S)
    where S.Element == T.Element {
        if !isActive(id) { a.append(contentsOf: b) }
    }
    @usableFromInline func mutantSubtract<T: AdditiveArithmetic>(_ id: Int, _ a: inout T, _ b: T) {
        if isActive(id) { a += b } else { a -= b }
    }

    @usableFromInline func mutantAnd(_ id: Int, _ a: Bool, _ b: @autoclosure () throws -> Bool) rethrows -> Bool {
        if isActive(id) { return a ? true : try b() }
        return a ? try b() : false
    }
    @usableFromInline func mutantOr(_ id: Int, _ a: Bool, _ b: @autoclosure () throws -> Bool) rethrows -> Bool {
        if isActive(id) { return a ? try b() : false }
        return a ? true : try b()
    }
    @usableFromInline func mutantDefault<T>(_ id: Int, _ a: T?, _ b: @autoclosure () throws -> T) rethrows -> T {
        if !isActive(id), let a { return a }
        return try b()
    }
    @usableFromInline func mutantDefault<T>(_ id: Int, _ a: T?, _ b: @autoclosure () throws -> T?) rethrows -> T? {
        if !isActive(id), let a { return a }
        return try b()
    }

    """
