#!/usr/bin/env bash
# Links the wrappers with the units they need and compiles the result for the machine at hand:
#   retarget.sh <clang> <llvm bin> <wrappers.cl> <option with the CPU> <output.o> UNIT.bc...
# Triple, data layout and calling convention are replaced in the text form of the IR. Functions
# with answers about the target are put beside it (link-builtins does the same for kernels).
set -euo pipefail
clang=$1 bin=$2 source=$3 march=$4 output=$5
shift 5
extensions=-all,+cl_khr_fp16,+cl_khr_fp64,+__opencl_c_fp64,+__opencl_c_int64
"$clang" -target spir64-unknown-unknown -x cl -cl-std=CL3.0 -Xclang -cl-ext=$extensions \
  -O1 -c -emit-llvm "$source" -o "$output.wrappers.bc"
"$bin/llvm-link" --only-needed "$output.wrappers.bc" "$@" -o "$output.first.bc"
# Once more: units may need earlier units.
"$bin/llvm-link" --only-needed "$output.first.bc" "$@" -o "$output.linked.bc"
"$bin/llvm-dis" "$output.linked.bc" -o - |
  sed -e '/^target /d' -e 's/spir_func //g' >"$output.ll"
fma=false
macros=$(echo | "$clang" "$march" -dM -E -)
[[ $macros =~ __FMA__|__ARM_FEATURE_FMA|__riscv_flen ]] && fma=true
sed -i '/^declare.* @__mux_\(has_fma\|finite_math\|flushes_denorms\)(/d' "$output.ll"
for question in finite_math flushes_denorms; do
  echo "define internal zeroext i1 @__mux_$question() alwaysinline { ret i1 false }" >>"$output.ll"
done
echo "define internal zeroext i1 @__mux_has_fma(i32 %bits) alwaysinline { ret i1 $fma }" >>"$output.ll"
"$clang" "$march" -Wno-override-module -O1 -fPIC -c \
  "$output.ll" -o "$output"
rm -f "$output.wrappers.bc" "$output.first.bc" "$output.linked.bc" "$output.ll"
