import Testing

@testable import Platform

struct OutputQueueTests {
    /// The bytes that are sent if each write accepts at most this many.
    private func sent(_ queue: inout OutputQueue, by step: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while let first = queue.first {
            bytes += first.prefix(step)
            queue.removeFirst(min(step, first.count))
        }
        return bytes
    }

    @Test(arguments: [1, 7, 4096, 1 << 20])
    func bytesAreSentOnceAndInOrder(step: Int) {
        var queue = OutputQueue()
        var expected: [UInt8] = []
        for size in [3, 0, 20_000, 1, 2, 16_384, 16_383, 5, 40_000] {
            let piece = (0..<size).map { UInt8(truncatingIfNeeded: $0 + size) }
            queue.append(piece)
            expected += piece
            #expect(queue.count == expected.count)
        }
        #expect(sent(&queue, by: step) == expected)
        #expect(queue.isEmpty && queue.first == nil)
    }

    @Test func smallWritesAreBatched() {
        var queue = OutputQueue()
        for _ in 0..<100 { queue.append(Array("reply\n".utf8)) }
        #expect(queue.first?.count == 600)
    }

    /// All watchers of a page share one buffer.
    @Test func singleWriteIsNotCopied() {
        let page = [UInt8](repeating: 1, count: 100)
        var queue = OutputQueue()
        queue.append(page)
        #expect(queue.first?.withUnsafeBytes { $0.baseAddress } == page.withUnsafeBytes { $0.baseAddress })
    }
}
