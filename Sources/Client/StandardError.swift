import Glibc

package enum StandardError {
    /// Writes a sentence after the program's name, and ignores failures.
    package static func say(_ sentence: String) {
        let bytes = Array(["weatherctl: ", sentence, "\n"].joined().utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
