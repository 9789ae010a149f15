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
