// Remarks go to standard error and into the container's log; the dump says how wide code is.
// RUN: clc --target=host --cpu=x86-64-v3 -cl-kiln-remarks -cl-kiln-vectorize=8 %s -o %t.kbin 2>&1 | FileCheck %s
// RUN: clc --dump %t.kbin | FileCheck %s --check-prefix=DUMP
// RUN: clc --target=host --cpu=x86-64-v3 -cl-kiln-vectorize=8 %s -o %t.quiet.kbin 2>&1 | count 0
// RUN: clc --target=host --cpu=x86-64-v3 -cl-kiln-vectorize=never %s -o %t.never.kbin
// RUN: clc --dump %t.never.kbin | FileCheck %s --check-prefix=NEVER
// RUN: not clc --target=host -cl-kiln-vectorize=12 %s -o %t.wrong.kbin 2>&1 | FileCheck %s --check-prefix=WRONG
// SPIR has the places that its line tables name.
// RUN: clang --target=spir64 -cl-std=CL1.2 -O1 -gline-tables-only -emit-llvm -c %s -o %t.bc
// RUN: clc --target=host --cpu=x86-64-v3 -cl-kiln-remarks -cl-kiln-vectorize=8 %t.bc -o %t.spir.kbin 2>&1 | FileCheck %s
// DUMP: kernel: doubled(
// DUMP-NEXT: vectors: 8 work-items along dimension 0
// DUMP: log: remark: {{.*}}: kernel 'doubled' is vectorised: 8 work-items along dimension 0
// NEVER: kernel: doubled(
// NEVER-NOT: vectors:
// WRONG: option '-cl-kiln-vectorize=12': the values are auto, always, never, and a power of 2 from 2 to 64

// CHECK: remark: {{.*}}remarks.cl:[[@LINE+1]]: kernel 'doubled' is vectorised: 8 work-items along dimension 0
kernel void doubled(global float *a) {
  size_t i = get_global_id(0);
  a[i] = a[i] * 2.0f;
}
