// The parts of weather pictures: one letter per dot, which stands for a colour.
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
