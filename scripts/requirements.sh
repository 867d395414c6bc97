# shellcheck shell=bash
# What a script needs of the machine, asked before it begins. Sourced, not run by itself; none of it needs a Git clone.

# needs PROGRAM...   ends the script unless all of these are installed, and names those that are not, with the words after
# the first `=`, if there is one.
needs() {
    local program words missing=""
    for program; do
        words=${program#"${program%%=*}"}
        program=${program%%=*}
        command -v "$program" >/dev/null || missing+="${missing:+, }$program${words:+ (${words#=})}"
    done
    [[ -z $missing ]] || lacks "$missing"
}

# lacks WHAT   ends the script because something is missing.
lacks() {
    echo "${0#./}: needed and not installed: $1" >&2
    exit 1
}

# needs_rust MANIFEST   ends the script unless Cargo, a linker and a Rust that is new enough for a crate are installed.
needs_rust() {
    local oldest found
    needs "cargo=Rust: rustup installs it" "rustc=Rust: rustup installs it"
    [[ $(compgen -A variable CARGO_TARGET_) == *LINKER* ]] || needs "cc=a C compiler, by which Rust links"
    oldest=$(sed -n 's/^rust-version = "\([0-9.]*\)".*/\1/p' "$1" Cargo.toml | head -1)
    found=$(rustc --version) || exit
    found=${found#rustc }
    if ! is_at_least "${found%%[ -]*}" "$oldest"; then
        echo "${0#./}: Rust $oldest or later is needed, and rustc is ${found%% *}; rustup installs a newer one" >&2
        exit 1
    fi
}

# is_at_least VERSION OLDEST   compares versions of numbers.
is_at_least() {
    local has wants place
    IFS=. read -ra has <<<"$1"
    IFS=. read -ra wants <<<"$2"
    for place in 0 1 2; do
        [[ ${has[place]:-0} -eq ${wants[place]:-0} ]] || break
    done
    [[ ${has[place]:-0} -ge ${wants[place]:-0} ]]
}

# stated_version   the version of philidor.
stated_version() { sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml; }
