import Foundation
import Glibc
import Pages
import Scratch
import Testing

/// `metrics` and the MQTT example, with the programs that read them.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes promtool, Mosquitto and Python's clients; run make integration"),
    .timeLimit(.minutes(2)))
struct MonitoringTests {
    /// The output of a shell command with the session's programs.
    private func shell(_ command: String, _ desktop: Desktop, _ arguments: String...) throws -> (
        output: String, status: Int32
    ) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command] + arguments
        process.environment = desktop.environment
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (text, process.terminationStatus)
    }

    /// Prints each sample as a reader of OpenMetrics, and of Prometheus' text format, understands it.
    private static let parser = """
        import sys
        from prometheus_client.openmetrics.parser import text_string_to_metric_families as openmetrics
        from prometheus_client.parser import text_string_to_metric_families as prometheus
        text = sys.stdin.read()
        def samples(families):
            return sorted((f.type, s.name, tuple(sorted(s.labels.items())), s.value) for f in families for s in f.samples)
        assert samples(openmetrics(text)) == samples(prometheus(text))
        for family in openmetrics(text):
            assert family.documentation and (not family.unit or family.name.endswith("_" + family.unit))
            for sample in family.samples:
                print(family.type, sample.name, sample.labels.get("place", ""))
        """

    @Test func metricsAreReadByPrometheusAndOpenMetrics() async throws {
        try await Desktop.running { desktop in
            for words in ["metrics", "metrics --all"] {
                let checked = try shell("weatherctl \(words) | promtool check metrics", desktop)
                #expect(checked.status == 0 && checked.output.isEmpty, "\(checked.output)")
                let read = try shell("weatherctl \(words) | python3 -c \"$0\"", desktop, Self.parser)
                #expect(read.status == 0, "\(read.output)")
                let lines = read.output.split(separator: "\n")
                #expect(lines.count > 15 && lines.allSatisfy { $0.hasPrefix("gauge weatherd_") }, "\(read.output)")
                #expect(
                    lines.contains { $0.hasSuffix(" " + Desktop.hostileName) } == (words == "metrics --all"),
                    "\(read.output)")
            }
        }
    }

    @Test func textfileIsReplacedAtOnce() async throws {
        let service = try #require(Page("docs/metrics.md").blocks(in: "ini").first).text
        let start = try #require(service.split(separator: "\n").first { $0.hasPrefix("ExecStart=") }).dropFirst(10)
        let command = String(start).replacing("%h/.local/state/node_exporter/weatherd.prom", with: "\"$0\"")
        try await Desktop.running { desktop in
            let file = desktop.directory.file("weatherd.prom")
            #expect(try shell(command, desktop, file).status == 0)
            let written = try String(contentsOfFile: file, encoding: .utf8)
            #expect(written.hasSuffix("# EOF\n"))
            #expect(!FileManager.default.fileExists(atPath: file + ".new"))
            // Without the daemon the last values stay.
            desktop.killDaemon()
            #expect(try shell(command, desktop, file).status != 0)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == written)
        }
    }

    @Test func mqtt() async throws {
        try await Desktop.running { desktop in
            let socket = desktop.directory.file("mqtt")
            try desktop.write("listener 0 \(socket)\nallow_anonymous true\nuser root\n", to: "mosquitto.conf")
            try desktop.start(
                ["/usr/sbin/mosquitto", "-c", desktop.directory.file("mosquitto.conf")], errors: "mosquitto.log")
            func message(_ topic: String) throws -> String {
                try patiently("a message of \(topic)") {
                    try shell("mosquitto_sub --unix \"$0\" -t \"$1\" -C 1 -W 5", desktop, socket, topic)
                } until: {
                    $0.status == 0
                }.output.trimmingCharacters(in: .newlines)
            }
            try patiently("the broker") {
                FileManager.default.fileExists(atPath: socket)
            } until: {
                $0
            }
            let script = try desktop.start(
                ["sh", Installation.project + "/docs/examples/weatherd-mqtt", "--unix", socket], errors: "mqtt.log")
            // The messages are retained.
            let weather = try JSONSerialization.jsonObject(with: Data(message("weatherd/current").utf8))
            #expect((weather as? [String: Any])?["temperatureC"] is Double)
            for name in ["temperature", "gusts", "precipitation"] {
                let text = try message("homeassistant/sensor/weatherd_\(name)/config")
                let sensor = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
                #expect(sensor?["state_topic"] as? String == "weatherd/current")
                #expect(sensor?["availability_topic"] as? String == "weatherd/current")
                #expect((sensor?["availability_template"] as? String)?.contains("value_json.freshness") == true)
                #expect(sensor?["unique_id"] as? String == "weatherd_\(name)")
                let template = try #require(sensor?["value_template"] as? String)
                let key = template.dropFirst("{{ value_json.".count).dropLast(" }}".count)
                #expect((weather as? [String: Any])?.keys.contains(String(key)) == true, "\(template)")
            }
            script.terminate()
            try patiently("the end of the script") {
                try message("weatherd/current")
            } until: {
                $0 == "{}"
            }
        }
    }
}
