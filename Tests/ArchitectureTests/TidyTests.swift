import Foundation
import Testing

/// House rules that the compiler does not check. Each failure names its place: `file:line: reason`.
struct TidyTests {
    /// Words and phrases that have a plainer or standard term. A phrase is added when no occurrence is left.
    private static let banned = [
        ("all the same", "even so"),
        ("anew", "again"),
        ("another stands in", "falling back to"),
        ("as ever", "rewrite the sentence"),
        ("asked again by itself", "retrying automatically"),
        ("come to its end", "ended, expired"),
        ("come to lie", "use the field's term"),
        ("could not prove that it is", "TLS verification failed"),
        ("doorbell", "reachability probe"),
        ("failed to answer (", "returned HTTP"),
        ("fallen over", "flipped, failed"),
        ("favourite otherwise", "rename a favourite"),
        ("for ever", "forever, endlessly"),
        ("forgive", "reset"),
        ("goes without its name", "reverse geocoding failed"),
        ("has come to", "rewrite the sentence"),
        ("have no claim to", "name the condition"),
        ("in vain", "without effect, timed out"),
        ("is a lookup", "is cached"),
        ("is gone by", "is used, is followed"),
        ("is left alone", "is backing off"),
        ("knock", "probe"),
        ("knocks", "probes"),
        ("lets go", "releases"),
        ("looks of", "appearance of, style of"),
        ("mended", "fixed, recovered"),
        ("network is another", "default route changed"),
        ("never was there", "was never fetched"),
        ("no language that is spoken", "unsupported language"),
        ("no other beside it", "cannot be combined with"),
        ("no variable of weatherd", "not a weatherd variable"),
        ("nobody", "name the subject"),
        ("nothing has to be", "state what is optional"),
        ("of theirs", "rewrite the sentence"),
        ("or so many", "name the default"),
        ("put off", "deferred, rejected"),
        ("reason ever", "for any reason"),
        ("reckoned", "computed, estimated"),
        ("reckoning", "computation"),
        ("so near:", "zoom level"),
        ("somebody", "name the subject"),
        ("the weather is lost", "weather data unavailable"),
        ("told all", "sent the final reply"),
        ("told by itself", "is reported separately"),
        ("under 1 min ago", "just now"),
        ("weatherctl search shows", "use coordinates from 'weatherctl search'"),
        ("weatherd is ending", "weatherd is shutting down"),
        ("what comes of", "the result of"),
        ("who fails rests", "failing providers back off"),
        ("whoever", "name the subject"),
        ("whole number of requests", "must be a positive integer"),
        ("wishes", "requests, settings"),
        ("would stand in", "as a fallback"),
    ]

    /// Prefixes of the paths of files that may be longer, and why.
    private static let mayBeLonger = [
        ("Sources/Languages/", "a language is one table"),
        ("Sources/Serving/Session.swift", "to be split by responsibility"),
        ("Sources/HTTP/JSONParser.swift", "one parser"),
        ("Sources/weatherctl-tools/Subcommands.swift", "one table of subcommands"),
        ("Tests/ForecastingTests/METNorwayTests.swift", "two suites share private fixtures"),
        ("Tests/RenderingTests/DaemonDiagnosticsTests.swift", "the tests share one healthy daemon"),
        ("Tests/WeatherTests/WeatherEventTests.swift", "the tests share one history"),
    ]

    private static let files = SourceText.all(below: ["Sources", "Tests"], kinds: ["swift"])
    private static let pages = SourceText.all(
        below: ["Sources", "Tests", "docs", "packaging", "README.md"],
        kinds: ["swift", "md", "1", "5", "7", "c", "py", "sh"])

    /// Files that contain banned phrases, and why.
    private static let mayContainBannedPhrases = [
        ("Tests/ArchitectureTests/TidyTests.swift", "it lists them"),
        ("Tests/RenderingTests/Languages/GrammarTests.swift", "the English texts of the views"),
    ]

    @Test func fileLengthIsLimited() {
        #expect(Self.files.count > 500)
        for file in Self.files where !Self.mayBeLonger.contains(where: { file.path.hasPrefix($0.0) }) {
            let limit = file.path.hasPrefix("Sources/") ? 250 : 300
            #expect(
                file.lines.count <= limit,
                "\(file.path):\(limit + 1): \(file.lines.count) lines; at most \(limit): split it by responsibility")
        }
    }

    /// An exception that is no longer needed is removed.
    @Test func lengthExceptionsAreNeeded() {
        for (path, reason) in Self.mayBeLonger {
            let isNeeded = Self.files.contains { $0.path.hasPrefix(path) && $0.lines.count > 250 }
            #expect(isNeeded, "\(path):1: is short or gone, and needs no exception (\(reason))")
        }
    }

    @Test func bannedPhrasesAreAbsent() {
        for file in Self.pages where !Self.mayContainBannedPhrases.contains(where: { $0.0 == file.path }) {
            for (number, line) in file.lines.enumerated() {
                let words = line.lowercased()
                for (phrase, better) in Self.banned where words.contains(phrase) {
                    #expect(!file.has(phrase, in: words), "\(file.path):\(number + 1): \"\(phrase)\": \(better)")
                }
            }
        }
    }

    /// A type is dead if only its declaration names it.
    @Test func everyTypeIsUsed() {
        var uses: [Substring: Int] = [:]
        var declarations: [Substring: String] = [:]
        for file in Self.files where file.path.hasPrefix("Sources/") {
            for (number, line) in file.lines.enumerated() {
                let code = line.components(separatedBy: "//")[0]
                let words = code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                for word in words { uses[word, default: 0] += 1 }
                for (keyword, name) in zip(words, words.dropFirst())
                where ["struct", "class", "enum", "protocol", "actor"].contains(keyword)
                    && name.first?.isUppercase == true
                {
                    declarations[name] = "\(file.path):\(number + 1)"
                }
            }
        }
        #expect(declarations.count > 500)
        // The system starts the type with @main.
        for (name, place) in declarations where name != "Weatherd" {
            #expect(uses[name, default: 0] > 1, "\(place): nothing uses \(name)")
        }
    }

    /// libdispatch monitors the threads of its global and concurrent queues, which wakes the process every second; the worker's
    /// sandbox hides what the monitoring reads. Serial queues use other threads.
    @Test func noCodeUsesConcurrentQueues() {
        for file in Self.files where file.path.hasPrefix("Sources/") {
            for (number, line) in file.lines.enumerated() {
                for use in [".global(", "attributes: .concurrent", "DispatchQueue.concurrentPerform"] {
                    #expect(!line.contains(use), "\(file.path):\(number + 1): use DispatchQueue(label:)")
                }
            }
        }
    }

    /// The semaphores and groups of libdispatch wait until a time of the wall clock, which can be set.
    @Test func noWaitDependsOnTheWallClock() {
        for file in Self.files where file.path.hasPrefix("Sources/") {
            for (number, line) in file.lines.enumerated() {
                #expect(!line.contains(".wait(timeout:"), "\(file.path):\(number + 1): use ThreadSignal")
            }
        }
    }

    /// Tests await events. The status bars of the integration tests report none.
    @Test func noTestSleeps() {
        for file in Self.files where file.path.hasPrefix("Tests/") && !file.path.hasPrefix("Tests/Integration/") {
            for (number, line) in file.lines.enumerated() {
                for call in ["u" + "sleep(", "Thread." + "sleep", "Task." + "sleep"] {
                    #expect(!line.contains(call), "\(file.path):\(number + 1): a test sleeps: await the event")
                }
            }
        }
    }

    /// The time limit of a test includes the time that it waits for parallel tests, minutes on a busy machine. It must be longer
    /// than the whole run.
    @Test func timeLimitsAreLongerThanTheRun() {
        let serial = ["Tests/EndToEndTests/", "Tests/Integration/"]
        for file in Self.files
        where file.path.hasPrefix("Tests/") && !serial.contains(where: { file.path.hasPrefix($0) }) {
            for (number, line) in file.lines.enumerated() {
                guard let minutes = line.components(separatedBy: "timeLimit(.minutes" + "(").dropFirst().first else {
                    continue
                }
                let isLong = Int(minutes.prefix(while: \.isNumber)).map { $0 >= 20 } ?? false
                #expect(isLong, "\(file.path):\(number + 1): at least 20 minutes: parallel tests wait for each other")
            }
        }
    }

    /// A loop that yields until something happens occupies a processor.
    @Test func noTestPolls() {
        // They poll a bounded number of times, or until processes that are not the test's children have ended.
        let exceptions = [
            "Tests/RefreshingTests/ClockJumpTests.swift", "Tests/EndToEndTests/Providers/WorkerTests.swift",
            "Tests/ProvidersTests/RequestGateTests.swift", "Tests/RefreshingTests/FirstFetchTests.swift",
        ]
        for file in Self.files where file.path.hasPrefix("Tests/") && !exceptions.contains(file.path) {
            for (number, line) in file.lines.enumerated() {
                for call in ["Task." + "yield", "sched_" + "yield"] {
                    #expect(!line.contains(call), "\(file.path):\(number + 1): a test polls: await the event")
                }
            }
        }
    }

    /// Suites that use real programs, or await events, can hang.
    @Test func suitesThatCanHangHaveATimeLimit() {
        let programs = ["Tests/EndToEndTests/", "Tests/ConfinementTests/", "Tests/Integration/"]
        let waits = [
            "make" + "AsyncIterator", "for " + "await", "Pseudo" + "Terminal(", "LoopbackServer" + ".running",
            "Fake" + "Worker(", "processes" + "ExitWith",
        ]
        for file in Self.files where file.path.hasPrefix("Tests/") {
            guard let line = file.lines.firstIndex(where: { $0.contains("@" + "Test") }) else { continue }
            let canHang =
                programs.contains { file.path.hasPrefix($0) }
                || file.lines.contains { line in waits.contains { line.contains($0) } }
            #expect(
                !canHang || file.lines.contains { $0.contains(".timeLimit" + "(") },
                "\(file.path):\(line + 1): the suite can hang, and has no time limit")
        }
    }
}
