#!/usr/bin/env bash
# Runs tests under sanitizers.
#   scripts/test_sanitized.sh <build folder> [run_tests.py's arguments]
# What needs no compiler, under ThreadSanitizer, with the compiler and the kept programs of an
# ordinary build; LLVM is neither built nor loaded. A part of the gate.
#   scripts/test_sanitized.sh --compiler
# What compiles, under AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer. It builds the
# compiler once more and takes about half an hour on two cores, so it is run by hand.
set -euo pipefail
mode=${1:?a build folder, or --compiler}
shift
if [ "$mode" != --compiler ]; then
  from=$(realpath "$mode")
fi
cd "$(dirname "$0")/.."

# The arguments are run_tests.py's.
test_runtime() {
  # Where the kernel randomises addresses more than ThreadSanitizer can take, and the process may not
  # turn that off, no program of it starts.
  local probe
  probe=$(mktemp -d)
  trap 'rm -rf "$probe"' RETURN
  echo 'int main(void) { return 0; }' > "$probe/probe.c"
  clang-22 -fsanitize=thread "$probe/probe.c" -o "$probe/probe"
  if ! "$probe/probe"; then
    echo "ThreadSanitizer does not start on this machine: its tests are not run"
    return 0
  fi
  cmake --preset tsan -DKILN_TARGETS=host -DKILN_EXAMPLES=OFF -DKILN_COMPILER_FROM="$from"
  cmake --build --preset tsan --target runtime-tests
  python3 scripts/run_tests.py --build build/tsan "$@" -L runtime "-j$(nproc)"
}

# LLVM's archives are as they are: what they do wrong with memory is seen where they hand it to
# malloc, free or to Kiln's code, and leaks of theirs are seen as all are.
test_compiler() {
  local programs=(cl-test cl-unload il-test shader-test frontend-test vecz-test programs_test
    compiler-core-test compiler-fatal-test compiler-unit-test
    kiln-stress kiln-leak kiln-builds kiln-process)
  cmake --preset asan -DKILN_TARGETS=host -DKILN_EXAMPLES=OFF
  cmake --build --preset asan --target kiln-driver kiln-fibers "${programs[@]}"
  local status=0
  python3 scripts/run_tests.py --build build/asan "-j$(nproc)" -R \
    '^(cl-(test|unload).*|(il|shader|frontend|vecz)-test|programs_test.*|compiler-(core|core-isolated|fatal|unit)-test|lit-compiler|stress-.*|process-.*)$' \
    -E '^cl-test-programs$' || status=1
  # Python has leaks of its own.
  OCL_ICD_VENDORS=$PWD/build/asan/etc/OpenCL/vendors KILN_DEVICES=host KILN_CACHE=0 PYOPENCL_NO_CACHE=1 \
    KILN_FIBERS=$PWD/build/asan/test/fuzz/fibers/libkiln-fibers.so \
    KILN_TEST_CLANG=/usr/lib/llvm-22/bin/clang ASAN_OPTIONS=detect_leaks=0:allow_user_poisoning=0 \
    LD_PRELOAD=$(clang-22 -print-file-name=libclang_rt.asan-x86_64.so) \
    /usr/bin/python3 test/fuzz/differential/run.py --require-options --seeds 20000:20100 || status=1
  return $status
}

if [ "$mode" = --compiler ]; then
  test_compiler
else
  test_runtime "$@"
fi
