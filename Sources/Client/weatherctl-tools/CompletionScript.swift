/// A completion script for a shell. It calls the program itself, which knows its commands and queries the daemon for
/// places.
enum CompletionScript: String, CaseIterable {
    case bash, zsh, fish

    /// The option that prints a script, as in other programs.
    static let option = "--generate-completion-script"

    /// The requested script; nil when the words do not request one.
    init?(_ words: [String]) {
        let asked =
            words.first == Self.option ? words.dropFirst() : words.first?.split(separator: "=").map(String.init)[...]
        guard words.first?.hasPrefix(Self.option) == true, let shell = asked?.last else { return nil }
        self.init(rawValue: shell)
    }

    /// The script without its last line end.
    var text: String {
        switch self {
        case .bash:
            """
            # Completion of weatherctl's words in bash.

            _weatherctl() {
                mapfile -t COMPREPLY < <(weatherctl --complete bash "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
                # A unit follows.
                [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
                return 0
            }

            complete -F _weatherctl weatherctl
            """
        case .zsh:
            """
            #compdef weatherctl

            # Completion of weatherctl's words in zsh; each line has a word, and behind a tab what it is for.
            local line word
            local -a whole parts
            for line in "${(@f)$(_call_program words weatherctl --complete zsh "${(@q)${(@Q)words[2,CURRENT-1]}}" "${(q)${(Q)PREFIX}}")}"; do
                [[ -n $line ]] || continue
                word=${${${line%%$'\\t'*}//\\\\/\\\\\\\\}//:/\\\\:}:${line#*$'\\t'}
                # A unit follows.
                if [[ $line == *=$'\\t'* ]]; then parts+=("$word"); else whole+=("$word"); fi
            done
            local -a other=(-M 'm:{[:lower:]}={[:upper:]}')
            _describe -t words 'weatherctl' whole $other -- parts $other -S ''
            """
        case .fish:
            """
            # Completion of weatherctl's words in fish.

            function __weatherctl_words
                set -l words (commandline -opc)
                weatherctl --complete fish $words[2..-1] (commandline -ct) 2>/dev/null
            end

            complete -c weatherctl -f -k -a '(__weatherctl_words)'
            """
        }
    }
}

/// The words of a command line as bash passes them to completion: with quotes and backslashes, and split at equals
/// signs.
struct BashLine {
    /// The words without quoting; the last one is being completed.
    private(set) var words: [String] = []
    /// The part of the last word before the piece that bash replaces.
    private let before: String
    /// The open quote in that piece; nil for none.
    private let quote: Character?

    init(_ pieces: [String]) {
        var isGlued = false
        var before = ""
        for piece in pieces {
            let isSign = piece == "="
            if isSign || isGlued, let last = words.last {
                before = isSign ? last + "=" : last
                words[words.count - 1] = isSign ? before : last + ShellWord.plain(piece)
            } else {
                before = ""
                words.append(ShellWord.plain(piece))
            }
            isGlued = isSign
        }
        self.before = before
        quote = pieces.last?.first.flatMap { ["\"", "'"].contains($0) ? $0 : nil }
    }

    /// The text that replaces the last piece.
    func replacement(_ word: String) -> String {
        let rest = word.hasPrefix(before) ? String(word.dropFirst(before.count)) : word
        switch quote {
        case nil: return ShellWord.escaped(rest) { $0.isPlainInShells }
        case "\"": return ShellWord.escaped(rest) { !"\\\"$`".unicodeScalars.contains($0) }
        // In single quotes only the quote itself needs escaping.
        default: return ShellWord.insideSingleQuotes(rest)
        }
    }
}

/// Shell quoting of words.
enum ShellWord {
    /// Removes quotes and backslashes. A quote may still be open.
    static func plain(_ word: String) -> String {
        var plain = String.UnicodeScalarView()
        var quote: Unicode.Scalar?
        var rest = word.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == quote {
                quote = nil
            } else if quote == nil, scalar == "\"" || scalar == "'" {
                quote = scalar
            } else if scalar == "\\", quote != "'", let next = rest.popFirst() {
                plain.append(next)
            } else {
                plain.append(scalar)
            }
        }
        return String(plain)
    }

    /// Escaped for single quotes.
    static func insideSingleQuotes(_ word: String) -> String {
        word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    }

    /// Escapes special characters with a backslash.
    static func escaped(_ word: String, standsForItself: (Unicode.Scalar) -> Bool) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in word.unicodeScalars {
            if !standsForItself(scalar) { escaped.append("\\") }
            escaped.append(scalar)
        }
        return String(escaped)
    }
}

extension String {
    /// Quoted for copying into a shell.
    var shellQuoted: String {
        unicodeScalars.allSatisfy { $0.isPlainInShells } && !isEmpty ? self : "'\(ShellWord.insideSingleQuotes(self))'"
    }
}

extension Unicode.Scalar {
    fileprivate var isPlainInShells: Bool {
        !isASCII || properties.isAlphabetic || ("0"..."9").contains(self) || "-_.,/:=@%+".unicodeScalars.contains(self)
    }
}
