"""complete.py SHELL SCRIPT KEYS LINE...: types each line and then the keys in the real shell, on a terminal, and prints
the resulting line. SCRIPT is the shell's installed completion script."""

import os
import pty
import re
import sys

shell, script, keys, lines = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
# A key binding in each shell that prints the line.
START = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
SETTING = {
    "bash": rf"""source {script}; bind 'set completion-query-items 0'; bind 'set bell-style none'
        bind -x '"\C-x\C-p": printf "\n<<%s>>\n" "$READLINE_LINE"'""",
    # Unsafe directories cause a prompt, and here all belong to root.
    "zsh": rf"""fpath=({os.path.dirname(script)} $fpath); autoload -Uz compinit; compinit -D -u; unsetopt beep
        show() {{ print -r -- $'\n'"<<$BUFFER>>" }}; zle -N show; bindkey '^X^P' show""",
    "fish": rf"""source {script}; bind \cx\cp 'printf "\n<<%s>>\n" (commandline)'""",
}

process, terminal = pty.fork()
if process == 0:
    os.environ["TERM"] = "dumb" if shell != "fish" else "xterm"
    os.execvp(shell, START[shell])


def until(pattern):
    """The terminal's output, up to and including the match."""
    seen = ""
    while not (found := re.search(pattern, seen, re.DOTALL)):
        piece = os.read(terminal, 4096)
        seen += piece.decode(errors="replace")
    return found


def write(text):
    os.write(terminal, text.encode())


for setting in SETTING[shell].splitlines():
    write(setting.strip() + "\n")
# Split, so that its echo is not mistaken for the output.
write("echo rea''dy\n")
until(r"[\r\n]ready")
for line in lines:
    write(line + keys + "\x18\x10")
    print(re.sub(r"\s*\r?\n\s*", "", until(r"<<([^<>]*)>>").group(1)), flush=True)
    # Clears the line.
    write("\x05\x15")
os.kill(process, 9)
