import Formats
import Scratch
import Testing

/// A random tree, printed in random styles, is read as the same tree.
struct RoundTripTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func printedDocumentsRoundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<400 {
            guard case .table(let members) = Tree.randomTable(&random) else { continue }
            let text = TreePrinter.text(of: members, SplitMix64(seed: random.next()))
            #expect(try tree(text) == .table(members), "\(text)")
        }
    }
}
