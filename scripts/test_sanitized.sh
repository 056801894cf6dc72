#!/usr/bin/env bash
# Runs what needs no compiler under ThreadSanitizer, with the compiler and the kept programs of an
# ordinary build: scripts/test_sanitized.sh <build folder>. LLVM is neither built nor loaded.
set -euo pipefail
from=$(realpath "$1")
cd "$(dirname "$0")/.."

# Where the kernel randomises addresses more than ThreadSanitizer can take, and the process may not
# turn that off, no program of it starts.
probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
echo 'int main(void) { return 0; }' > "$probe/probe.c"
clang-22 -fsanitize=thread "$probe/probe.c" -o "$probe/probe"
if ! "$probe/probe"; then
  echo "ThreadSanitizer does not start on this machine: its tests are not run"
  exit 0
fi

cmake --preset tsan -DKILN_TARGETS=host -DKILN_EXAMPLES=OFF -DKILN_COMPILER_FROM="$from"
cmake --build --preset tsan --target runtime-tests
python3 scripts/run_tests.py --build build/tsan -L runtime "-j$(nproc)"
