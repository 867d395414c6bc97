#!/usr/bin/env bash
# XBoard plays a whole game with `philidor uci`, which polyglot translates for it, under a display that nobody sees.
#
#   scripts/verify-xboard                                    philidor against itself
#   scripts/verify-xboard --against fairymax                 against a program of XBoard's own protocol
#   scripts/verify-xboard --philidor PROGRAM --seconds 20    a program that is built already; 20 s for all moves of a side
#   scripts/verify-xboard --can-run                          only whether it can run here; if not, says why
#   scripts/verify-xboard --install                          installs what it needs first (Debian, Ubuntu; root or sudo)
#
# The game that XBoard saves must have ended by the rules, and `philidor pgn check` must find nothing in it. Exit status:
# 0 if so, 1 if not, 2 if xboard, polyglot or xvfb-run is missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/steps.sh
source scripts/steps.sh
# shellcheck source=scripts/targets.sh
source scripts/targets.sh
exec </dev/null
export PATH="$PATH:/usr/games" # where Debian puts two of them

against="" philidor="" seconds=10 only_ask=false
while [[ $# -gt 0 ]]; do
    case $1 in
    --against) against=$2 && shift ;;
    --philidor) philidor=$(realpath "$2") && shift ;;
    --seconds) seconds=$2 && shift ;;
    --can-run) only_ask=true ;;
    --install) as_root apt-get install -y --no-install-recommends xboard polyglot xvfb xauth ;;
    *) echo "verify-xboard: $1 is not one of its arguments" >&2 && exit 2 ;;
    esac
    shift
done
for program in xboard polyglot xvfb-run xauth; do
    if ! command -v "$program" >/dev/null; then
        echo "verify-xboard: no $program on the PATH" >&2
        exit 2
    fi
done
[[ $only_ask == true ]] && exit 0

if [[ -z $philidor ]]; then
    cargo build --release --quiet --package philidor-cli
    philidor=$(realpath "${CARGO_TARGET_DIR:-target}/release/philidor")
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

second=(-scp "$philidor uci" -sUCI)
[[ -n $against ]] && second=(-scp "$against")
# One game without a question to anyone, and settings that are not the user's. A game that does not end is a failure.
HOME=$folder timeout 300 xvfb-run -a xboard -fcp "$philidor uci" -fUCI "${second[@]}" -fd "$folder" -sd "$folder" \
    -matchGames 1 -timeControl "0:$(printf %02d "$seconds")" -timeIncrement 0.1 -saveGameFile "$folder/game.pgn" \
    -saveSettingsOnExit false -xpopup -xexit -debug -nameOfDebugFile "$folder/debug.txt" \
    >"$folder/output.txt" 2>&1 || echo "verify-xboard: xboard ended with status $?" >&2

fail() {
    echo "verify-xboard: $1" >&2
    tail -n 20 "$folder"/{output.txt,debug.txt,game.pgn} >&2 || true
    exit 1
}
[[ -s $folder/game.pgn ]] || fail "no game was saved"
cat "$folder/game.pgn"
grep -qE '^\[Result "(1-0|0-1|1/2-1/2)"\]' "$folder/game.pgn" || fail "the game has no result"
ending=$(tr '\n' ' ' <"$folder/game.pgn" | grep -oE '\{[^}]*\} *(1-0|0-1|1/2-1/2)' | tail -n 1) || true
grep -qiE 'mate|draw|repetition|50|material|resign' <<<"$ending" || fail "the game did not end by the rules: $ending"
grep -qiE 'illegal|exited|forfeit' "$folder/debug.txt" "$folder/game.pgn" && fail "a program did something wrong"
"$philidor" pgn check "$folder/game.pgn" || fail "philidor finds something in the game"
echo "verify-xboard: $ending"
