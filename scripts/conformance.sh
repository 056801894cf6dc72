#!/usr/bin/env bash
# Runs a build of the Khronos OpenCL-CTS against this tree's driver, and writes doc/conformance.md.
#   scripts/conformance.sh <CTS build>                        the host device, wimpy mode.
#   scripts/conformance.sh <CTS build> --mode full            the mode of a submission.
#   scripts/conformance.sh <CTS build> --device riscv         the emulated device.
#   scripts/conformance.sh <CTS build> --only basic:vload.*   some of a suite's sub-tests.
#   scripts/conformance.sh --document                         doc/conformance.md from earlier runs.
# The folder of a run, build/conformance/<name>, is laid out as a submission to Khronos.
set -euo pipefail
cd "$(dirname "$0")/.."
exec /usr/bin/python3 -B scripts/conformance/main.py "$@"
