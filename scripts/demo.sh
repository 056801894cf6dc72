#!/usr/bin/env bash
# Installs packages, builds the driver, and runs the examples on this CPU through the OpenCL loader.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install_deps.sh driver
cmake --preset release -DKILN_TESTS=OFF
cmake --build --preset release --target kiln-demo
export OCL_ICD_VENDORS=$PWD/build/release/etc/OpenCL/vendors
KILN_DEVICES=all clinfo -l
for example in vector_add mandelbrot nbody; do
  echo "== $example"
  (cd build/release/examples && "./$example")
done
echo "The picture is build/release/examples/mandelbrot.png"
