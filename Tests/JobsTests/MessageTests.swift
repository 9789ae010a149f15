import Jobs
import Searching
import Testing
import Weather

/// Every message comes back as it was, and nothing else is taken for one.
struct MessageTests {
    @Test func jobsComeBackAsTheyWere() throws {
        for job in try Examples.jobs() { #expect(try Job(packed: job.packed) == job) }
    }

    @Test func answersComeBackAsTheyWere() throws {
        for answer in Examples.answers { #expect(try Answer(packed: answer.packed) == answer) }
    }

    @Test func theFirstWordsComeBackAsTheyWere() throws {
        let setup = Setup(
            gazetteer: GazetteerFiles(
                named: "/home/ada/ga zetteer\u{301}.sqlite", installed: "/usr/share/weatherd/gazetteer.sqlite",
                cities: "/usr/share/weatherd/cities.sqlite"), daemon: 4711)
        #expect(try Setup(packed: setup.packed) == setup)
        let greeting = Greeting(version: "1.2.3", confinement: "landlock 6")
        #expect(try Greeting(packed: greeting.packed) == greeting)
        // Of whatever version the worker is, and whatever it has to add.
        #expect(try Greeting(versionOf: greeting.packed + [1, 2, 3]).version == "1.2.3")
    }

    @Test func whatIsCutOffIsNoMessage() throws {
        for message in try Examples.jobs().map(\.packed) {
            for length in message.indices {
                #expect(throws: Malformed.self) { try Job(packed: Array(message[..<length])) }
            }
        }
        for message in Examples.answers.map(\.packed) {
            for length in message.indices {
                #expect(throws: Malformed.self) { try Answer(packed: Array(message[..<length])) }
            }
        }
    }

    @Test func whatIsTooLongIsNoMessage() throws {
        for message in Examples.answers.map(\.packed) {
            #expect(throws: Malformed.self) { try Answer(packed: message + [0]) }
        }
    }

    /// With any byte spoiled it is another message that can be, or none.
    @Test func whatIsSpoiledIsReadOrRefused() throws {
        for message in Examples.answers.map(\.packed) {
            for index in message.indices {
                for bits: UInt8 in [0x01, 0x80, 0xFF] {
                    var spoiled = message
                    spoiled[index] ^= bits
                    guard let answer = try? Answer(packed: spoiled) else { continue }
                    #expect(try Answer(packed: answer.packed) == answer)
                }
            }
        }
    }

    @Test func aCountAloneTakesNoMemory() {
        var writer = MessageWriter()
        writer.byte(4)
        writer.int(100)
        #expect(throws: Malformed.self) { try Answer(packed: writer.bytes) }
    }
}

/// What a worker says that is well formed and cannot be.
struct ImpossibleValueTests {
    private func isRefused(_ change: (inout Report) -> Void) -> Bool {
        var report = Examples.report
        change(&report)
        return (try? Report(packed: report.packed)) == nil
    }

    @Test func numbersBeyondBeliefAreRefused() {
        #expect(isRefused { $0.current?.temperature = 500 })
        #expect(isRefused { $0.hours[1].conditions.humidity = 101 })
        #expect(isRefused { $0.hours[0].precipitationProbability = -1 })
        #expect(isRefused { $0.current?.windDirection = 361 })
        #expect(isRefused { $0.days[0].precipitationHours = 26 })
        #expect(isRefused { $0.current?.precipitationPeriod = -3600 })
        #expect(!isRefused { $0.current?.temperature = nil })
    }

    @Test func hoursOutOfOrderAreRefused() {
        #expect(isRefused { $0.hours.swapAt(0, 2) })
        #expect(isRefused { $0.days[0].end = $0.days[0].start })
    }

    @Test func moreThanThereCanBeIsRefused() {
        #expect(isRefused { $0.hours = Array(repeating: $0.hours[0], count: 1501) })
        #expect(isRefused { $0.alerts = Array(repeating: Examples.alert, count: 101) })
    }

    @Test func textsAreCleanAndBounded() throws {
        var report = Examples.report
        report.station?.name = "a\u{1B}[31m\u{202E}b"
        #expect(try Report(packed: report.packed).station?.name == "a[31mb")
        report.timeZone = String(repeating: "x", count: 2000)
        #expect(throws: Malformed.self) { try Report(packed: report.packed) }
    }

    @Test func whatIsNotTextIsRefused() {
        var writer = MessageWriter()
        writer.byte(6)
        writer.bool(true)
        writer.byteString([0xFF, 0xFE])
        #expect(throws: Malformed("a text that is not UTF-8")) { try Answer(packed: writer.bytes) }
    }

    /// Why a worker failed is for the daemon alone to say.
    @Test func aWorkerDoesNotSpeakOfWorkers() {
        #expect(throws: Malformed.self) { try Answer(packed: Answer.failed(.worker(.cancelled)).packed) }
    }

    @Test func numbersHave64Bits() throws {
        for number in [0, 1, -1, 63, 64, -65, .max, .min] {
            var writer = MessageWriter()
            writer.int(number)
            var reader = MessageReader(writer.bytes)
            #expect(try reader.int() == number)
            try reader.end()
        }
        var reader = MessageReader(Array(repeating: 0xFF, count: 10))
        #expect(throws: Malformed.self) { try reader.int() }
    }
}
