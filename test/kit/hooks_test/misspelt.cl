// Names that are almost the target's are errors, of the front end where it knows better.
// RUN: not muxc --target=hooks --pipeline=finalize %s 2>&1 | FileCheck %s
// RUN: not muxc --target=hooks --pipeline=finalize -DDECLARED %s 2>&1 | FileCheck --check-prefix=DECLARED %s
// CHECK: error: use of undeclared identifier 'kiln_test_crc32'; did you mean 'kiln_test_crc32c'?
// DECLARED: error: undefined function 'kiln_test_crc32'
#ifdef DECLARED
uint kiln_test_crc32(uint crc, uint value);
#endif
kernel void k(global uint *p) { p[0] = kiln_test_crc32(0, p[0]); }
