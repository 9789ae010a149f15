import Client
import ClientProtocol
import Glibc

/// Lets the user choose a place on the map; each key requests a new map from the daemon.
struct Chooser {
    /// Sends a request, with a timeout in milliseconds.
    typealias Ask = ([String]) throws(MapFailure) -> [String]

    var request: MapRequest
    var reading: ViewRequest
    var colors: ColorDepth
    let ask: Ask

    enum Outcome: Equatable {
        /// The daemon's confirmation.
        case chosen([String])
        case left
        /// A signal that ends the program.
        case signal(Int32)
    }

    /// Runs on a terminal, which is restored on return.
    func run(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) throws(MapFailure) -> Outcome {
        switch try position(input, output) {
        case .choose(let position): .chosen(try ask(["set-location"] + position.words))
        case .leave: .left
        case .signal(let signal): .signal(signal)
        }
    }

    private enum Ending {
        case choose(MapPosition)
        case leave
        case signal(Int32)
    }

    private func center() throws(MapFailure) -> MapPosition {
        guard let center = MapChoice.center(in: try ask(MapChoice.centerWords)) else { throw .noPosition }
        return center
    }

    private func position(_ input: Int32, _ output: Int32) throws(MapFailure) -> Ending {
        guard isatty(input) == 1, isatty(output) == 1 else { throw .noTerminal }
        let center = if let center = request.center { center } else { try self.center() }
        let signals = try PendingSignals()
        let screen = try Screen(input: input, output: output)
        var choice = MapChoice(
            center: center, zoom: request.zoom, reading, colors: colors, columns: screen.size.columns,
            lines: screen.size.lines)
        var keys = KeyDecoder()
        while true {
            screen.show(Array(try ask(choice.words).prefix(choice.lines)))
            // Keys that change nothing cause no redraw.
            var isStale = false
            while !isStale {
                var ready = [
                    pollfd(fd: input, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
                ]
                let count = poll(&ready, nfds_t(ready.count), keys.isUndecided ? KeyDecoder.patience : -1)
                if count < 0, errno != EINTR { throw .failed(call: "poll", errno: errno) }
                while let signal = signals.next() {
                    guard signal == SIGWINCH else { return .signal(signal) }
                    choice.resize(columns: screen.size.columns, lines: screen.size.lines)
                    isStale = true
                }
                var struck: [Key] = count == 0 ? keys.settle() : []
                if ready[0].revents != 0 {
                    guard let bytes = screen.read() else { return .leave }
                    struck += keys.decode(bytes)
                }
                for key in struck {
                    switch choice.press(key) {
                    case .redraw: isStale = true
                    case .choose(let position): return .choose(position)
                    case .leave: return .leave
                    }
                }
            }
        }
    }
}

/// Lets the user choose a place on the requested map, and prints the result.
func choose(_ words: [String], path: String, milliseconds: Int) -> ExitStatus {
    guard case .map(let request, let reading) = try? Request(words: words) else {
        return refuse(words, path: path, milliseconds: milliseconds)
    }
    let chooser = Chooser(
        request: request, reading: reading, colors: reading.colors
    ) { words throws(MapFailure) in
        let reply: Reply
        do throws(ConnectionFailure) {
            reply = try Query(
                line: QuotedWords.join(words) + "\n", path: path, output: .text, milliseconds: milliseconds
            )
            .reply()
        } catch {
            throw .connection(error)
        }
        switch reply {
        case .ok(let lines): return lines
        case .error(let code, let message): throw .refused(code, message)
        }
    }
    do throws(MapFailure) {
        switch try chooser.run() {
        case .left: return .done
        case .chosen(let lines):
            do {
                try StandardOutput.write(lines.text)
                return .done
            } catch {
                return error.report()
            }
        case .signal(let number):
            return end(by: number)
        }
    } catch {
        StandardError.say(error.sentence)
        return error.status
    }
}

/// The position on the map, and the effects of keys. The daemon draws the map.
struct MapChoice: Equatable {
    static let firstZoom = 4

    /// The request's options other than the window: `--units us`.
    private let options: [String]
    private var center: MapPosition
    private var zoom: Int
    private(set) var columns: Int
    private(set) var lines: Int

    /// The action after a key.
    enum Step: Equatable {
        case redraw
        /// Make the position the current place.
        case choose(MapPosition)
        case leave
    }

    /// - Parameters:
    ///   - center: the initial centre.
    ///   - zoom: the initial zoom level; nil for `firstZoom`.
    ///   - reading: the format of the map.
    init(center: MapPosition, zoom: Int?, _ reading: ViewRequest, colors: ColorDepth, columns: Int, lines: Int) {
        var options = ["--color", colors.rawValue]
        if let theme = reading.theme { options += ["--theme", theme.rawValue] }
        if let background = reading.background { options += ["--background", background.rawValue] }
        if let language = reading.language { options += ["--language", language] }
        if let locale = reading.locale { options += ["--locale", locale] }
        if !reading.units.isEmpty { options += ["--units", reading.units.joined(separator: ",")] }
        self.options = options
        self.center = center
        self.zoom = zoom ?? Self.firstZoom
        self.columns = columns
        self.lines = lines
    }

    /// Sets the terminal's size; two lines are reserved for the text below the map.
    mutating func resize(columns: Int, lines: Int) {
        self.columns = columns
        self.lines = lines
    }

    /// The request for the current map.
    var words: [String] {
        ["map"] + center.words
            + [
                "--cursor", "--zoom", String(zoom), "--width", String(window.columns), "--height",
                String(window.lines),
            ] + options
    }

    /// The request for the default centre: a map of one line without colours, with the position below it.
    static let centerWords = ["map", "--cursor", "--zoom", String(firstZoom), "--width", "80", "--height", "1"]

    /// The position in a reply to `centerWords`; nil when there is none.
    static func center(in reply: [String]) -> MapPosition? {
        reply.count > 1 ? MapPosition(startOf: reply[1]) : nil
    }

    mutating func press(_ key: Key) -> Step {
        switch key {
        case .move(let columns, let lines):
            center = window.moved(columns: columns, lines: lines).center
        case .zoomIn:
            zoom = min(zoom + 1, Int(MapWindow.zooms.upperBound))
        case .zoomOut:
            zoom = max(zoom - 1, Int(MapWindow.zooms.lowerBound))
        case .enter:
            return .choose(center)
        case .leave:
            return .leave
        }
        return .redraw
    }

    private var window: MapWindow {
        MapWindow(
            center: center, zoom: Double(zoom), columns: min(columns, Request.widthLimit),
            lines: min(lines - 2, Request.heightLimit))
    }
}

/// Why choosing a place failed.
enum MapFailure: Error, Equatable {
    /// Input or output is not a terminal.
    case noTerminal
    /// The daemon's reply contains no position.
    case noPosition
    case connection(ConnectionFailure)
    /// The daemon rejected the request.
    case refused(Reply.Code, String)
    /// A system call failed with this errno.
    case failed(call: String, errno: Int32)

    var sentence: String {
        switch self {
        case .noTerminal:
            "map --choose requires a terminal; run 'weatherctl set-location LAT LON' instead"
        case .noPosition:
            "weatherd's reply contains no position; if its version differs from weatherctl's, run: "
                + "systemctl --user restart weatherd"
        case .connection(let failure): failure.sentence
        case .refused(_, let message): message
        case .failed(let call, let error): "\(call) failed: \(String(cString: strerror(error)))"
        }
    }

    var status: ExitStatus {
        switch self {
        case .noTerminal: .usage
        case .connection(let failure): failure.status
        case .refused(let code, _): code == .noData ? .noWeather : .refused
        case .noPosition: .refused
        case .failed: .output
        }
    }
}
