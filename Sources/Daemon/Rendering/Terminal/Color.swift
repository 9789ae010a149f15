import ClientProtocol

/// A text colour with a shade for dark and one for light backgrounds.
public struct Color: Sendable, Hashable {
    var onDark: RGB
    var onLight: RGB

    /// - Parameters:
    ///   - onDark: `0xRRGGBB`.
    ///   - onLight: the shade for light backgrounds; nil for the same.
    init(_ onDark: UInt32, onLight: UInt32? = nil) {
        self.init(onDark: RGB(onDark), onLight: RGB(onLight ?? onDark))
    }

    init(onDark: RGB, onLight: RGB) {
        self.onDark = onDark
        self.onLight = onLight
    }

    func shade(on theme: Theme) -> RGB { theme == .dark ? onDark : onLight }

    /// The dark background's shade for any background.
    var alwaysOnDark: Color { Color(onDark: onDark, onLight: onDark) }

    /// - Parameter share: the share of the other colour, 0 to 1.
    func mixed(with other: Color, share: Double) -> Color {
        Color(
            onDark: onDark.mixed(with: other.onDark, share: share),
            onLight: onLight.mixed(with: other.onLight, share: share))
    }
}

/// A colour in sRGB.
struct RGB: Sendable, Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    /// - Parameter hex: `0xRRGGBB`.
    init(_ hex: UInt32) {
        red = UInt8(truncatingIfNeeded: hex >> 16)
        green = UInt8(truncatingIfNeeded: hex >> 8)
        blue = UInt8(truncatingIfNeeded: hex)
    }

    /// `#rrggbb`, as CSS and all bars read it.
    var hex: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    fileprivate func mixed(with other: RGB, share: Double) -> RGB {
        func mix(_ one: UInt8, _ two: UInt8) -> UInt32 {
            let (from, to) = (Double(one), Double(two))
            return UInt32((from + (to - from) * share).rounded())
        }
        return RGB(mix(red, other.red) << 16 | mix(green, other.green) << 8 | mix(blue, other.blue))
    }
}
