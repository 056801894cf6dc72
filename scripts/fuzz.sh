#!/usr/bin/env bash
# Builds the fuzz targets (test/fuzz) and runs each for some seconds:
#   scripts/fuzz.sh <seconds> [<name>...]
# Without names all of them. The seeds for SPIR-V are the modules of test/spirv-ll and test/spirv. Ends with 1 after a
# finding, and leaves it in build/fuzz.
set -euo pipefail
seconds=${1:?seconds}
shift
names=("$@")
if ((${#names[@]} == 0)); then names=(spirv build_options container elf); fi
cd "$(dirname "$0")/.."
cmake --preset release -DKILN_TESTS=ON
cmake --build --preset release --target "${names[@]/%/_fuzz}"

seeds=build/fuzz/spirv_seeds
mkdir -p "$seeds"
find test/spirv-ll test/spirv -name '*.spvasm' | while read -r text; do
  # Some are wrong, and some are newer than the assembler.
  spirv-as --target-env spv1.6 "$text" -o "$seeds/$(basename "$text").spv" 2>> "$seeds.log" || true
done

cd build/fuzz
for name in "${names[@]}"; do
  mkdir -p "${name}_corpus"
  seeds=()
  if [ "$name" = spirv ]; then seeds=(spirv_seeds); fi
  "../release/test/fuzz/${name}_fuzz" "${name}_corpus" "${seeds[@]}" -max_total_time="$seconds" -max_len=16384 \
    -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=1024 -mutate_depth=2 -print_final_stats=1
done
