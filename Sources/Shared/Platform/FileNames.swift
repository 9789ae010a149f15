import Glibc

/// The names of the files in a directory.
package enum FileNames {
    /// Empty if the directory cannot be read.
    package static func all(in directory: String) -> [String] {
        do throws(SystemError) {
            return try listing(directory)
        } catch {
            return []
        }
    }

    /// - Throws: why the directory cannot be read.
    package static func listing(_ directory: String) throws(SystemError) -> [String] {
        guard let stream = opendir(directory) else { throw SystemError() }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }
}
