import HTTP
public import Weather

// Persists grid points for a process that lives for only one fetch.
extension NWSGridPoints {
    /// The cached result for a place as lines of text, for `remember`; empty when there is none.
    public func hint(for coordinate: Coordinate) -> [UInt8] {
        guard let (finding, since) = kept(for: coordinate) else { return [] }
        let lines: [String] =
            switch finding {
            case .point(let point):
                ["point", point.hourly]
                    + [point.daily, point.grid, point.stations, point.timeZone].map { $0 ?? "" }
                    + (point.station.map(\.hintLines) ?? [])
            case .notCovered(let reason): ["none", reason ?? ""]
            }
        return Array(([String(since.seconds)] + lines).joined(separator: "\n").utf8)
    }

    /// Restores what `hint` returned earlier. It is untrusted, so each path is validated again.
    public func remember(_ hint: [UInt8], for coordinate: Coordinate) {
        guard let text = String(validating: hint, as: UTF8.self) else { return }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count > 2, let since = Int(lines[0]).map(UnixTime.init) else { return }
        if lines[1] == "none" {
            restore(.notCovered(reason: lines[2].asReason), for: coordinate, since: since)
        } else if lines[1] == "point", let point = NWSGridPoint(hint: lines[2...]) {
            restore(.point(point), for: coordinate, since: since)
        }
    }
}

extension NWSGridPoint {
    /// - Parameter lines: the paths, the time zone, and the station if it is known.
    fileprivate init?(hint lines: ArraySlice<String>) {
        let lines = Array(lines)
        guard lines.count >= 5, lines[..<4].allSatisfy({ $0.isEmpty || Self.isPath($0[...]) }), !lines[0].isEmpty
        else { return nil }
        hourly = lines[0]
        (daily, grid, stations) = (lines[1].asHinted, lines[2].asHinted, lines[3].asHinted)
        timeZone = lines[4].asHinted
        guard lines.count > 5 else { return }
        station = NearestStation(hint: Array(lines[5...]))
    }
}

extension NWSGridPoint.NearestStation {
    fileprivate var hintLines: [String] {
        switch self {
        case .none: ["none"]
        case .station(let station):
            [
                station.id, station.name ?? "", station.coordinate.map { "\($0.latitude)" } ?? "",
                station.coordinate.map { "\($0.longitude)" } ?? "",
            ]
        }
    }

    fileprivate init?(hint lines: [String]) {
        if lines == ["none"] {
            self = .none
            return
        }
        guard lines.count == 4, var station = NWSStation(id: lines[0]) else { return nil }
        station.name = lines[1].asReason
        if let latitude = Double(lines[2]), let longitude = Double(lines[3]) {
            station.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        self = .station(station)
    }
}

extension String {
    fileprivate var asHinted: String? { isEmpty ? nil : self }
}
