import CLinux
import Glibc

/// Executes another program in which some system calls fail with ENOSYS, as on an older kernel, also in its children.
///
/// - Parameters:
///   - calls: their numbers.
///   - words: the program's path and its arguments.
func become(_ words: [String], without calls: ClosedRange<UInt32>) -> Never {
    let (first, last) = (calls.lowerBound, calls.upperBound)
    let program = [
        sock_filter(code: 0x20, jt: 0, jf: 0, k: 0),  // the system call number
        sock_filter(code: 0x35, jt: 0, jf: 2, k: first),  // lower: allow
        sock_filter(code: 0x25, jt: 1, jf: 0, k: last),  // higher: allow
        sock_filter(code: 0x06, jt: 0, jf: 0, k: 0x0005_0000 | UInt32(ENOSYS)),
        sock_filter(code: 0x06, jt: 0, jf: 0, k: 0x7FFF_0000),
    ]
    guard let path = words.first, weatherd_prctl(PR_SET_NO_NEW_PRIVS, 1) == 0,
        program.withUnsafeBufferPointer({ weatherd_seccomp_install($0.baseAddress, UInt16($0.count), false) })
    else { exit(71) }
    var arguments = words.map { strdup($0) } + [nil]
    execv(path, &arguments)
    exit(71)
}
