import Escaping
import Glibc

package enum StandardError {
    /// Writes a sentence after the program's name, without the control characters of paths and variables in it, and ignores
    /// failures.
    package static func say(_ sentence: String) {
        let bytes = Array(["weatherctl: ", sentence.withControlsReplaced, "\n"].joined().utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
