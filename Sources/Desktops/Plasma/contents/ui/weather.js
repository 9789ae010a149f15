.pragma library

// Values of the daemon's JSON, which may be of another version: what is not of the expected type is unknown.

// Without characters that change the direction of what follows.
function text(value) {
    return typeof value === "string" ? value.slice(0, 4000).replace(/[\u202a-\u202e\u2066-\u2069]/g, "") : ""
}

function number(value) {
    return typeof value === "number" && isFinite(value) ? value : NaN
}

function list(value) {
    return Array.isArray(value) ? value.filter(item => item !== null && typeof item === "object") : []
}

function object(value) {
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {}
}

// A name inside a sentence must not change the direction of its surroundings.
function isolated(name) {
    return name === "" ? "" : "\u2068" + name + "\u2069"
}

// In a single line.
function line(value) {
    return text(value).replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ").trim()
}

function temperature(value) {
    return line(object(object(value).texts).temperature)
}

function high(day) {
    return line(object(object(day).texts).high)
}

function low(day) {
    return line(object(object(day).texts).low)
}

// Breeze's icon first, then an icon that other themes have too. Themes without the first are searched for its name without the last
// part, which must not be other weather: for a squall, weather-clear-wind would be weather-clear.
const icons = {
    "clear": ["weather-clear*"], "mostly-clear": ["weather-few-clouds*"], "partly-cloudy": ["weather-clouds*", "weather-few-clouds*"],
    "overcast": ["weather-overcast"], "fog": ["weather-fog"],
    "haze": ["weather-mist", "weather-fog"], "smoke": ["weather-mist", "weather-fog"], "dust": ["weather-mist", "weather-fog"],
    "drizzle": ["weather-showers-scattered"], "rain-light": ["weather-showers-scattered"],
    "rain-showers": ["weather-showers-scattered+", "weather-showers-scattered"],
    "rain": ["weather-showers"], "rain-heavy": ["weather-showers"],
    "freezing-drizzle": ["weather-freezing-rain", "weather-showers"], "freezing-rain": ["weather-freezing-rain", "weather-showers"],
    "sleet": ["weather-snow-rain", "weather-snow"], "snow-light": ["weather-snow-scattered", "weather-snow"],
    "snow": ["weather-snow"], "snow-heavy": ["weather-snow"], "snow-showers": ["weather-snow-scattered+", "weather-snow"],
    "thunderstorm": ["weather-storm"], "thunderstorm-hail": ["weather-hail", "weather-storm"],
    "squall": ["weather-overcast-wind", "weather-overcast"], "tornado": ["weather-storm"]
}

// * stands for -night at night, + for -day or -night.
function iconName(pattern, isDay) {
    return pattern.replace("*", isDay === false ? "-night" : "").replace("+", isDay === false ? "-night" : "-day")
}

function icon(value) {
    const found = icons[text(object(object(value).condition).code)]
    return found ? iconName(found[0], object(value).isDay) : "weather-none-available"
}

// Themes such as Adwaita have symbolic icons only; other themes find the name without -symbolic by themselves.
function fallbackIcon(value) {
    const found = icons[text(object(object(value).condition).code)]
    return (found ? iconName(found[found.length - 1].replace("+", ""), object(value).isDay) : "weather-overcast") + "-symbolic"
}

function conditionText(value) {
    return line(object(object(value).condition).text)
}

// 0 (minor or unknown) to 2 (severe or extreme).
function severity(alert) {
    return {"moderate": 1, "severe": 2, "extreme": 2}[text(object(alert).severity)] || 0
}

// A smooth curve through the points, without overshooting beyond neighbours: as the path of an SVG, cubic with horizontal
// tangents at extremes.
function curve(points) {
    if (points.length < 2)
        return ""
    const slope = points.map((point, index) => {
        const before = points[index - 1], after = points[index + 1]
        if (!before || !after)
            return 0
        const left = (point.y - before.y) / (point.x - before.x), right = (after.y - point.y) / (after.x - point.x)
        return left * right <= 0 ? 0 : 2 * left * right / (left + right)
    })
    let path = "M" + points[0].x + "," + points[0].y
    for (let index = 1; index < points.length; index++) {
        const from = points[index - 1], to = points[index], third = (to.x - from.x) / 3
        path += "C" + [from.x + third, from.y + slope[index - 1] * third, to.x - third, to.y - slope[index] * third, to.x, to.y].join(",")
    }
    return path
}

// Cold is blue and hot is red, on dark and on light backgrounds.
const inks = [[-15, 0x7a, 0x6f, 0xf0], [0, 0x3d, 0x9b, 0xf0], [10, 0x2f, 0xb5, 0xa6], [18, 0x6a, 0xbf, 0x4b], [25, 0xf0, 0xb0, 0x2c], [35, 0xe5, 0x4b, 0x3c]]

function ink(celsius) {
    const upper = inks.findIndex(stop => celsius < stop[0])
    const from = inks[upper < 0 ? inks.length - 1 : Math.max(0, upper - 1)], to = inks[upper < 0 ? inks.length - 1 : upper]
    const part = from === to ? 0 : (celsius - from[0]) / (to[0] - from[0])
    const mixed = [1, 2, 3].map(index => (from[index] + (to[index] - from[index]) * part) / 255)
    return Qt.rgba(mixed[0], mixed[1], mixed[2], 1)
}
