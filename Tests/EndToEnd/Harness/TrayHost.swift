import Foundation
import Glibc
import Scratch

/// A program that collects tray items, and a panel that reads them (tray-host.py). Both end with it.
final class TrayHost {
    static let tools = ["/usr/bin/python3", "/usr/lib/python3/dist-packages/gi/__init__.py"]
    static let isAvailable = MessageBus.isAvailable && tools.allSatisfy { FileManager.default.fileExists(atPath: $0) }
    static let absence = "\(MessageBus.absence), or \(tools.joined(separator: " or "))"

    private let process: ChildProcess
    private let lines: Lines
    private let commands: Descriptor

    /// - Parameters:
    ///   - isPanel: whether it also reads items.
    ///   - rejects: whether it rejects items.
    init(on bus: MessageBus, isPanel: Bool = true, rejects: Bool = false) throws {
        let (input, commands) = try Descriptor.pipe()
        let script = URL(filePath: #filePath).appending(path: "../tray-host.py").standardized.path
        let environment = bus.home.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 }
        process = try ChildProcess(
            Self.tools[0], [script] + (isPanel ? ["--panel"] : []) + (rejects ? ["--reject"] : []),
            environment: environment,
            errors: bus.home.directory.file("tray-host.log"), handed: input)
        self.commands = commands
        lines = Lines(process.output)
    }

    /// Returns when an item has been registered.
    func awaitItem() throws {
        while !(try lines.next()).hasPrefix("registered /org/weatherd/Tray") {}
    }

    func end() throws {
        process.signal(SIGKILL)
        _ = try process.wait()
    }

    /// The reply to a command.
    @discardableResult
    func ask(_ command: String) throws -> Any {
        let bytes = Array((command + "\n").utf8)
        guard write(commands.number, bytes, bytes.count) == bytes.count else { throw Failure("the host has ended") }
        return try JSONSerialization.jsonObject(with: Data(try lines.next().utf8), options: [.fragmentsAllowed])
    }

    func text(_ property: String) throws -> String { try ask("property \(property)") as? String ?? "" }

    /// The title and the lines of the tooltip.
    func tooltip() throws -> (title: String, details: String) {
        let fields = try ask("property ToolTip") as? [Any]
        return (fields?[2] as? String ?? "", fields?[3] as? String ?? "")
    }

    /// Returns when a property is as expected: what a request changes is announced a little later.
    func wait(for property: String, until isExpected: (String) -> Bool) throws {
        let end = Moment.now + Descriptor.patience
        while true {
            let text = try text(property)
            if isExpected(text) { return }
            guard Moment.now < end else { throw Failure("\(property) is still \(text)") }
        }
    }

    /// The labels of the menu, in order, with those of its menus.
    func labels() throws -> [String] {
        func labels(_ item: Any) -> [String] {
            guard let item = item as? [Any], item.count == 3, let properties = item[1] as? [String: Any] else {
                return []
            }
            return [properties["label"] as? String].compactMap(\.self) + (item[2] as? [Any] ?? []).flatMap(labels)
        }
        return labels(try ask("layout"))
    }

    /// Returns when the menu has a label.
    func wait(forLabel label: String) throws {
        let end = Moment.now + Descriptor.patience
        while true {
            let labels = try labels()
            if labels.contains(label) { return }
            guard Moment.now < end else { throw Failure("the menu has only \(labels)") }
        }
    }

    /// The names of the signals since the last question.
    func signals() throws -> [String] {
        (try ask("signals") as? [[Any]] ?? []).compactMap { $0.first as? String }
    }
}
