#!/usr/bin/env bash
# Installs what is needed, builds, and runs every test. The last line is "N passed, N failed".
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install_deps.sh
cmake --preset release
cmake --build --preset release
python3 scripts/run_tests.py --build build/release
