// Only devices with slow masks get a version without masks for SIMD groups with all lanes active.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel -cl-kiln-disable-steps=split-index-sets --target=host --target-properties=cpu=x86-64-v4 %s | FileCheck %s --check-prefix=FAST
// RUN: muxc --pipeline=kernel -cl-kiln-disable-steps=split-index-sets --target=host --target-properties=cpu=sapphirerapids %s | FileCheck %s --check-prefix=FAST
// RUN: muxc --pipeline=kernel -cl-kiln-disable-steps=split-index-sets --target=host --target-properties=cpu=x86-64-v3 %s | FileCheck %s --check-prefix=SLOW
// RUN: muxc --pipeline=kernel -cl-kiln-disable-steps=split-index-sets --target=host --target-properties=cpu=znver4 %s | FileCheck %s --check-prefix=SLOW
// RUN: muxc --pipeline=kernel -cl-kiln-disable-steps=split-index-sets --target=host --target-properties='cpu=x86-64-v4;features=-avx512vl' %s | FileCheck %s --check-prefix=SLOW
// RUN: muxc --pipeline=kernel -cl-kiln-disable-steps=split-index-sets --target=host --target-properties='cpu=x86-64-v4;features=;avoid=masked-accesses' %s \
// RUN:   | FileCheck %s --check-prefix=SLOW
// FAST-LABEL: define {{.*}}@bounded(
// FAST-NOT: vector.reduce.and
// FAST: call void @llvm.masked.store
// FAST-NOT: vector.reduce.and
// SLOW-LABEL: define {{.*}}@bounded(
// SLOW: vector.reduce.and
kernel void bounded(global float *a, global const float *b, int n) {
  int i = get_global_id(0);
  if (i < n) a[i] = 2 * b[i];
}
