#!/bin/sh
# install.sh [--uninstall]: installs weatherd from this archive for the current user, below ~/.local, and starts it.
#
# Each version is a directory in ~/.local/lib/weatherd. The link `current` selects one, so that an interrupted installation
# changes nothing and an upgrade takes effect at once. Everything else that is installed links into `current`, except units.
set -u

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

# Requirements of the programs, which packaging/portable checks.
least_glibc=2.35
loader=/lib64/ld-linux-x86-64.so.2

# Sets the directories, after checking the home directory.
find_directories() {
    [ -n "${HOME:-}" ] || fail "HOME is not set: run 'HOME=/home/NAME ./install.sh' with your home directory"
    while case ${HOME:-} in /*/) ;; *) false ;; esac; do HOME=${HOME%/}; done
    case $HOME in
    /) fail "the home directory is /: set HOME to your own" ;;
    /*) ;;
    *) fail "HOME is not an absolute path: '$HOME'" ;;
    esac
    # Characters that have a meaning in units or in the lists of this script.
    case $HOME in
    *[\"\'\\%\$]* | *"
" | *"	"*) fail "the path of the home directory contains a character that unit files cannot contain: '$HOME'" ;;
    esac
    ! command -v iconv >/dev/null || printf '%s' "$HOME" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1 ||
        fail "the path of the home directory is not UTF-8, which units must be: '$HOME'"
    [ -d "$HOME" ] || fail "the home directory $HOME does not exist"
    # sudo may set HOME to root's.
    [ "$(id -u)" != 0 ] || [ -z "${SUDO_UID:-}" ] || [ "$SUDO_UID" = 0 ] || fail "run install.sh as yourself, without sudo"
    # With sudo, root would own files in a user's home directory.
    [ -O "$HOME" ] || fail "the home directory $HOME belongs to another user: run install.sh as that user, without sudo"
    [ -w "$HOME" ] || fail "the home directory $HOME is not writable"
    base=$HOME/.local/lib/weatherd
    bin=$HOME/.local/bin
    case ${XDG_DATA_HOME:-} in
    /*) data=$XDG_DATA_HOME ;;
    *) data=$HOME/.local/share ;;
    esac
    case ${XDG_CONFIG_HOME:-} in
    /*) configuration=$XDG_CONFIG_HOME ;;
    *) configuration=$HOME/.config ;;
    esac
    case $data$configuration in *"
"*) fail "XDG_DATA_HOME or XDG_CONFIG_HOME contains a line break" ;; esac
    stage=$base/.new
    # What was installed, one path a line, and the directories that were created for it.
    list=$base/installed
    record=$base/directories
    # With a link, uninstalling would remove the link alone.
    [ ! -L "$base" ] || fail "$base is a link: remove it first"
}

# Two runs at once would overwrite each other's files.
lock() {
    command -v flock >/dev/null || return 0
    exec 9<"$HOME"
    flock --nonblock --conflict-exit-code 75 9 2>/dev/null
    [ $? != 75 ] || fail "another install.sh is running: wait until it has finished"
}

package_of() {
    case $1 in
    libcurl.so.4) echo "libcurl4 on Debian and Ubuntu, libcurl on Fedora, curl on Arch" ;;
    libsystemd.so.0) echo "libsystemd0 on Debian and Ubuntu, systemd-libs on Fedora and Arch; other systems lack systemd" ;;
    libsqlite3.so.0) echo "libsqlite3-0 on Debian and Ubuntu, sqlite-libs on Fedora, sqlite on Arch" ;;
    libexpat.so.1) echo "libexpat1 on Debian and Ubuntu, expat on Fedora and Arch" ;;
    libgcc_s.so.1) echo "libgcc-s1 on Debian and Ubuntu, libgcc on Fedora, gcc-libs on Arch" ;;
    *) echo "part of your distribution" ;;
    esac
}

# Fails if the programs cannot run here, before anything is written.
check_machine() {
    machine=$(uname -m)
    [ "$machine" = x86_64 ] || fail "these programs are for x86_64, not for $machine: build weatherd from source"
    case $(ldd --version 2>&1) in
    *musl*) fail "this system's C library is musl: weatherd needs glibc $least_glibc or newer, and systemd" ;;
    esac
    glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null) && glibc=${glibc#glibc } || glibc=
    if [ -n "$glibc" ] && ! printf '%s\n%s\n' "$least_glibc" "$glibc" | sort -VC; then
        fail "glibc $glibc is too old: weatherd needs $least_glibc or newer; build it from source"
    fi
    [ -x "$loader" ] || fail "$loader does not exist: weatherd needs glibc for x86_64, at least $least_glibc"
    [ -r "$programs/weatherd" ] || fail "the archive is incomplete: $programs/weatherd is missing; unpack it again"

    # As ldd does, which stops at no missing library.
    missing=$(for program in weatherd weatherd-worker; do LD_TRACE_LOADED_OBJECTS=1 "$programs/$program" 2>&1; done |
        sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p' | sort -u)
    if [ -n "$missing" ]; then
        for library in $missing; do echo "install.sh: missing library $library ($(package_of "$library"))" >&2; done
        fail "nothing was installed: install the missing libraries, then run install.sh again"
    fi
    for program in weatherd weatherd-worker weatherctl; do
        output=$("$programs/$program" --version 2>&1 </dev/null) ||
            fail "$program does not run on this machine; nothing was installed: ${output:-no message}"
    done
    version=${output#weatherctl }
}

# make_directory PATH: creates it with its parents, and records it so that no others are removed.
make_directory() {
    [ -n "$1" ] && [ ! -d "$1" ] || return 0
    make_directory "${1%/*}"
    # Before it exists, for the case that this run is interrupted.
    made="$1
$made"
    [ ! -d "$base" ] || printf '%s' "$made" >>"$record" || fail "$record cannot be written; nothing was changed"
    mkdir -m 755 "$1" || fail "cannot create $1; nothing was changed"
    [ "$1" != "$base" ] || printf '%s' "$made" >>"$record" || fail "$record cannot be written; nothing was changed"
}

# Undoes what was prepared.
clean() {
    rm -rf "$stage"
    [ -e "$base/current" ] || rm -f "$record"
    printf '%s' "$made" | while IFS= read -r directory; do rmdir "$directory" 2>/dev/null; done
}

# is_ours PATH: whether it is a link of this script.
is_ours() {
    case $(readlink "$1") in "$base"/* | */.local/lib/weatherd/current/*) ;; *) return 1 ;; esac
}

# target FILE: prints where a file of the version is installed, or nothing if it is only in the version's directory.
target() {
    case $1 in
    bin/*) echo "$HOME/.local/$1" ;;
    share/doc/* | share/weatherd/*) ;;
    share/*) echo "$data/${1#share/}" ;;
    esac
}

is_unit() {
    case $1 in */systemd/user/*) ;; *) return 1 ;; esac
}

install_version() {
    made=
    trap clean EXIT
    trap 'echo "install.sh: interrupted; nothing was changed" >&2; exit 130' INT TERM HUP
    # Left by a run that was killed.
    rm -rf "$stage"
    make_directory "$base"
    PREFIX=$base/current DESTDIR=$stage ZSHDIR='' LIBEXECDIR='' DOCDIR='' "$archive/packaging/install" "$programs" "$version" install-weatherd ||
        fail "the files could not be written; nothing was changed"
    tree=$stage$base/current
    rm -f "$tree/share/weatherd/directories"
    cp "$archive/install.sh" "$tree/install.sh" || fail "the files could not be written; nothing was changed"
    "$tree/bin/weatherd" --version >/dev/null 2>&1 ||
        fail "programs in $base cannot be started (is it mounted noexec?); nothing was changed"

    files=$(cd "$tree" && find bin share -type f | LC_ALL=C sort)
    for_each() {
        printf '%s\n' "$files" | while IFS= read -r file; do
            to=$(target "$file")
            [ -z "$to" ] || "$1" "$file" "$to" || exit 1
        done
    }
    refuse_others() {
        is_unit "$2" && [ -f "$list" ] && grep -qxF "$2" "$list" && return
        [ ! -e "$2" ] && [ ! -L "$2" ] || is_ours "$2" || {
            echo "install.sh: $2 belongs to another installation: remove it first ('make uninstall PREFIX=$HOME/.local'" \
                "if it was installed with make); nothing was changed" >&2
            return 1
        }
    }
    for_each refuse_others || exit 1
    print_target() { printf '%s\n' "$2"; }
    for_each print_target >"$stage/installed" && [ -s "$stage/installed" ] ||
        fail "the files could not be written; nothing was changed"
    # Not in a subshell, which would forget them.
    while IFS= read -r to; do make_directory "${to%/*}"; done <"$stage/installed"
    # Where systemctl enables units.
    make_directory "$configuration/systemd/user"
    # Before anything takes effect, so that a full disk changes nothing.
    prepare() {
        mkdir -p "$stage/ready/${1%/*}" || return 1
        if is_unit "$2"; then cp "$tree/$1" "$stage/ready/$1"; else ln -s "$base/current/$1" "$stage/ready/$1"; fi
    }
    { cat "$stage/installed"; [ ! -f "$list" ] || cat "$list"; } | LC_ALL=C sort -u >"$stage/all" && for_each prepare ||
        fail "the files could not be written; nothing was changed"
    name=$version number=1
    while [ -e "$base/$name" ] || [ -L "$base/$name" ]; do number=$((number + 1)) name=$version-$number; done
    sync -f "$stage" 2>/dev/null

    # From here on, all is prepared, and renamed in milliseconds. Killed now, the next run completes it.
    trap '' INT TERM HUP
    trap - EXIT
    obsolete=$([ ! -f "$list" ] || grep -vxFf "$stage/installed" "$list")
    mv -f "$stage/all" "$list"
    mv "$tree" "$base/$name" || fail "$base/$name cannot be created"
    # Not ln -f, which would put the new link into the directory that the old one names.
    rm -f "$base/.current"
    ln -s "$name" "$base/.current" && mv -fT "$base/.current" "$base/current" || fail "$base/current cannot be replaced"
    put() {
        mv -fT "$stage/ready/$1" "$2" || { echo "install.sh: cannot write $2" >&2; return 1; }
    }
    for_each put || fail "weatherd $version is only partly installed: fix this, then run install.sh again"
    printf '%s\n' "$obsolete" | while IFS= read -r path; do [ -z "$path" ] || rm -f "$path"; done
    mv -f "$stage/installed" "$list"
    rm -rf "$stage"
    trap - INT TERM HUP
}

# Whether the user's service manager can be reached. In a session of su or ssh, its directory may not be in the environment.
has_manager() {
    runtime=/run/user/$(id -u)
    [ -n "${XDG_RUNTIME_DIR:-}" ] || [ ! -d "$runtime" ] || export XDG_RUNTIME_DIR="$runtime"
    systemctl --user show-environment >/dev/null 2>&1
}

# Other versions, which the running daemon needs until it is restarted.
remove_other_versions() {
    for other in "$base"/*/; do
        other=${other%/}
        [ -L "$other" ] || [ "$other" = "$base/$name" ] || [ ! -f "$other/install.sh" ] || rm -rf "$other"
    done
}

start() {
    trap 'echo "install.sh: interrupted; weatherd $version is installed, but may not be running: run install.sh again" >&2; exit 130' INT TERM HUP
    units="weatherd.socket weatherd.service"
    if ! command -v systemctl >/dev/null; then
        echo "weatherd $version is installed, but not started: this machine has no systemd."
        echo "Start $bin/weatherd when your session starts, for example from your compositor's configuration."
    elif ! has_manager; then
        # shellcheck disable=SC2086
        SYSTEMD_OFFLINE=1 systemctl --user --quiet enable $units ||
            fail "weatherd $version is installed, but its units could not be enabled: run 'systemctl --user enable --now $units'"
        echo "weatherd $version is installed, but not started: no systemd user manager is running. It starts at your next login."
    else
        # shellcheck disable=SC2086
        systemctl --user daemon-reload && systemctl --user --quiet enable $units && systemctl --user start weatherd.socket &&
            systemctl --user restart weatherd.service || {
            remove_other_versions
            fail "weatherd $version is installed, but did not start: run 'systemctl --user status weatherd' for the reason"
        }
        remove_other_versions
        echo "weatherd $version is installed and running. Add it to your status bar with: weatherctl setup"
    fi
    case :${PATH:-}: in
    *":$bin:"*) ;;
    *)
        echo "$bin is not in PATH: log in again, so that status bars find it." \
            "For this shell, run: export PATH=\"\$HOME/.local/bin:\$PATH\""
        ;;
    esac
    other=$configuration/systemd/user/weatherd.service
    [ ! -f "$other" ] || echo "$other takes precedence over the installed unit: remove it, or change its ExecStart."
    for other in /usr/bin/weatherd /usr/local/bin/weatherd; do
        [ ! -x "$other" ] || echo "$other is another installation; the new one takes precedence for you."
    done
    echo "Uninstall with: $base/current/install.sh --uninstall"
}

uninstall() {
    if [ ! -L "$base/current" ] && [ ! -f "$list" ] && [ ! -d "$stage" ]; then
        echo "weatherd is not installed in $HOME/.local by install.sh; nothing to do."
        return
    fi
    if command -v systemctl >/dev/null; then
        if has_manager; then
            systemctl --user --quiet disable --now weatherd.service weatherd.socket
        else
            SYSTEMD_OFFLINE=1 systemctl --user --quiet disable weatherd.service weatherd.socket
        fi 2>/dev/null
    fi
    # Bars would run a program that no longer exists.
    ! is_ours "$bin/weatherctl" 2>/dev/null || "$bin/weatherctl" setup --undo </dev/null ||
        echo "install.sh: status bars may still run weatherctl, which is now removed" >&2
    # The list is removed last, so that an interrupted run can be repeated.
    cat "$list" "$stage/installed" 2>/dev/null | while IFS= read -r path; do
        is_unit "$path" && rm -f "$path" || { is_ours "$path" && rm -f "$path"; }
    done
    directories=$(LC_ALL=C sort -ru "$record" 2>/dev/null)
    # Directories with other files remain. Twice, since those of the record itself are removed last.
    remove_directories() {
        printf '%s\n' "$directories" | while IFS= read -r directory; do
            [ -z "$directory" ] || rmdir "$directory" 2>/dev/null
        done
    }
    remove_directories
    trap '' INT TERM HUP
    # Not what others have there, such as `make install` with another LIBEXECDIR.
    for version in "$base"/*/; do
        version=${version%/}
        [ -L "$version" ] || [ ! -f "$version/install.sh" ] || rm -rf "$version"
    done
    rm -rf "$stage"
    rm -f "$base/current" "$base/.current" "$list" "$record"
    remove_directories
    trap - INT TERM HUP
    ! command -v systemctl >/dev/null || ! has_manager || systemctl --user daemon-reload
    echo "weatherd is uninstalled. Settings and cache remain in ~/.config/weatherd, ~/.local/state/weatherd and ~/.cache/weatherd."
}

main() {
    umask 022
    unset CDPATH
    case "$#:${1:-}" in
    0:)
        archive=$(cd "$(dirname "$0")" && pwd) || exit 1
        programs=$archive/programs
        [ -d "$programs" ] ||
            fail "$programs does not exist: unpack the archive, and run install.sh there (here, it can only --uninstall)"
        find_directories
        lock
        check_machine
        install_version
        start
        ;;
    1:--uninstall)
        find_directories
        lock
        uninstall
        ;;
    *)
        echo "usage: install.sh [--uninstall]" >&2
        exit 2
        ;;
    esac
}

main "$@"
