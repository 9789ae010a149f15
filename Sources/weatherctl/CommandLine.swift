import Glibc

extension CommandLine {
    /// The words after the program's name. Taken from the bytes themselves: `arguments` would mend what is not UTF-8.
    static var words: [String] {
        get throws(UsageError) {
            var words: [String] = []
            for index in 1..<max(1, Int(argc)) {
                guard let bytes = unsafeArgv[index] else { break }
                guard let word = String(validatingCString: bytes) else { throw .notUTF8 }
                words.append(word)
            }
            return words
        }
    }
}
