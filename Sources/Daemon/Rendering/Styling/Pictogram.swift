import Languages
import Weather

/// A weather picture, 16 columns wide and five lines high, with two coloured dots per character.
struct Pictogram {
    static let columns = 16

    /// The colours of the dots, by row; nil for the background.
    private var dots = [[Color?]](repeating: [Color?](repeating: nil, count: columns), count: 10)

    init(of condition: Condition, isDay: Bool?) {
        let isNight = isDay == false
        switch condition {
        case .clear: draw(isNight ? Self.moon : Self.sun)
        case .mostlyClear:
            draw(isNight ? Self.moon : Self.sun)
            drawCloud(Self.smallCloud, from: 6)
        case .partlyCloudy:
            draw(isNight ? Self.smallMoon : Self.smallSun)
            drawCloud(Self.cloud, from: 4)
        case .overcast:
            drawCloud(Self.farCloud)
            drawCloud(Self.cloud, from: 4)
        case .fog, .haze, .smoke, .dust:
            draw(Self.fog, in: condition == .dust ? Palette.color(of: .dust, isDay: nil) : nil)
        case .drizzle, .rainLight: drawCloud(Self.cloud, Self.lightRain)
        case .rain: drawCloud(Self.cloud, Self.rain)
        case .rainHeavy: drawCloud(Self.darkCloud, Self.heavyRain)
        case .rainShowers:
            draw(Array((isNight ? Self.smallMoon : Self.smallSun).prefix(6)))
            drawCloud(Array(Self.cloud.suffix(4)), Array(Self.rain.prefix(2)), from: 4)
        case .freezingDrizzle, .freezingRain, .sleet: drawCloud(Self.cloud, Self.sleet)
        case .snowLight: drawCloud(Self.cloud, Self.lightSnow)
        case .snow, .snowShowers: drawCloud(Self.cloud, Self.snow)
        case .snowHeavy: drawCloud(Self.darkCloud, Self.heavySnow)
        case .thunderstorm, .thunderstormHail:
            drawCloud(Self.darkCloud, condition == .thunderstorm ? Self.gust : Self.hail)
            draw(Self.lightning, from: 5)
        case .squall: draw(Self.wind)
        case .tornado: draw(Self.tornado)
        case .unknown: draw(Self.question)
        }
    }

    var lines: [StyledText] {
        stride(from: 0, to: dots.count, by: 2).map { row in
            zip(dots[row], dots[row + 1]).map { upper, lower in
                switch (upper, lower) {
                case (nil, nil): StyledText(" ")
                case (let upper?, nil): StyledText("▀", .color(upper))
                case (nil, let lower?): StyledText("▄", .color(lower))
                case (let upper?, let lower?):
                    upper == lower
                        ? StyledText("█", .color(upper))
                        : StyledText("▀", StyledText.TextStyle(color: upper, background: lower))
                }
            }.joined(separator: "")
        }
    }

    /// Draws a cloud, its precipitation, and a thin gap that separates them from the sun or moon.
    private mutating func drawCloud(_ cloud: [String], _ fall: [String] = [], from top: Int = 0) {
        for (row, line) in cloud.enumerated() {
            for (column, sign) in line.enumerated() where sign != " " {
                for near in max(0, column - 1)...min(Self.columns - 1, column + 1) { dots[top + row][near] = nil }
                if top + row > 0 { dots[top + row - 1][column] = nil }
            }
        }
        draw(cloud, from: top)
        draw(fall, from: top + cloud.count)
    }

    private mutating func draw(_ picture: [String], from top: Int = 0, in color: Color? = nil) {
        for (row, line) in picture.enumerated() where dots.indices.contains(top + row) {
            for (column, sign) in line.enumerated() where sign != " " && column < Self.columns {
                dots[top + row][column] = color ?? Self.colors[sign]
            }
        }
    }

    private static let colors: [Character: Color] = [
        "y": Palette.sun, "m": Palette.moon, "w": Palette.cloud, "g": Palette.darkCloud, "b": Palette.precipitation,
        "s": Palette.snow, "z": Palette.lightning,
    ]
}

// The parts of weather pictures: one letter per dot, which represents a colour.
extension Pictogram {
    static let sun = [
        "       yy       ",
        "  y    yy    y  ",
        "   y        y   ",
        "      yyyy      ",
        " yy  yyyyyy  yy ",
        " yy  yyyyyy  yy ",
        "      yyyy      ",
        "   y        y   ",
        "  y    yy    y  ",
        "       yy       ",
    ]
    static let moon = [
        "       mmmm     ",
        "     mmmm       ",
        "    mmmm     m  ",
        "    mmm         ",
        "   mmmm         ",
        "   mmmm     m   ",
        "    mmmm        ",
        "    mmmmm    mm ",
        "     mmmmmmmmm  ",
        "       mmmmm    ",
    ]
    static let smallSun = [
        "          y     ",
        "      y   y   y ",
        "       y yyy y  ",
        "        yyyyy   ",
        "     yy yyyyy yy",
        "        yyyyy   ",
        "         yyy y  ",
        "          y   y ",
    ]
    static let smallMoon = [
        "         mmm    ",
        "       mmm      ",
        "       mmm      ",
        "       mmmm   m ",
        "       mmmmmmmm ",
        "         mmmmm  ",
    ]
    static let cloud = [
        "     wwww       ",
        "    wwwwww ww   ",
        "   wwwwwwwwwww  ",
        " wwwwwwwwwwwwww ",
        "wwwwwwwwwwwwwwww",
        " wwwwwwwwwwwwww ",
    ]
    static let smallCloud = [
        "           www  ",
        "         wwwwww ",
        "       wwwwwwwww",
        "        wwwwwww ",
    ]
    static let darkCloud = cloud.map { row in String(row.map { $0 == "w" ? "g" : $0 }) }
    static let farCloud = [
        "         gggg   ",
        "       ggggggg  ",
        "      gggggggggg",
        "     ggggggggggg",
        "     ggggggggggg",
    ]
    static let lightRain = [
        "                ",
        "   b    b    b  ",
        "                ",
        "     b    b     ",
    ]
    static let rain = [
        "    b   b   b   ",
        "   b   b   b    ",
        "      b   b   b ",
        "     b   b   b  ",
    ]
    static let heavyRain = [
        "   b  b  b  b   ",
        "  b  b  b  b  b ",
        "    b  b  b  b  ",
        "   b  b  b  b   ",
    ]
    static let sleet = [
        "    b   s   b   ",
        "   b       b    ",
        "      s   b   s ",
        "         b      ",
    ]
    static let lightSnow = [
        "                ",
        "   s    s    s  ",
        "                ",
        "     s    s     ",
    ]
    static let snow = [
        "   s   s   s    ",
        "     s   s   s  ",
        "   s   s   s    ",
        "     s   s   s  ",
    ]
    static let heavySnow = [
        "   s s s s s s  ",
        "  s s s s s s   ",
        "   s s s s s s  ",
        "  s s s s s s   ",
    ]
    static let lightning = [
        "       zzz      ",
        "      zzz       ",
        "     zzzzz      ",
        "       zz       ",
        "      z         ",
    ]
    /// Precipitation next to the lightning.
    static let gust = [
        "   b        b   ",
        "  b        b  b ",
        "    b        b  ",
        "   b     b  b   ",
    ]
    static let hail = [
        "  s         s   ",
        "    s         s ",
        "  s         s   ",
        "    s     s   s ",
    ]
    static let fog = [
        "                ",
        "   ggggggggg    ",
        "                ",
        " gggggggggggg   ",
        "                ",
        "    ggggggggggg ",
        "                ",
        " ggggggggggg    ",
        "                ",
        "     gggggggg   ",
    ]
    static let wind = [
        "                ",
        "        ggg     ",
        "           g    ",
        " gggggggggg     ",
        "                ",
        " ggggggggggggg  ",
        "              g ",
        " gggggggg    g  ",
        "         g      ",
        "       gg       ",
    ]
    static let tornado = [
        "                ",
        " ggggggggggggg  ",
        "  gggggggggggg  ",
        "    ggggggggg   ",
        "     ggggggg    ",
        "      ggggg     ",
        "       gggg     ",
        "       ggg      ",
        "      ggg       ",
        "      gg        ",
    ]
    static let question = [
        "                ",
        "     gggggg     ",
        "    gg    gg    ",
        "          gg    ",
        "        ggg     ",
        "       gg       ",
        "       gg       ",
        "                ",
        "       gg       ",
        "                ",
    ]
}
