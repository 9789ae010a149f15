import Store
import Synchronization
public import Weather
import WorkerProtocol

/// The order of the providers at the current place, for `providers = "best"`.
public final class MeasuredOrder: Sendable {
    private let state = Mutex<(place: Coordinate, ranking: ProviderRanking)?>(nil)

    public init() {}

    /// The ranking at a place; nil if the place has none yet, or without `providers = "best"`.
    public func ranking(at place: Coordinate) -> ProviderRanking? {
        state.withLock { state in
            state.flatMap { $0.place.distance(to: place) <= AccuracyArchive.nearness ? $0.ranking : nil }
        }
    }

    func set(_ ranking: ProviderRanking?, at place: Coordinate) {
        state.withLock { $0 = ranking.map { (place, $0) } }
    }
}

extension ServiceSettings {
    /// Whether a service provides station measurements to compare forecasts with: a station service, or NWS, whose
    /// reports contain them.
    func hasMeasurements(at place: Coordinate) -> Bool {
        hasStations && coversWithStations(place)
            || providers.contains(.nws) && forecasts(of: .nws)?.facts.covers(place) == true
    }

    /// Why no measurement can arrive at a place, so that forecasts could never be compared; nil when one can.
    func missingMeasurements(at place: Coordinate, _ snapshot: Snapshot) -> AccuracySummary.MissingMeasurements? {
        if isSample { return .sample }
        guard !hasMeasurements(at: place), !snapshot.hasOwnStation(at: place) else { return nil }
        // They are off; to turn them on helps only where one of them covers the place.
        return coversWithStations(place) ? .notConfigured : .notCovered
    }

    private func coversWithStations(_ place: Coordinate) -> Bool {
        stationProviders.contains { entry(of: $0, for: .observations)?.facts.covers(place) == true }
    }

    /// The forecast providers for a place: those that may cover it, in the order of the ranking. Without
    /// `providers = "best"`, the configured ones.
    ///
    /// - Parameter place: nil when unknown.
    public func providers(at place: Coordinate?, _ ranking: ProviderRanking? = nil) -> [ProviderName] {
        guard ordersByAccuracy, let place else { return providers }
        let order = ranking?.order ?? []
        return providers.filter { forecasts(of: $0)?.facts.covers(place) == true }.enumerated().map { position, name in
            (name, order.firstIndex(of: name.rawValue) ?? order.count + position)
        }.sorted { $0.1 < $1.1 }.map(\.0)
    }
}
