# shellcheck shell=bash
# How scripts/test and scripts/test-all report. Sourced by both, not run by itself.
#
# STRICT=1 makes a step that this machine cannot run a failure, for machines that must be able to run all of them.

skipped=""

# step HEADING COMMAND...   prints the heading, runs the command, and ends the script when it fails.
step() {
    local heading=$1 started=$SECONDS status=0
    shift
    printf '\n=== %s\n    %s\n' "$heading" "$*"
    "$@" || status=$?
    if [[ $status -ne 0 ]]; then
        printf '\n=== FAILED: %s\n    exit status %s from: %s\n' "$heading" "$status" "$*" >&2
        exit "$status"
    fi
    printf '=== ok: %s (%s s)\n' "$heading" "$((SECONDS - started))"
}

# skip HEADING REASON   notes a step that this machine cannot run; the last lines repeat it.
skip() {
    if [[ ${STRICT:-0} == 1 ]]; then
        printf '\n=== FAILED: %s\n    STRICT=1, and it cannot run here: %s\n' "$1" "$2" >&2
        exit 1
    fi
    printf '\n=== SKIPPED: %s\n    %s\n' "$1" "$2"
    skipped+="    skipped: $1 ($2)"$'\n'
}

# finish   the closing lines, reached only when no step failed.
finish() {
    printf '\n=== %s: every step passed in %s s\n%s' "$1" "$SECONDS" "$skipped"
}

# has_nightly   is a nightly toolchain installed? Asked of the list, because naming `+nightly` may install one.
has_nightly() {
    command -v rustup >/dev/null || return 1
    case $'\n'"$(rustup toolchain list)" in
    *$'\n'nightly*) return 0 ;;
    *) return 1 ;;
    esac
}

# has_target TRIPLE   is the target's standard library installed? Needs no rustup.
has_target() {
    [[ -d "$(rustc --print target-libdir --target "$1")" ]]
}
