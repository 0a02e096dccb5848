#!/bin/sh
# Makes the virtual environment $2 with the interpreter $1 and leaves none behind that is half made.
set -eu
python=$1
place=$2

fail() {
	echo "make: $1" >&2
	exit 1
}

command -v "$python" >/dev/null || fail "there is no $python here. Name another: make setup PYTHON=python3.12"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
	fail "$("$python" --version) is too old, 3.11 is needed. Name another: make setup PYTHON=python3.12"

# Debian cuts ensurepip out of its python3 and ships it as python3.N-venv.
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
	package=$("$python" -c 'import sys; print("python3.%d-venv" % sys.version_info[1])')
	if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
		echo "$python has no ensurepip: installing $package"
		export DEBIAN_FRONTEND=noninteractive
		{ apt-get update -qq && apt-get install -qq -y --no-install-recommends "$package"; } >/dev/null ||
			fail "apt-get could not install $package. Install it, then run make again."
	elif command -v apt-get >/dev/null; then
		fail "$python has no ensurepip. Run: sudo apt-get install $package"
	fi
	"$python" -c 'import ensurepip, venv' 2>/dev/null ||
		fail "$python has no ensurepip or venv. Install them with your system's packages, or name another: make setup PYTHON=python3.12"
fi

"$python" -m venv "$place" || {
	rm -rf "$place"
	fail "$python -m venv failed"
}
