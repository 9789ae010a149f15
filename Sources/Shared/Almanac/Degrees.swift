import Glibc

// Trigonometry in degrees.

func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }

/// Clamps to -1 to 1, since rounding may exceed it.
func arcsine(_ sine: Double) -> Double { asin(min(max(sine, -1), 1)) * 180 / .pi }
func arctangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) * 180 / .pi }

/// The same direction in [0, 360).
func turn(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    return rest < 0 ? rest + 360 : rest
}
