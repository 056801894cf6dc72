// The library asks whether fma is an instruction. The target's cost model answers for each kind of machine,
// before any optimisation.
// RUN: muxc --passes=link-builtins --target=host --target-properties="cpu=x86-64;features=+sse4.2" %s | FileCheck --check-prefix=PLAIN %s
// RUN: muxc --passes=link-builtins --target=host --target-properties="cpu=x86-64;features=+avx2,+fma" %s | FileCheck --check-prefix=FUSED %s
// REQUIRES: x86_64
// PLAIN-NOT: __mux_has_fma
// PLAIN: br i1 false
// FUSED-NOT: __mux_has_fma
// FUSED: br i1 true
kernel void k(global float *p) { *p = sin(*p); }
