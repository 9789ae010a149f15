import Foundation
import Testing

/// The corpus of `make fuzz`, including every input that once caused a failure, goes through the same checks once.
struct CorpusTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Corpus")

    @Test(arguments: FuzzTarget.all.map(\.name))
    func corpusInputsPass(target name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let inputs = try FileManager.default.contentsOfDirectory(
            at: Self.corpus.appendingPathComponent(name), includingPropertiesForKeys: nil)
        #expect(!inputs.isEmpty)
        for input in inputs {
            #expect(throws: Never.self, "\(name)/\(input.lastPathComponent)") {
                try target.checkInTime(Array(try Data(contentsOf: input)))
            }
        }
    }

    /// A target without inputs, or inputs without a target, would go unnoticed.
    @Test func everyTargetHasACorpus() throws {
        let directories = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
        #expect(Set(directories) == Set(FuzzTarget.all.map(\.name)))
    }
}
