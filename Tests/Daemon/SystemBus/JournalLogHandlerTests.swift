import Logging
import Testing

@testable import SystemBus

struct JournalLogHandlerTests {
    @Test(arguments: [
        ("place", "WEATHERD_PLACE"), ("open-meteo.url", "WEATHERD_OPEN_METEO_URL"), ("höhe", "WEATHERD_H_HE"),
    ])
    func fieldNamesAreValidForJournal(key: String, field: String) {
        #expect(JournalLogHandler.fieldName(key) == field)
    }

    @Test func prioritiesMatchSyslog() {
        let levels: [Logger.Level] = [.debug, .info, .notice, .warning, .error, .critical]
        #expect(levels.map(\.syslogPriority) == [7, 6, 5, 4, 3, 2])
    }

    @Test(arguments: [nil, "", "x", "1:2:3", "0:0", "-1:4"])
    func otherStreamIsNotTheJournal(variable: String?) {
        #expect(!JournalLogHandler.isConnected(journalStream: variable))
    }
}
