// The driver's own kernel is scalar, and remarks do not name it.
// RUN: muxc -cl-std=CL3.0 --pipeline=kernel --target=host -cl-kiln-remarks %s -o %t.ll 2> %t
// RUN: FileCheck %s --implicit-check-not=kiln. < %t
// RUN: FileCheck %s --check-prefix=IR < %t.ll
// RUN: muxc -cl-std=CL3.0 --pipeline=kernel --target=host -cl-kiln-remarks -cl-kiln-vectorize=never %s -o %t.ll 2> %t
// RUN: FileCheck %s --check-prefix=NEVER --implicit-check-not=kiln. < %t
// CHECK: kernel 'k' is vectorised
// NEVER: kernel 'k' is not vectorised
// IR: define {{.*}}@kiln.access_variables
global int x = 5;
kernel void k(global int *out) { out[get_global_id(0)] = x; }
