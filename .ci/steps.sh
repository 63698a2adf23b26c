# Read by the scripts beside it: the way to the repository's top, one line a step, and the packages.
# shellcheck shell=sh
cd "$(dirname "$0")/.." || exit 1

step() {
    printf '==> %s\n' "$*"
}

fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# apt_get ARGUMENT...: quiet, without questions; what it says goes to $log. $root is how to become root.
apt_get() {
    # shellcheck disable=SC2086 # empty, or sudo with its option
    $root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3 -o Dpkg::Use-Pty=0 "$@" >>"$log" 2>&1
}

# install LIST...: the packages of these lists that are not there yet; nothing is fetched when none is missing.
install() {
    missing=
    for package in $(sed 's/#.*//' "$@"); do
        case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) in
        installed) ;;
        *) missing="$missing $package" ;;
        esac
    done
    if [ -z "$missing" ]; then
        step "all packages are installed"
        return
    fi
    if ! command -v apt-get >/dev/null 2>&1; then
        step "no apt-get here: going on with what is installed; Debian names of what is needed:$missing"
        return
    fi
    root=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null 2>&1 ||
            fail "installing packages takes root: run this as root, or install by hand:$missing"
        root=sudo
        [ -t 0 ] || root="sudo -n"
    fi
    step "installing$missing"
    log=$(mktemp)
    # shellcheck disable=SC2086 # one word a package
    if ! { apt_get update && apt_get --no-install-recommends -y install $missing; }; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        fail "the packages could not be installed (network? rights?); by hand: apt-get install$missing"
    fi
    rm -f "$log"
}

# build PRESET [CMAKE ARGUMENT...]
build() {
    preset=$1
    shift
    if [ -e "build/$preset" ] && [ ! -w "build/$preset" ]; then
        fail "build/$preset belongs to another user: remove it, or run this as that user"
    fi
    step "configuring and building build/$preset"
    out=$(mktemp)
    if ! { cmake --preset "$preset" "$@" && cmake --build --preset "$preset"; } >"$out" 2>&1; then
        cat "$out" >&2
        rm -f "$out"
        fail "build/$preset could not be built; what the compiler said stands above"
    fi
    rm -f "$out"
}

# help TEXT ARGUMENT...: the scripts take --help and nothing else.
help() {
    text=$1
    shift
    case ${1-} in
    "") ;;
    -h | --help)
        printf '%s\n' "$text"
        exit 0
        ;;
    *) fail "unknown argument $1; --help tells more" ;;
    esac
}
