# shellcheck shell=bash
# What another target needs here: a linker, and a program that runs its programs. Sourced, not run by itself.

# shellcheck source=scripts/requirements.sh
source scripts/requirements.sh

# use_target TRIPLE   sets `packages`, `linker`, `runner` for a target, all empty where this machine needs none, and
# exports what Cargo and C compilers want to know of them.
use_target() {
    local host arch variable flag=""
    packages="" linker="" runner=""
    host=$(rustc -vV | sed -n 's/^host: //p')
    arch=${1%%-*}
    case $1 in
    "$host") return ;;
    # Rust brings its own musl; a C compiler for the library that unpacks zstd comes from the package.
    "${host%%-*}"-unknown-linux-musl)
        packages="musl-tools"
        export "CC_${1//-/_}=musl-gcc"
        return
        ;;
    s390x-unknown-linux-gnu) packages="gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user" ;;
    aarch64-unknown-linux-gnu) packages="gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user" ;;
    # Rust's own musl, linked by a compiler for the same machine; without it glibc's checked functions would be called.
    aarch64-unknown-linux-musl)
        packages="gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user"
        flag=" -U_FORTIFY_SOURCE"
        ;;
    *) return ;;
    esac
    linker=$arch-linux-gnu-gcc
    runner="qemu-$arch -L /usr/$arch-linux-gnu"
    variable=$(tr 'a-z-' 'A-Z_' <<<"$1")
    export "CARGO_TARGET_${variable}_LINKER=$linker"
    export "CARGO_TARGET_${variable}_RUNNER=$runner"
    export "CC_${1//-/_}=$linker$flag"
}

# install_target TRIPLE   its standard library, and Debian's packages where a program of theirs is missing.
install_target() {
    local missing=false program
    for program in ${linker:+"$linker"} ${runner:+"${runner%% *}"}; do
        command -v "$program" >/dev/null || missing=true
    done
    [[ $packages == musl-tools ]] && ! command -v musl-gcc >/dev/null && missing=true
    if [[ $missing == true ]]; then
        command -v apt-get >/dev/null || lacks "what $1 needs here, which Debian has as $packages"
        # shellcheck disable=SC2086 # words on purpose
        as_root apt-get install -y --no-install-recommends $packages
    fi
    if [[ ! -d "$(rustc --print target-libdir --target "$1")" ]]; then
        command -v rustup >/dev/null || lacks "the standard library of Rust for $1, which rustup adds"
        rustup target add "$1"
    fi
}

# as_root COMMAND...   by itself for root, otherwise by sudo.
as_root() {
    if [[ $(id -u) == 0 ]]; then "$@"; else sudo "$@"; fi
}
