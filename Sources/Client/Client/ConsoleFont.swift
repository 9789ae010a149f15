import Glibc

/// The font of the Linux console, which has 256 or 512 glyphs: no emoji, no braille, and often no block elements.
package struct ConsoleFont: Equatable {
    /// The code points with a glyph.
    private let scalars: [UInt16]

    /// - Parameter glyphs: none for an unknown font.
    init(glyphs: String = "") {
        scalars = glyphs.unicodeScalars.compactMap { UInt16(exactly: $0.value) }
    }

    /// nil unless the terminal is a Linux console.
    ///
    /// - Parameter kind: the value of `TERM`. The font of a remote console is unknown.
    package init?(of descriptor: Int32, kind: String? = environment("TERM")) {
        guard kind == "linux", isatty(descriptor) == 1 else { return nil }
        scalars = Self.scalars(of: descriptor)
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII || UInt16(exactly: scalar.value).map { scalars.contains($0) } ?? false
    }

    private static func scalars(of console: Int32) -> [UInt16] {
        let entries = [UnicodeMap.Entry](unsafeUninitializedCapacity: Int(UInt16.max)) { buffer, count in
            var map = UnicodeMap(count: .max, entries: buffer.baseAddress)
            count = ioctl(console, UnicodeMap.request, &map) == 0 ? Int(map.count) : 0
        }
        return entries.map { $0.scalar }
    }
}

/// `struct unimapdesc` of linux/kd.h, which Swift's Glibc module does not contain.
private struct UnicodeMap {
    /// `struct unipair`.
    struct Entry {
        var scalar: UInt16
        var glyph: UInt16
    }

    /// GIO_UNIMAP.
    static let request: UInt = 0x4B66

    var count: UInt16
    var entries: UnsafeMutablePointer<Entry>?
}
