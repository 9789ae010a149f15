"""complete.py SHELL SCRIPT KEYS LINE...: writes each line in the real shell, on a terminal, with the keys behind it, and
prints what the line is then. SCRIPT is the completion script of that shell, as it is installed."""

import os
import pty
import re
import sys

shell, script, keys, lines = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
# Each shell is given a key of its own that shows the line.
START = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
SETTING = {
    "bash": rf"""source {script}; bind 'set completion-query-items 0'; bind 'set bell-style none'
        bind -x '"\C-x\C-p": printf "\n<<%s>>\n" "$READLINE_LINE"'""",
    # Unsafe directories are asked about, and here all belong to root.
    "zsh": rf"""fpath=({os.path.dirname(script)} $fpath); autoload -Uz compinit; compinit -D -u; unsetopt beep
        show() {{ print -r -- $'\n'"<<$BUFFER>>" }}; zle -N show; bindkey '^X^P' show""",
    "fish": rf"""source {script}; bind \cx\cp 'printf "\n<<%s>>\n" (commandline)'""",
}

process, terminal = pty.fork()
if process == 0:
    os.environ["TERM"] = "dumb" if shell != "fish" else "xterm"
    os.execvp(shell, START[shell])


def until(pattern):
    """What the terminal shows, to the end of what matches."""
    seen = ""
    while not (found := re.search(pattern, seen, re.DOTALL)):
        piece = os.read(terminal, 4096)
        seen += piece.decode(errors="replace")
    return found


def write(text):
    os.write(terminal, text.encode())


for setting in SETTING[shell].splitlines():
    write(setting.strip() + "\n")
# Not as it is written, so that its echo is not taken for it.
write("echo rea''dy\n")
until(r"[\r\n]ready")
for line in lines:
    write(line + keys + "\x18\x10")
    print(re.sub(r"\s*\r?\n\s*", "", until(r"<<([^<>]*)>>").group(1)), flush=True)
    # Away with the line.
    write("\x05\x15")
os.kill(process, 9)
