import TimeZones
import Weather

/// The calendar on the wall at a place: its dates and its midnights, right on the days when the clocks change.
struct PlaceCalendar {
    private let timeZone: TimeZone

    init(timeZone: TimeZone) {
        self.timeZone = timeZone
    }

    /// - Parameter name: of the time zone, as tzdata has it. Where it is nil, or tzdata does not know it, the zone is that
    ///   of the sun: whole hours by the longitude.
    init(timeZone name: String?, at coordinate: Coordinate) {
        // The names of Etc count from the place to Greenwich: four hours west of it is GMT+4.
        let hoursWest = -Int((coordinate.longitude / 15).rounded())
        let sunZone = hoursWest == 0 ? "Etc/GMT" : hoursWest > 0 ? "Etc/GMT+\(hoursWest)" : "Etc/GMT\(hoursWest)"
        let zone = name.flatMap(TimeZone.init(known:)) ?? TimeZone(known: sunZone)
        // A system without tzdata has neither.
        self.init(timeZone: zone ?? TimeZone(offset: -hoursWest * 3600) ?? .gmt)
    }

    /// Greenwich Mean Time, in which arithmetic on dates needs no thought of clock changes.
    static let greenwich = PlaceCalendar(timeZone: .gmt)

    /// As tzdata names it, or for a fixed offset `GMT+0300`.
    var identifier: String { timeZone.name }

    /// The date at `moment`.
    func date(at moment: UnixTime) -> CalendarDate {
        CalendarDate(timeZone.civilTime(at: moment.seconds))
    }

    /// When the clock shows this date and time, the first time if it does so twice; nil when there is no such date, or the
    /// clocks skip this time.
    func moment(_ date: CalendarDate, hour: Int = 0, minute: Int = 0, second: Int = 0) -> UnixTime? {
        switch timeZone.moment(CivilTime(date, hour: hour, minute: minute, second: second)) {
        case .once(let time), .twice(let time, _): UnixTime(time)
        case .never, nil: nil
        }
    }

    /// From midnight to the following midnight; nil when there is no such date. Where the clocks skip midnight the
    /// day begins at the first moment that the place calls by this date.
    func span(of date: CalendarDate) -> (start: UnixTime, end: UnixTime)? {
        // Noon is skipped with the whole date only.
        guard moment(date, hour: 12) != nil, let start = timeZone.startOfDay(CivilTime(date)),
            let end = CivilTime(date).date(addingDays: 1).flatMap(timeZone.startOfDay)
        else { return nil }
        return (UnixTime(start), UnixTime(end))
    }

    /// The date `days` later, or where the place skipped that one, the next.
    func date(_ days: Int, after date: CalendarDate) -> CalendarDate? {
        guard moment(date, hour: 12) != nil, var later = CivilTime(date).date(addingDays: days) else { return nil }
        later.hour = 12
        guard case .never(_, let shifted) = timeZone.moment(later) else { return CalendarDate(later) }
        return self.date(at: UnixTime(shifted))
    }
}

extension TimeZone {
    /// nil when tzdata does not know the name.
    init?(known name: String) {
        guard let zone = try? TimeZoneDatabase.system.zone(named: name) else { return nil }
        self = zone
    }
}

extension CivilTime {
    fileprivate init(_ date: CalendarDate, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.init(year: date.year, month: date.month, day: date.day, hour: hour, minute: minute, second: second)
    }
}

extension CalendarDate {
    fileprivate init(_ time: CivilTime) {
        self.init(year: time.year, month: time.month, day: time.day)
    }
}
