import Foundation
import Refreshing
import Scratch
import Testing
import WorkerProtocol

@testable import Configuration

/// The keys of services.
struct KeyFileTests {
    @Test func keyIsReadFromFileOrSystemdCredential() throws {
        let directory = try TemporaryDirectory()
        try directory.writeKey("abc123", to: "openweathermap")
        let environment = ["CREDENTIALS_DIRECTORY": directory.path, "HOME": directory.path]
        let text = "providers = [\"openweathermap\"]"
        #expect(try configuration(text, environment: environment).services.keys[.openWeatherMap]?.text == "abc123")
        try directory.writeKey("def456", to: "mine")
        let named = text + "\n[openweathermap]\napi-key-file = \"~/mine\""
        #expect(try configuration(named, environment: environment).services.keys[.openWeatherMap]?.text == "def456")
    }

    @Test func keyGivenAsPathIsNotQuoted() {
        let complaint = complaint("[openweathermap]\napi-key-file = \"abc123\"")
        #expect(
            complaint == """
                config.toml:2: openweathermap.api-key-file: must be the path of a file with the key in it, which \
                begins with / or ~/
                """)
    }

    @Test func keyReadableByOthersIsError() throws {
        let directory = try TemporaryDirectory()
        for mode in [0o640, 0o604, 0o644, 0o620] {
            try directory.writeKey("abc123", to: "key", mode: mode)
            let path = directory.file("key")
            let text = "[openweathermap]\napi-key-file = \"\(path)\""
            let complaint = complaint("providers = [\"openweathermap\"]\n\(text)")
            #expect(
                complaint.hasSuffix("other users can read the key in \(path); fix with: chmod 600 \(path)"))
            #expect(complaint.hasPrefix("config.toml:3: openweathermap.api-key-file: "))
            #expect(!complaint.contains("abc123"))
            // The weather comes from another provider.
            let unused = try configuration(text)
            #expect(
                unused.notices == [complaint.replacing("config.toml:3", with: "config.toml:2")], "\(unused.notices)")
            #expect(unused.services.keys.isEmpty && unused.services.leftOut.isEmpty)
        }
    }

    /// An optional setting does not cost the weather.
    @Test(arguments: ["\n[openweathermap]\napi-key-file = \"/nowhere/key\"", ""])
    func providerWithoutKeyIsLeftOutIfAnotherIsLeft(file: String) throws {
        let text = "providers = [\"open-meteo\", \"openweathermap\"]\nair.providers = [\"openweathermap\"]\(file)"
        let configuration = try configuration(text)
        #expect(configuration.services.providers == [.openMeteo] && configuration.services.airProviders.isEmpty)
        let leftOut = try #require(configuration.services.leftOut.first)
        #expect(configuration.services.leftOut.count == 1 && leftOut.name == .openWeatherMap)
        #expect(
            leftOut.reason.hasPrefix(
                file.isEmpty
                    ? "providers: openweathermap needs a key: write it to a file"
                    : "openweathermap.api-key-file: cannot read the key from /nowhere/key: No such file or directory"))
        #expect(configuration.notices.count == 1 && configuration.notices[0].hasSuffix("; openweathermap is not used"))
        #expect(configuration.omissions.isEmpty)
    }

    @Test func unreadableKeyIsError() {
        let advice = "; fix with: chmod 600 /k"
        #expect(
            KeyFile.Problem.unreadable("/k", EACCES, isOwned: true).sentence
                == "cannot read the key from /k: Permission denied\(advice)")
        for (reason, isOwned) in [(EACCES, false), (ENOENT, true)] {
            #expect(!KeyFile.Problem.unreadable("/k", reason, isOwned: isOwned).sentence.contains("chmod"))
        }
    }

    @Test(arguments: ["", "two words", "a\nb", "<html>"])
    func malformedKeyIsErrorAndNotQuoted(content: String) throws {
        let directory = try TemporaryDirectory()
        try directory.writeKey(content, to: "key")
        let complaint = complaint(
            "providers = [\"pirate-weather\"]\n[pirate-weather]\napi-key-file = \"\(directory.file("key"))\"")
        #expect(complaint.contains("does not contain a key"))
        #expect(content.isEmpty || !complaint.contains(content))
    }

    @Test func providerWithoutRequiredKeyIsError() {
        #expect(
            complaint("providers = [\"openweathermap\"]").hasPrefix(
                "config.toml:1: providers: openweathermap needs a key: write it to a file that only you can read"))
        #expect(complaint("providers = [\"pirate-weather\"]").contains("pirate-weather.api-key-file"))
    }
}
