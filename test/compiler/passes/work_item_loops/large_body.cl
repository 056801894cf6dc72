// A work-item function of thousands of instructions is not vectorised, for it would take most of a minute.
// RUN: muxc --pipeline=kernel --target=host %s | FileCheck %s
// CHECK: !{!"llvm.loop.vectorize.enable", i1 false}
#define X4(x) x x x x
kernel void k(global uint *out, uint a, uint b) {
  b += get_global_id(0);
  X4(X4(X4(X4(X4(a = a * 3 + (b ^ 5); b = b * a + 1;)))))
  out[get_global_id(0)] = a;
}
