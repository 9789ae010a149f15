import Testing

@testable import WorkerProtocol

struct WordFolderTests {
    @Test(arguments: [
        "", " ", "-", "Oslo", " Rio  de-Janeiro! ", "São Paulo", "Sa\u{303}o", "Straße", "İzmir", "ΘΕΣΣΑΛΟΝΊΚΗΣ",
        "Йошкар-Ола",
        "กรุงเทพมหานคร", "नई दिल्ली", "東京", "N’Djamena", "a\u{301}\u{301}", "\u{301}x", "x \u{301}", "ﬁne", "½", "A_b$c",
        "ŉ",
        "ἀρχή", "e\u{20DD}", "क\u{301}", "Ａ１",
    ])
    func foldsAsTheQueryDoes(name: String) {
        var folder = WordFolder()
        // Twice, since lookups are cached.
        for _ in 0..<2 {
            var bytes: [UInt8] = Array("before".utf8)
            folder.append(name, to: &bytes)
            let folded = SearchQuery.words(in: name).map(\.folded).joined(separator: " ")
            #expect(String(decoding: bytes, as: UTF8.self) == "before" + folded)
        }
    }
}
