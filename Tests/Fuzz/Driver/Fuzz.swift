import Glibc

/// `FUZZ_TARGET=NAME fuzz OPTION... CORPUS...`: libFuzzer on one target. Without a target it names them all.
enum Fuzz {
    /// Taken from the environment, since libFuzzer restarts itself with its own arguments only.
    fileprivate static let target = getenv("FUZZ_TARGET").flatMap { name in
        FuzzTarget.all.first { $0.name == String(cString: name) }
    }
}

/// Called by libFuzzer before all else.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer) -> CInt {
    guard Fuzz.target == nil else { return 0 }
    for target in FuzzTarget.all { print(target.name) }
    exit(getenv("FUZZ_TARGET") == nil ? 0 : 64)
}

/// Called by libFuzzer for each input. What Swift traps on and what does not hold ends the process, which libFuzzer reports.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    do {
        try Fuzz.target?.checkInTime(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        fatalError("\(error)")
    }
    return 0
}
