#!/usr/bin/env bash
# A hunt of bounded time with a prebuilt philidor-hunt, for CI and for pre-commit: copy this file into your repository.
#
#   bash hunt.sh ./engine                                   a UCI engine that knows `go perft N`
#   bash hunt.sh --protocol lines -- python3 mine.py        whatever `philidor-hunt` takes
#
# philidor-hunt is the one on PATH. If there is none, a release is downloaded, its checksum compared, and kept for next time.
# Leaves hunt.txt, hunt.html and, if there are bugs, hunt.md (a text about each, for its authors) in HUNT_REPORTS.
# The exit code is that of the hunt: 0 nothing found, 1 bugs, 2 wrong usage, 3 philidor contradicts itself.
set -euo pipefail

seconds=${HUNT_SECONDS:-60}     # how long to hunt
reports=${HUNT_REPORTS:-.}      # a folder for the reports
version=${PHILIDOR_VERSION:-}   # what to download: 0.1.0
releases=${PHILIDOR_RELEASES:-} # from where: https://github.com/OWNER/philidor/releases/download
kept=${PHILIDOR_HOME:-$HOME/.cache/philidor}

fail() {
    echo "hunt.sh: $*" >&2
    exit 2
}

# The name of this machine in releases. Those with musl run on any Linux.
target() {
    case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) echo x86_64-unknown-linux-musl ;;
    Linux-aarch64) echo aarch64-unknown-linux-musl ;;
    Darwin-x86_64) echo x86_64-apple-darwin ;;
    Darwin-arm64) echo aarch64-apple-darwin ;;
    *) fail "there is no release for $(uname -s) on $(uname -m); put a philidor-hunt on PATH" ;;
    esac
}

# download NAME   a release, unpacked into the folder of those that are kept.
download() {
    [[ -n $version && -n $releases ]] || fail "no philidor-hunt on PATH; PHILIDOR_VERSION and PHILIDOR_RELEASES say which to download"
    # Not local: it is removed when the script ends.
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    for file in "$1.tar.gz" "$1.tar.gz.sha256"; do
        curl --fail --silent --show-error --location --output "$folder/$file" "$releases/v$version/$file" ||
            fail "cannot download $releases/v$version/$file"
    done
    if command -v sha256sum >/dev/null; then
        (cd "$folder" && sha256sum --check --quiet "$1.tar.gz.sha256") || fail "$1.tar.gz has another checksum"
    else
        (cd "$folder" && shasum -a 256 --check --quiet "$1.tar.gz.sha256") || fail "$1.tar.gz has another checksum"
    fi
    mkdir -p "$kept"
    tar -xzf "$folder/$1.tar.gz" -C "$kept"
}

[[ $# -gt 0 ]] || fail "which program? bash hunt.sh ./engine"
if ! hunter=$(command -v philidor-hunt); then
    name=philidor-$version-$(target)
    hunter=$kept/$name/philidor-hunt
    [[ -x $hunter ]] || download "$name"
fi

[[ $1 == -* ]] || set -- -- "$@"
mkdir -p "$reports"
code=0
"$hunter" --time "$seconds" --html "$reports/hunt.html" --issue "$reports/hunt.md" "$@" >"$reports/hunt.txt" || code=$?
cat "$reports/hunt.txt"
exit "$code"
