import Foundation
import Testing

/// The corpus of `make fuzz`, including every input that once caused a failure, goes through the same checks once.
struct CorpusTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Corpus")

    @Test(arguments: FuzzTarget.all.map(\.name))
    func corpusInputsPass(target name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let folder = Self.corpus.appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        let inputs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!inputs.isEmpty)
        for input in inputs {
            #expect(throws: Never.self, "\(name)/\(input.lastPathComponent)") {
                try target.checkInTime(Array(try Data(contentsOf: input)))
            }
        }
    }

    /// A target without inputs, or inputs without a target, would go unnoticed. A new provider's targets have none yet.
    @Test func everyTargetHasACorpus() throws {
        let directories = Set(try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path))
        let targets = FuzzTarget.all.map(\.name)
        #expect(Set(targets).count == targets.count && directories.isSubset(of: targets))
        #expect(directories.isSuperset(of: Set(targets).subtracting(FuzzTarget.providers.map(\.name))))
        #expect(FuzzTarget.providers.count { directories.contains($0.name) } >= 20)
    }
}
