// A bisection numbers LLVM's passes and Kiln's steps together, from the finalize pipeline on, and
// never skips a required one.
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-opt-bisect-limit=-1 %s -o %t.all 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host %s -o %t.usual && cmp %t.all %t.usual
// RUN: muxc --pipeline=kernel --target=host -cl-kiln-opt-bisect-limit=1 --verify-each %s -o - 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: env KILN_OPT_BISECT_LIMIT=1 muxc --pipeline=kernel --target=host %s -o - 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: env KILN_OPT_BISECT_LIMIT=1 muxc --pipeline=kernel --target=host -cl-kiln-opt-bisect-limit=-1 %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: BISECT: running pass (1) lower-expect on
// CHECK-NOT: guard-divisions
// CHECK-NOT: NOT running
// CHECK: BISECT: running pass ({{[0-9]+}}) vectorize-kernels on scale.item
// CHECK: BISECT: running pass ({{[0-9]+}}) narrow-integers on scale.item
// CHECK: BISECT: running pass ({{[0-9]+}}) licm on loop
// CHECK: BISECT: running pass ({{[0-9]+}}) fold-any-active-branches on scale
// ONE: BISECT: running pass (1) lower-expect on
// ONE: BISECT: NOT running pass (2)
// ONE-NOT: BISECT: running
// ONE: define hidden void @scale(
// ONE-NOT: <{{[0-9]+}} x float>
kernel void scale(global float *a) {
  a[get_global_id(0)] *= 2;
}
