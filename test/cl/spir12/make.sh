#!/usr/bin/env bash
# Makes the bitcode in this folder with Clang 15 (Debian: clang-15), which still writes the typed
# pointers that SPIR 1.2 has. It is kept because what builds and tests Kiln does not install Clang 15.
set -euo pipefail
cd "$(dirname "$0")"
for source in {many,images}.cl ../../compiler/il/Inputs/{vector_add,reduce,hello}.cl; do
  name=$(basename "$source" .cl)
  for level in 0 2; do
    clang-15 -cc1 -triple spir64-unknown-unknown -no-opaque-pointers -cl-std=CL1.2 \
      -finclude-default-header -O$level -emit-llvm-bc "$source" -o "$name-O$level.bc"
  done
done
