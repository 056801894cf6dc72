#!/usr/bin/env bash
# Installs what is needed, builds, and runs every test, those without a compiler under
# ThreadSanitizer as well, and each fuzz target for some seconds. The last line is "N passed, N failed".
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install_deps.sh
cmake --preset release -DKILN_TESTS=ON
cmake --build --preset release
status=0
scripts/test_sanitized.sh build/release || status=1
scripts/fuzz.sh 10 || status=1
python3 scripts/run_tests.py --build build/release || status=1
exit $status
