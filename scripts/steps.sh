# shellcheck shell=bash
# How scripts/test and scripts/test-all report. Sourced by both, not run by itself.
#
# STRICT=1 makes a step that this machine cannot run a failure, for machines that must be able to run all of them.

skipped=""
unchanged=""
beside_pid=""

# step HEADING COMMAND...   prints the heading, runs the command, and ends the script when it fails.
step() {
    local heading=$1 started=$SECONDS status
    shift
    # A step that runs in parallel may have failed by now.
    [[ -z $beside_pid ]] || kill -0 "$beside_pid" 2>/dev/null || join
    printf '\n=== %s\n    %s\n' "$heading" "$*"
    # With `||`, a function would run past its own failures.
    set +e
    (
        set -e
        "$@"
    )
    status=$?
    set -e
    ended "$heading" "$status" "$((SECONDS - started))" "$*"
}

# ended HEADING STATUS SECONDS COMMAND   reports how a step ended.
ended() {
    if [[ $2 -ne 0 ]]; then
        printf '\n=== FAILED: %s\n    exit status %s from: %s\n' "$1" "$2" "$4" >&2
        exit "$2"
    fi
    printf '=== ok: %s (%s s)\n' "$1" "$3"
}

# beside HEADING COMMAND...   begins a step that runs in parallel with those that follow, one at a time. It is a process
# group: Ctrl-C reaches what its tests start, which it would not in the background, and the group ends with the script.
beside() {
    beside_heading=$1 beside_started=$SECONDS beside_log=$(mktemp)
    shift
    beside_command=$*
    printf '\n=== %s, beside what follows\n    %s\n' "$beside_heading" "$*"
    set -m
    "$@" >"$beside_log" 2>&1 &
    beside_pid=$!
    set +m
    trap 'kill -- "-$beside_pid" 2>/dev/null; rm -f "$beside_log"' EXIT
}

# join   waits for the step that runs beside, if there is one, and prints what it printed.
join() {
    local status=0
    [[ -n $beside_pid ]] || return 0
    wait "$beside_pid" || status=$?
    beside_pid=""
    trap - EXIT
    printf '\n=== %s, which ran beside\n' "$beside_heading"
    cat "$beside_log"
    rm -f "$beside_log"
    ended "$beside_heading" "$status" "$((SECONDS - beside_started))" "$beside_command"
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

# unchanged HEADING PART   notes a step that does not run because nothing that its part stands on has changed.
unchanged() {
    unchanged+="    not run: $1 (nothing that $2 depends on has changed since $BASE)"$'\n'
}

# finish   the closing lines, reached only when no step failed.
finish() {
    printf '\n=== %s: every step passed in %s s\n%s%s' "$1" "$SECONDS" "$skipped" "$unchanged"
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
