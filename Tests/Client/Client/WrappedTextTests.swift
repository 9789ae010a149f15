import Testing

@testable import Client

@Suite("Wrapped text")
struct WrappedTextTests {
    @Test(
        "Lines break at spaces",
        arguments: [
            ("", 10, ""),
            ("weatherd is not running", 80, "weatherd is not running"),
            ("weatherd is not running", 11, "weatherd is\nnot running"),
            ("weatherd is not running", 12, "weatherd is\nnot running"),
            ("weatherd is not running", 10, "weatherd\nis not\nrunning"),
            ("weatherd is not running", 1, "weatherd\nis\nnot\nrunning"),
            // Spaces between the parts of a bar's line stay.
            ("☀️  22°C", 20, "☀️  22°C"),
            ("opening /a/very/long/path failed", 12, "opening\n/a/very/long/path\nfailed"),
        ])
    func breaks(text: String, columns: Int, lines: String) {
        #expect(text.wrapped(to: columns) == lines)
    }

    @Test("Wide characters take two columns, accents none of their own")
    func columns() {
        #expect("東京 大阪".wrapped(to: 9) == "東京 大阪")
        #expect("東京 大阪".wrapped(to: 8) == "東京\n大阪")
        #expect("Zürich über".wrapped(to: 11) == "Zürich über")
    }
}
