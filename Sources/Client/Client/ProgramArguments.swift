import Glibc

/// The program's arguments, as in main(3).
package struct ProgramArguments {
    /// The last pointer is null.
    package typealias Pointer = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    package let pointer: Pointer
    private let count: Int

    package init(_ pointer: Pointer, count: Int32) {
        self.pointer = pointer
        self.count = Int(count)
    }

    /// The arguments after the program's name.
    ///
    /// - Throws: `notUTF8` alone.
    package var words: [String] {
        get throws(UsageError) {
            var words: [String] = []
            for index in 1..<max(1, count) {
                guard let bytes = pointer[index] else { break }
                guard let word = String(validatingCString: bytes) else { throw .notUTF8 }
                words.append(word)
            }
            return words
        }
    }
}
