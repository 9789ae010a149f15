import Testing

@testable import SessionBus

/// The pixels of the drawn temperature.
struct TemperatureIconTests {
    /// The pixels of an icon, by row and column.
    private struct Grid {
        let size: Int
        let bytes: [UInt8]

        init(_ icon: TemperatureIcon, size: Int) {
            (self.size, bytes) = (size, icon.pixels(size: size))
        }

        func alpha(_ x: Int, _ y: Int) -> UInt8 { bytes[4 * (y * size + x)] }
        func color(_ x: Int, _ y: Int) -> [UInt8] { Array(bytes[4 * (y * size + x) + 1..<4 * (y * size + x) + 4]) }
        var all: [(x: Int, y: Int)] { (0..<size).flatMap { y in (0..<size).map { ($0, y) } } }
        /// The columns with ink that is mostly opaque.
        var inked: [Int] { (0..<size).filter { x in (0..<size).contains { alpha(x, $0) > 128 } } }
    }

    private static let temperatures = ["0°", "7°", "21°", "88°", "−3°", "−18°", "104°", "−40°"]

    @Test func everySizeHasItsPixels() {
        for size in TemperatureIcon.sizes {
            for temperature in Self.temperatures {
                let grid = Grid(TemperatureIcon(temperature), size: size)
                #expect(grid.bytes.count == 4 * size * size)
                let inked = grid.all.count { grid.alpha($0.x, $0.y) > 128 }
                #expect(inked > size * size / 10 && inked < size * size * 9 / 10, "\(temperature) at \(size)")
            }
        }
    }

    @Test func borderIsNotCut() {
        for size in TemperatureIcon.sizes {
            for temperature in Self.temperatures {
                let grid = Grid(TemperatureIcon(temperature, on: .dark), size: size)
                let corners = [(0, 0), (size - 1, 0), (0, size - 1), (size - 1, size - 1)]
                #expect(corners.allSatisfy { grid.alpha($0.0, $0.1) < 128 }, "\(temperature) at \(size)")
            }
        }
    }

    @Test func differentTemperaturesDiffer() {
        let pictures = ["0°", "1°", "2°", "3°", "4°", "5°", "6°", "7°", "8°", "9°", "−1°", "10°", nil].map {
            TemperatureIcon($0).pixels(size: 22)
        }
        #expect(Set(pictures).count == pictures.count)
    }

    /// Each digit covers what a reader needs to tell it from others: some points of the grid have ink, others not.
    @Test func digitsHaveTheirShapes() throws {
        /// Whether there is ink at a part of the icon's inked width and of the height.
        func hasInk(_ temperature: String, _ x: Double, _ y: Double) -> Bool {
            let grid = Grid(TemperatureIcon(temperature, on: .dark), size: 64)
            let columns = grid.inked
            let rows = (0..<64).filter { y in (0..<64).contains { grid.alpha($0, y) > 128 } }
            let column = columns[0] + Int(x * Double(columns[columns.count - 1] - columns[0]))
            let row = rows[0] + Int(y * Double(rows[rows.count - 1] - rows[0]))
            return grid.alpha(column, row) > 128
        }
        // The two digits without a degree sign take half of the width each.
        #expect(!hasInk("00°", 0.22, 0.5) && hasInk("00°", 0.22, 0.03) && hasInk("00°", 0.22, 0.97))
        #expect(hasInk("88°", 0.22, 0.5))
        #expect(hasInk("77°", 0.05, 0.05) && !hasInk("77°", 0.05, 0.9))
        #expect(hasInk("44°", 0.03, 0.69) && !hasInk("44°", 0.03, 0.05))
        #expect(hasInk("−8°", 0.1, 0.52) && !hasInk("−8°", 0.1, 0.1))
    }

    @Test func unknownTemperatureIsADash() {
        let unknown = TemperatureIcon(nil)
        #expect(unknown == TemperatureIcon("K"))
        let grid = Grid(unknown, size: 32)
        let rows = (0..<32).filter { y in (0..<32).contains { grid.alpha($0, y) > 128 } }
        #expect(rows.count < 12 && !rows.isEmpty)
    }

    @Test func textIsBounded() {
        let long = String(repeating: "8", count: 10_000)
        #expect(TemperatureIcon(long) == TemperatureIcon("88888"))
        #expect(TemperatureIcon("294 K").pixels(size: 22) == TemperatureIcon("294").pixels(size: 22))
    }

    @Test func digitsReadOnDarkAndLightPanels() {
        // White digits with a dark outline, so that either contrasts.
        let grid = Grid(TemperatureIcon("21°"), size: 24)
        let opaque = grid.all.filter { grid.alpha($0.x, $0.y) > 200 }.map { grid.color($0.x, $0.y) }
        #expect(opaque.contains { $0.allSatisfy { $0 > 240 } })
        #expect(opaque.contains { $0.allSatisfy { $0 < 60 } })
        for (background, isLight) in [(TemperatureIcon.Background.dark, true), (.light, false)] {
            let grid = Grid(TemperatureIcon("21°", on: background), size: 24)
            let colors = grid.all.filter { grid.alpha($0.x, $0.y) > 200 }.map { grid.color($0.x, $0.y) }
            #expect(colors.allSatisfy { $0.allSatisfy { isLight ? $0 > 200 : $0 < 60 } })
        }
    }

    @Test func doubtfulWeatherIsDimmed() {
        let (fresh, stale) = (
            Grid(TemperatureIcon("21°", on: .dark), size: 24),
            Grid(TemperatureIcon("21°", isDimmed: true, on: .dark), size: 24)
        )
        for (x, y) in fresh.all where fresh.alpha(x, y) == 255 {
            #expect(stale.alpha(x, y) < 220 && stale.color(x, y).allSatisfy { $0 < 200 })
        }
    }

    @Test func warningIsALineBelow() {
        for size in TemperatureIcon.sizes {
            let grid = Grid(TemperatureIcon("21°", line: 0xFF7043), size: size)
            for x in 0..<size {
                #expect(grid.alpha(x, size - 1) == 255 && grid.color(x, size - 1) == [0xFF, 0x70, 0x43])
            }
            let none = Grid(TemperatureIcon("21°"), size: size)
            #expect((0..<size).contains { none.alpha($0, size - 1) < 255 })
        }
    }

    /// The first byte is alpha and the others red, green, blue: big-endian ARGB.
    @Test func bytesAreAlphaRedGreenBlue() {
        let bytes = TemperatureIcon("21°", line: 0x123456).pixels(size: 16)
        #expect(bytes.suffix(4) == [255, 0x12, 0x34, 0x56])
    }
}
