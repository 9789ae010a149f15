import Testing

@testable import SessionBus

/// The wheel in the conventions of Qt and of GTK.
struct TrayScrollTests {
    private func steps(_ deltas: [Int32], _ direction: String = "vertical") -> [Int] {
        var scroll = TrayScroll()
        return deltas.map { scroll.steps($0, direction) }
    }

    @Test func notchesOfQt() {
        #expect(steps([120, -120, 120], "Vertical") == [-1, 1, -1])
        #expect(steps([120, -120]) == [-1, 1])
        #expect(steps([-120], "horizontal") == [1])
    }

    @Test func touchpadsOfQtAddUp() {
        #expect(steps([-30, -30, -30, -30, -60, -60], "Vertical") == [0, 0, 0, 1, 0, 1])
        #expect(steps([8, 8, 8], "Vertical") == [0, 0, 0])
        // The other direction starts again.
        #expect(steps([100, -30, -90], "Vertical") == [0, 0, 1])
    }

    @Test func stepsOfGTK() {
        #expect(steps([1, 1, -1, 3, -2, 0]) == [1, 1, -1, 1, -1, 0])
        // MATE's panel.
        #expect(steps([1, -1], "Vertical") == [1, -1])
    }

    @Test func extremesAreOneStep() {
        #expect(steps([.max, .max, .min, 12_000]) == [-1, -1, 1, -1])
        #expect(steps([.min], "Vertical") == [1])
    }
}
