import Glibc

/// Standard input, output and error, which the caller may have closed.
package enum StandardDescriptors {
    /// Opens closed standard descriptors, as glibc does for setuid programs: otherwise the socket would get their
    /// number, and output would be sent to the daemon. The replacements are not writable, so that writing to a closed
    /// output still fails.
    package static func fillGaps() {
        // Each gap is the lowest free number when it is filled.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDONLY)
        }
    }
}
