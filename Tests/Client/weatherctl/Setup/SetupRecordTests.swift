import Testing

@testable import weatherctl_tools

/// What `setup --undo` reads.
@Suite("The record of setup")
struct SetupRecordTests {
    private static let record = {
        var record = SetupRecord()
        record.hasEnabled = true
        record.files = [
            .init(
                bar: .waybar, path: "/home/a b/\"ü%\"/config", isCopy: true, backup: nil, before: "abc",
                after: "def",
                marks: [
                    .init(offset: 7, text: Array("\"x\": {\r\n\t},\n".utf8) + [0xFF, 0], before: [], after: [0x20]),
                    .init(offset: 0, text: [], before: Array("a\u{1B}=".utf8), after: []),
                ]),
            .init(
                bar: .tmux, path: "/t", isCopy: false, backup: "/t.weatherd-1", before: "", after: "0",
                marks: []),
        ]
        return record
    }()

    @Test("It is read as it was written, one line each, without control characters")
    func roundTrip() throws {
        #expect(try SetupRecord(Self.record.text) == Self.record)
        #expect(try SetupRecord(SetupRecord().text) == SetupRecord())
        #expect(Self.record.text.allSatisfy { $0 == .newline || (0x20..<0x7F).contains($0) })
        #expect(Self.record.text.count { $0 == .newline } == 3)
    }

    @Test("A damaged or newer record is not used")
    func invalid() {
        let text = Self.record.text
        #expect(throws: SetupRecord.Unreadable.newer) { try SetupRecord(Array("weatherctl-setup 2\nwhat\n".utf8)) }
        for damaged in ["", "weatherctl-setup", "weatherctl-setup 1\ntmux /t\n", "weatherctl-setup 1\ndzen /t    %1\n"]
        {
            #expect(throws: SetupRecord.Unreadable.damaged) { try SetupRecord(Array(damaged.utf8)) }
        }
        // Every prefix and every changed byte is read or refused.
        for index in text.indices {
            _ = try? SetupRecord(Array(text[..<index]))
            var changed = text
            changed[index] ^= 0x11
            _ = try? SetupRecord(changed)
        }
    }
}
