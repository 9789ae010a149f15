import Testing

@testable import Configuration

/// What `--check-config` reports.
struct ConfigurationErrorListTests {
    /// The locations of the errors.
    private func places(of text: String, environment: [String: String] = [:]) throws -> [String] {
        let file = try ConfigurationFile(tolerating: "config.toml", bytes: Array(text.utf8))
        let errors = ConfigurationMistakes(
            ConfigurationFiles.Contents(files: [file], main: file.path), environment: environment
        ) { _, _ in }
        .all
        let first = complaint(text, environment: environment)
        #expect(errors.first.map(\.description) ?? "no complaint" == first, "a start fails with the first")
        return errors.map { error in
            switch error.source {
            case .file(_, let line): "\(line ?? 0) \(error.key ?? "-")"
            case .environment(let variable): variable
            }
        }
    }

    @Test func everyErrorIsReportedOnce() throws {
        let text = """
            units = "metrc"
            icons = "png"
            colour = 1
            clock = 12
            [short]
            format = "{temp}"
            [location]
            latitude = 91
            longitude = 0
            """
        let found = try places(of: text)
        #expect(
            found.sorted() == [
                "1 units", "2 icons", "3 colour", "4 clock", "6 short.format", "8 location.latitude",
            ])
    }

    @Test func environmentAndFileErrorsAreReported() throws {
        let found = try places(of: "icons = \"png\"", environment: ["WEATHERD_ICONS": "x", "WEATHERD_CLOCK": "x"])
        #expect(found.sorted() == ["1 icons", "WEATHERD_CLOCK", "WEATHERD_ICONS"])
    }

    /// An error that only follows from another error would mislead the user.
    @Test(arguments: [
        ("[location]\nlatitude = \"x\"\nlongitude = 1", "2 location.latitude"),
        ("[location]\nlatitude = 1", "2 location.latitude"),
        (
            "providers = [\"openweathermap\"]\n[openweathermap]\napi-key-file = \"key\"",
            "3 openweathermap.api-key-file"
        ),
        ("providers = [\"openweathermap\"]", "1 providers"),
    ])
    func consequentialErrorIsNotReported(text: String, only: String) throws {
        #expect(try places(of: text) == [only])
    }

    /// If the rest of the file was not read, missing keys are unknown.
    @Test func numberOfReportedErrorsIsLimited() throws {
        let text = (0..<1000).map { "key\($0) = 1\n" }.joined()
        let found = try places(of: text, environment: ["WEATHERD_ICONS": "x"])
        #expect(found.count == ConfigurationFile.mostMistakes && !found.contains("WEATHERD_ICONS"))
    }

    @Test func validConfigurationHasNoErrors() throws {
        #expect(try places(of: "icons = \"ascii\"") == [])
    }
}
