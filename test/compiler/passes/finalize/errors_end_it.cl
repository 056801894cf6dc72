// A rejected program reaches no later pass and leaves no output; the exit code reports the failure.
// RUN: not muxc --pipeline=finalize --verify-each %s -o %t.ll 2>&1 | FileCheck %s
// RUN: not ls %t.ll
// CHECK: error: recursion is not supported: function 'fact' calls itself
int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
kernel void k(global int *p) {
  p[0] = fact(p[1]);
  printf(p[0] ? "a" : "b");
}
