import Formats
import Glibc

package enum StandardError {
    /// Writes a sentence after the program's name, without the control characters of paths and variables in it, and ignores
    /// failures. On a terminal it is wrapped.
    package static func say(_ sentence: String) {
        let text = ["weatherctl: ", sentence.withControlsReplaced].joined()
        let bytes = Array([text.fitted(to: STDERR_FILENO), "\n"].joined().utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
