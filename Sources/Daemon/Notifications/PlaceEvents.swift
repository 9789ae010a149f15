import Almanac
import Rendering
import Store
import Weather

/// What the events of a place are derived from, and the scene that they are described in.
struct PlaceEvents {
    let context: EventContext
    let scene: Scene

    /// - Parameter isCurrent: whether more than warnings is reported of the place.
    init(
        of place: Place, _ weather: PlaceWeather, in snapshot: Snapshot, _ settings: NotificationSettings,
        at now: UnixTime, isCurrent: Bool
    ) {
        let report = snapshot.report(of: place.coordinate.rounded, at: now)
        var context = EventContext(
            report: report, alerts: weather.standingAlerts(at: now), air: weather.air.content,
            failedAt: weather.failure == nil ? nil : weather.forecast.triedAt, now: now,
            staleAfter: settings.staleAfter)
        context.hasUnreadAlerts = weather.warnings.map { !$0.isComplete } ?? false
        var scene = Scene(
            place: place, report: report, now: now, staleAfter: settings.staleAfter,
            lastFailure: weather.failure)
        scene.alerts = weather.alerts.content
        if isCurrent {
            let (reactions, kinds) = (settings.reactions, settings.reactions.kinds)
            if SunEvent.Kind.allCases.contains(where: { kinds.contains($0.eventKind) }) {
                context.sun = Sun(coordinate: place.coordinate).events(around: now)
            }
            if kinds.contains(.brief) {
                let timeZone = report?.timeZone ?? snapshot.timeZone(of: place.coordinate)
                context.briefs = reactions.briefTime.briefs(around: now, zoneName: timeZone)
            }
            context.thresholds = reactions.thresholds
            context.units = snapshot.units
        }
        (self.context, self.scene) = (context, scene)
    }
}
