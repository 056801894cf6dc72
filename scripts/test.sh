#!/usr/bin/env bash
# Installs packages, builds, and tests:
#   scripts/test.sh                 the gate; about half an hour on two cores
#   scripts/test.sh --deep          everything there is; before a release
#   scripts/test.sh --seed <n>      with the shares of an earlier run
# The last line is "N passed, N failed".
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install_deps.sh clients
exec /usr/bin/python3 -B scripts/testing/gate.py "$@"
