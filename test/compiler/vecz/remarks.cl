// Texts and places of the remarks by -cl-kiln-remarks.
// RUN: muxc --target=host --target-properties="cpu=x86-64-v4;features=" --pipeline=kernel %s -o /dev/null \
// RUN:   -cl-kiln-remarks -cl-kiln-vectorize=8 2>&1 | FileCheck %s --implicit-check-not=remark
// RUN: muxc --target=host --pipeline=kernel %s -o /dev/null -cl-kiln-remarks \
// RUN:   -cl-kiln-vectorize=never 2>&1 | FileCheck %s --check-prefix=NEVER --implicit-check-not=remark
// RUN: muxc --target=host --pipeline=kernel %s -o /dev/null -cl-kiln-remarks -cl-opt-disable 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NEVER
// RUN: env KILN_VECTORIZE=never muxc --target=host --pipeline=kernel %s -o /dev/null \
// RUN:   -cl-kiln-remarks 2>&1 | FileCheck %s --check-prefix=NEVER
// The program's own option wins over the environment's.
// RUN: env KILN_VECTORIZE=never muxc --target=host --pipeline=kernel %s -o /dev/null \
// RUN:   -cl-kiln-remarks -cl-kiln-vectorize=4 2>&1 | FileCheck %s --check-prefix=FOUR
// RUN: muxc --target=host --pipeline=kernel %s -o /dev/null -cl-kiln-vectorize=8 2>&1 \
// RUN:   | count 0

// NEVER: remark: {{.*}}: kernel 'straight' is not vectorised: the build options or KILN_VECTORIZE say so
// NEVER: remark: {{.*}}: kernel 'parting' is not vectorised: the build options or KILN_VECTORIZE say so
// NEVER: remark: {{.*}}: kernel 'clamped' is not vectorised: the build options or KILN_VECTORIZE say so
// FOUR: remark: {{.*}}: kernel 'straight' is vectorised: 4 work-items along dimension 0
// CHECK: remark: {{.*}}:[[@LINE+1]]: kernel 'straight' is vectorised: 8 work-items along dimension 0
kernel void straight(global float *a) {
  a[get_global_id(0)] += 1.0f;
}

float helper(global const float *a, int i) {
  // CHECK-DAG: remark: {{.*}}:[[@LINE+1]]:{{[0-9]+}}: gather: neighbouring work-items do not read neighbouring elements
  return a[i];
}

// CHECK-DAG: remark: {{.*}}:[[@LINE+1]]: kernel 'parting' is vectorised: 8 work-items along dimension 0
kernel void parting(global float *a, global const int *index, int n) {
  int i = get_global_id(0);
  float sum = 0;
  // CHECK-DAG: remark: {{.*}}:[[@LINE+1]]:{{[0-9]+}}: the branch diverges: the loop runs until its last work-item leaves
  for (int k = 0; k < index[i]; ++k)
    sum += helper(a, index[i] * k);
  // A uniform loop gets no remark.
  for (int k = 0; k < n; ++k)
    sum *= sum;
  // CHECK-DAG: remark: {{.*}}:[[@LINE+1]]:{{[0-9]+}}: the branch diverges: each side runs under a mask
  if (sum > 1.0f)
    // CHECK-DAG: remark: {{.*}}:[[@LINE+1]]:{{[0-9]+}}: scatter: neighbouring work-items do not write neighbouring elements
    a[index[i]] = sum;
}

// No remark on the gather: only SIMD groups at a boundary run it.
// CHECK-DAG: remark: {{.*}}:[[@LINE+1]]: kernel 'clamped' is vectorised: 8 work-items along dimension 0
kernel void clamped(global float *out, global const float *in, int n) {
  int i = get_global_id(0);
  out[i] = in[clamp(i + 1, 0, n)];
}
