/// Code that reads untrusted bytes, with its invariants.
struct FuzzTarget: Sendable {
    /// The name of its corpus.
    let name: String
    /// Throws if an invariant is violated. Invalid input alone is not a violation.
    let check: @Sendable ([UInt8]) throws -> Void

    static let all: [FuzzTarget] = [
        .request, .requestStream, .client, .openMeteo, .openMeteoAir, .openMeteoArchive, .openMeteoEnsemble,
        .openMeteoGeocoding, .openWeatherMap, .oneCall, .openWeatherMapAir, .openWeatherMapGeocoding, .metNorway,
        .metAlerts, .nws, .nwsAlerts, .darkSky, .ipLocation, .cap, .meteoAlarm, .publicAlerts, .environmentCanada,
        .brightSky, .metar, .brightSkyStations, .nwsStations, .metNowcast, .ownStation, .accuracyFile, .reportsFile,
        .settingsFiles, .template, .configuration, .toml, .httpAnswer, .workerAnswer,
        .workerJob, .tzif,
    ]
}
