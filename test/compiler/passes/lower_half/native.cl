// Arithmetic of half with AVX512-FP16, with F16C, and with neither.
// RUN: muxc --pipeline=kernel --target=host --target-properties="cpu=sapphirerapids" --emit=asm %s | FileCheck --check-prefix=FP16 %s
// RUN: muxc --pipeline=kernel --target=host --target-properties="cpu=x86-64-v3" --emit=asm %s | FileCheck --check-prefix=F16C %s
// RUN: muxc --pipeline=kernel --target=host --target-properties="cpu=x86-64-v2" --emit=asm %s | FileCheck --check-prefix=SOFT %s
// FP16-NOT: vcvtph2ps
// FP16: vaddph
// FP16: vcvtpd2ph
// FP16-NOT: vcvtph2ps
// F16C-NOT: __truncdfhf2
// F16C: vcvtph2ps
// F16C: vaddps
// F16C: vcvtps2ph
// F16C-NOT: __truncdfhf2
// SOFT-NOT: {{__extendhf|__trunc[sd]fhf}}
// SOFT: addps
// SOFT-NOT: {{__extendhf|__trunc[sd]fhf}}
kernel void sum(global const half *a, global half *b, global const double *d) {
  size_t i = get_global_id(0);
  b[i] = (a[i] + b[i]) + (half)d[i];
}
