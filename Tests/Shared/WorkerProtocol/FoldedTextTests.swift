import Foundation
import Testing

@testable import WorkerProtocol

struct FoldedTextTests {
    @Test(arguments: [
        ("São Paulo", "sao paulo"), ("Łódź", "łodz"), ("GRÜN", "grun"), ("Straße", "strasse"), ("Αθήνα", "αθηνα"),
        ("Ёлка", "елка"), ("e\u{301}te\u{301}", "ete"), ("Đà Nẵng", "đa nang"), ("İzmir", "izmir"), ("東京", "東京"),
        ("が", "が"), ("क़", "क़"), ("\u{301}", "\u{301}"), ("", ""), ("ﬁn", "fin"),
    ])
    func accentsAndCapitals(text: String, folded: String) {
        #expect(Array(text.folded.unicodeScalars) == Array(folded.unicodeScalars))
    }

    /// Accented letters fold as in Foundation.
    @Test func everyLetterFoldsAsInFoundation() {
        for block in [0x41...0x24F, 0x370...0x52F, 0x1E00...0x1FFF] {
            for scalar in block.compactMap(Unicode.Scalar.init) where scalar.properties.isAlphabetic {
                let text = String(scalar)
                let expected = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
                #expect(Array(text.folded.unicodeScalars) == Array(expected.unicodeScalars), "\(text)")
            }
        }
    }
}
