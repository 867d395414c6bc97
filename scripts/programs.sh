# shellcheck shell=bash
# Which packages go to crates.io and which programs they have, as their manifests say, and how a program is tried. Sourced
# in the root of the tree, not run by itself; needs no Git clone.

# package_of MANIFEST   the name of its package.
package_of() { awk -F'"' '/^name = / { print $2; exit }' "$1"; }

# program_of MANIFEST   the name of its program, if it has one.
program_of() { awk -F'"' '/^\[\[bin\]\]/ { seen = 1 } seen && /^name = / { print $2; exit }' "$1"; }

# published   the manifests of all packages
# members     the arguments by which Cargo takes those of the workspace, and of these `commands` those that have a program
# islands     the manifests of the others, which have lock files of their own
# programs    PROGRAM:MANIFEST of those that one archive has together. philidor-sql has an archive of its own, because its
#             engines take three quarters of an hour to build.
published=() members=() commands=() islands=() programs=()
for manifest in crates/*/Cargo.toml crates/*/cli/Cargo.toml */Cargo.toml; do
    ! grep -q '^publish = false' "$manifest" || continue
    program=$(program_of "$manifest")
    published+=("$manifest")
    if [[ $manifest == crates/* ]]; then
        members+=("--package=$(package_of "$manifest")")
        [[ -z $program ]] || commands+=("${members[@]: -1}")
    else
        islands+=("$manifest")
    fi
    [[ -z $program || $program == philidor-sql ]] || programs+=("$program:$manifest")
done

# What follows is for scripts that define `fail WORDS...`, and `run PROGRAM WORDS...` to start a program.

# expect WORDS COMMAND...   it ends well and prints these words, among others.
expect() {
    local words=$1 answer
    shift
    answer=$("$@") || fail "$*: exit code $?"
    [[ $answer == *"$words"* ]] || fail "$*: expected \"$words\" and got: $answer"
    echo "$*: $words"
}

# try PROGRAM VERSION ENGINE...   the program does a short job, and leaves files in this folder; the hunter hunts the engine.
try() {
    local program=$1 client='{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}'
    expect "$program $2" run "$program" --version
    shift 2
    printf '[Event "A"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n' >game.pgn
    case $program in
    philidor) expect 4,865,609 run "$program" perft 5 ;;
    philidor-engine) expect uciok run "$program" <<<$'uci\nquit' ;;
    philidor-explorer) expect half-move run "$program" build game.pgn -o explorer ;;
    philidor-hunt) expect "0 wrong" run "$program" --nodes-limit 100 -- "$@" ;;
    philidor-mcp) expect serverInfo run "$program" <<<'{"jsonrpc":"2.0","id":1,"method":"initialize","params":'"$client}" ;;
    philidor-pgn) expect "1 game, 7 moves, 0 bad" run "$program" check game.pgn ;;
    philidor-sql)
        expect 197281 run "$program" query "SELECT perft('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 4)"
        expect "" run "$program" import game.pgn -o games --positions
        expect 7 run "$program" query "SELECT ply_count FROM 'games/games/*.parquet'"
        ;;
    philidor-tables) expect "1 table in" run "$program" generate KQvK ;;
    philidor-train) expect "2 games, " run "$program" selfplay games.viri --engine material --nodes 60 --games 2 ;;
    philidor-variants) expect 153,299 run "$program" perft 4 --variant antichess ;;
    *) fail "scripts/programs.sh does not say how $program is tried" ;;
    esac
}

# try_together   the command starts each other program, which refuses a command of another build, and knows all of them.
try_together() {
    local program
    for program in "${programs[@]%%:*}"; do
        [[ $program == philidor ]] || expect Usage run philidor "${program#philidor-}" --help
    done
    ! run philidor --help | grep -v philidor-sql | grep ", not installed" || fail "philidor --help: a program is missing"
}
