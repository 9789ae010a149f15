import Foundation
import Scratch
import Testing

/// The interface's description, with the programs that developers use it with.
@Suite(.enabled(if: PrivateBus.isEnabled, "it takes their packages; run make integration"), .timeLimit(.minutes(2)))
struct SessionBusInterfaceTests {
    private static let file = URL(filePath: #filePath)
        .appending(path: "../../../systemd/org.weatherd.Weather1.xml").standardized.path

    @Test(arguments: [
        ["/usr/bin/gdbus-codegen", "--generate-c-code", "weather", "--interface-prefix", "org.weatherd.", file],
        ["/usr/bin/gdbus-codegen", "--generate-docbook", "weather", file],
        ["/usr/bin/qdbusxml2cpp", "-p", "weather", "-a", "weatheradaptor", file],
        ["/usr/bin/xmllint", "--noout", "--nonet", file],
    ])
    func generatorAcceptsTheInterface(command: [String]) throws {
        let directory = try TemporaryDirectory()
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.currentDirectoryURL = URL(filePath: directory.path)
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && text.isEmpty, "\(command[0]): \(text)")
        guard command.contains("-p") else { return }
        // Types that Qt cannot infer.
        let header = try String(contentsOfFile: directory.file("weather.h"), encoding: .utf8)
        #expect(header.contains("QDBusPendingReply<QVariantMap> GetCurrent(const QVariantMap &options)"))
        #expect(header.contains("Q_PROPERTY(QList<QVariantMap> Warnings READ warnings)"))
    }
}
