import Glibc

/// `FUZZ_TARGET=NAME fuzz OPTION... CORPUS...`: runs libFuzzer on one target. Without a target it lists all targets.
enum Fuzz {
    /// Taken from the environment, since libFuzzer restarts itself with its own arguments only.
    fileprivate static let target = getenv("FUZZ_TARGET").flatMap { name in
        FuzzTarget.all.first { $0.name == String(cString: name) }
    }
}

/// libFuzzer calls this first.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer) -> CInt {
    guard Fuzz.target == nil else { return 0 }
    for target in FuzzTarget.all { print(target.name) }
    exit(getenv("FUZZ_TARGET") == nil ? 0 : 64)
}

/// libFuzzer calls this for each input. Swift traps and violated invariants end the process, which libFuzzer reports.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    do {
        try Fuzz.target?.checkInTime(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        fatalError("\(error)")
    }
    return 0
}
