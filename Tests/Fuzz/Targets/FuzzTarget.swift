/// Code that reads untrusted bytes, with its invariants.
struct FuzzTarget: Sendable {
    /// The name of its corpus.
    let name: String
    /// Throws if an invariant is violated. Invalid input alone is not a violation.
    let check: @Sendable ([UInt8]) throws -> Void

    static let all: [FuzzTarget] =
        [
            .request, .requestStream, .client, .openMeteoGeocoding, .openWeatherMapGeocoding, .ipLocation, .cap,
            .ownStation,
            .accuracyFile, .reportsFile, .settingsFiles, .template, .configuration, .toml, .httpAnswer, .workerAnswer,
            .workerJob, .tzif,
        ] + providers
}
