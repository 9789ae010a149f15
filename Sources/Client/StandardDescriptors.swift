import Glibc

/// Standard input, output and error, whichever of them the caller has closed.
package enum StandardDescriptors {
    /// Takes the place of those that are closed, as glibc does for programs with privileges: the next thing to be opened would
    /// get their numbers, and what is meant for a reader would be written to the daemon. What stands there cannot be written
    /// to, so that a closed output stays one.
    package static func fillGaps() {
        // Each gap is the lowest free number when its turn comes.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDONLY)
        }
    }
}
