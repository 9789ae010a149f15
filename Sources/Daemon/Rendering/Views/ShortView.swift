public import ClientProtocol
import Languages
import Weather

/// One line for a status bar, in the bar's format, with a tooltip or menu if the format has one.
///
/// This is the most frequent request, so it does as little as possible.
public enum ShortView {
    /// - Parameters:
    ///   - details: the lines of another view for the tooltip or menu; nil for the current weather.
    ///   - isWatched: whether the bar reads a stream of replies.
    public static func lines(
        of scene: Scene, details: [String]? = nil, as output: ViewRequest.Output, isWatched: Bool = false,
        in style: Style
    ) throws(NoWeather) -> [String] {
        let (report, present) = try scene.present()
        let block = BarBlock(scene: scene, report: report, present: present, style: style, details: details)
        return output.lines(of: block, isWatched: isWatched)
    }

    /// `Oslo: loading the weather`, for a place without weather yet, in the bar's format for unavailable weather; nil
    /// for JSON.
    public static func loading(
        _ scene: Scene, as output: ViewRequest.Output, isWatched: Bool = false, in style: Style
    ) -> [String]? {
        let line = StyledText("\(scene.place.displayName(in: style)): \(style.words.phrase(.loading))")
        return output.lines(showing: line, of: scene, isWatched: isWatched, in: style)
    }

    static func json(of block: BarBlock) -> JSON {
        let (scene, report, present, style) = (block.scene, block.report, block.present, block.style)
        let clock = PlaceClock(zoneName: report.timeZone, in: style)
        let conditions = present.conditions
        return .object(
            [
                ("schema", .integer(JSON.schema)),
                ("text", .string(block.line.plain)),
                ("place", .place(scene, clock)),
                ("provider", .string(report.provider.id)),
                ("sample", .bool(report.provider.isSample)),
                ("freshness", .string(scene.freshness.rawValue)),
                ("origin", .string(present.origin.rawValue)),
                ("fetchedAt", .string(clock.rfc3339(report.fetchedAt))),
                ("condition", .condition(conditions, style)),
                ("isDay", .optional(conditions.isDay)),
                ("temperatureC", .number(conditions.temperature)),
            ] + JSON.warnings(scene, clock, style) + [
                ("class", .words(block.classes)),
                ("attribution", .optional(report.provider.attribution)),
            ])
    }
}
