import Glibc

package enum StandardError {
    /// Says one sentence to people, after the program's name. Whether it could be written makes no difference.
    package static func say(_ sentence: String) {
        let bytes = Array(["weatherctl: ", sentence, "\n"].joined().utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
