# shellcheck shell=bash
# What tests of pages take from npm. Sourced by the scripts that run them, not run by itself.

# page_tools   puts it into NODE_TOOLS, or into a folder of our own.
page_tools() {
    if [[ -z ${NODE_TOOLS:-} ]]; then
        export NODE_TOOLS=$PWD/target/explorer-tools
        mkdir -p "$NODE_TOOLS"
        cp web/tests/package.json web/tests/package-lock.json "$NODE_TOOLS/"
        npm ci --prefix "$NODE_TOOLS" --no-audit --no-fund --loglevel error
    fi
}
