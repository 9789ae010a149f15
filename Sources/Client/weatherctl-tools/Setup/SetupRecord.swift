/// What `setup` has changed, for `setup --undo`: a file next to the daemon's settings.
struct SetupRecord: Equatable {
    /// A configuration file with insertions.
    struct File: Equatable {
        var bar: BarKind
        /// As the bar opens it.
        var path: String
        /// Whether setup created the file, as a copy of the system's.
        var isCopy: Bool
        /// The backup from before the insertions; nil if setup created the file.
        var backup: String?
        /// Fingerprints of the text before and after the insertions.
        var before: String
        var after: String
        var marks: [InsertionMark]
    }

    /// Whether setup enabled the service.
    var hasEnabled = false
    var files: [File] = []

    var isEmpty: Bool { !hasEnabled && files.isEmpty }

    enum Unreadable: Error, Equatable {
        case damaged
        /// Written by a later version.
        case newer
    }

    private static let head = Array("weatherctl-setup ".utf8)
    private static let version = UInt8(ascii: "1")
    private static let enabled = Array(" enabled".utf8)

    init() {}

    init(_ text: [UInt8]) throws(Unreadable) {
        var lines = text.split(separator: .newline)[...]
        guard let first = lines.popFirst(), first.starts(with: Self.head) else { throw .damaged }
        guard first.dropFirst(Self.head.count).first == Self.version else { throw .newer }
        hasEnabled = first.dropFirst(Self.head.count + 1).elementsEqual(Self.enabled)
        for line in lines {
            var values: [[UInt8]] = []
            for word in line.split(separator: 0x20, omittingEmptySubsequences: false) {
                guard let value = [UInt8](percentEncoded: word) else { throw .damaged }
                values.append(value)
            }
            let texts = values.map { String(decoding: $0, as: UTF8.self) }
            guard values.count >= 6, (values.count - 6).isMultiple(of: 4), let bar = BarKind(rawValue: texts[0]) else {
                throw .damaged
            }
            var file = File(
                bar: bar, path: texts[1], isCopy: texts[2] == Self.copy, backup: texts[3].isEmpty ? nil : texts[3],
                before: texts[4], after: texts[5], marks: [])
            for index in stride(from: 6, to: values.count, by: 4) {
                guard let offset = Int(texts[index]), offset >= 0 else { throw .damaged }
                file.marks.append(
                    InsertionMark(
                        offset: offset, text: values[index + 1], before: values[index + 2], after: values[index + 3]))
            }
            files.append(file)
        }
    }

    private static let copy = "copy"

    /// A line for each file.
    var text: [UInt8] {
        var text = Self.head + [Self.version] + (hasEnabled ? Self.enabled : [])
        for file in files {
            text.append(.newline)
            text += file.bar.rawValue.utf8
            for value in [file.path, file.isCopy ? Self.copy : "", file.backup ?? "", file.before, file.after] {
                text += Array(value.utf8).percentEncoded
            }
            for mark in file.marks {
                text +=
                    Array(String(mark.offset).utf8).percentEncoded + mark.text.percentEncoded
                    + mark.before.percentEncoded + mark.after.percentEncoded
            }
        }
        return text + [.newline]
    }
}

extension [UInt8] {
    /// A space, then the text with all but visible ASCII characters percent-encoded.
    fileprivate var percentEncoded: [UInt8] {
        var result: [UInt8] = [0x20]
        for byte in self {
            if (0x21..<0x7F).contains(byte), byte != UInt8(ascii: "%") {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "%"))
                result.append(Self.digits[Int(byte >> 4)])
                result.append(Self.digits[Int(byte & 15)])
            }
        }
        return result
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// nil if an escape is invalid.
    fileprivate init?(percentEncoded text: ArraySlice<UInt8>) {
        self = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap({ Self.digits.firstIndex(of: $0) }),
                let low = rest.popFirst().flatMap({ Self.digits.firstIndex(of: $0) })
            else { return nil }
            append(UInt8(high << 4 | low))
        }
    }
}
