// From source to a container, described as text; quoting, headers and locations as in a C compiler.
// RUN: rm -rf %t && mkdir %t && echo '#define FROM_HEADER 3' > %t/h.h && cp %s %t/k.cl
// RUN: clc --target=host -cl-fast-relaxed-math -DTEXT='"a b"' -D N=7 -Werror %t/k.cl -o %t/k.kbin -v 2>&1 \
// RUN:   | FileCheck --check-prefix=VERBOSE %s
// RUN: clc --dump %t/k.kbin | FileCheck %s
// RUN: clc --target host --no-ir --cpu=x86-64-v3 -DN=7 -DTEXT='""' %t/k.cl -o %t/n.kbin
// RUN: clc --dump %t/n.kbin | FileCheck --check-prefix=NOIR %s
// RUN: clc --target=host --target-properties=host:cpu=x86-64-v3 --target-properties=host:cpu=x86-64 -DN=7 \
// RUN:   -DTEXT='""' - -o - -I %t < %s > %t/two.kbin && clc --dump %t/two.kbin | FileCheck --check-prefix=TWO %s
// RUN: clc -DN=7 -DTEXT='""' -DWARN %t/k.cl -o %t/w.kbin 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: clc --dump %t/w.kbin | FileCheck --check-prefix=LOG %s
// RUN: ls %t | FileCheck --check-prefix=FILES %s

// VERBOSE: clc: host (cpu={{.*}}): {{[0-9]+}} bytes for 1 kernel(s)
// VERBOSE: clc: intermediate code: {{[0-9]+}} bytes for 1 kernel(s)
// CHECK: program container, {{[0-9]+}} bytes, 3 known entries
// CHECK-NEXT: entry 0: code, executable, 64-bit, {{[0-9]+}} bytes at {{4096|8192}}
// CHECK-NEXT: target: host
// CHECK-NEXT: properties: cpu={{.+}};features=
// CHECK-NEXT: ABI version: 1
// CHECK-NEXT: driver build: {{[0-9a-f]+}}
// CHECK-NEXT: options: -cl-fast-relaxed-math -DTEXT=\"a\ b\" -D N=7 -Werror
// CHECK-NEXT: kernel: k(global float* p, local int* l, int n)
// CHECK: entry 1: intermediate code, executable, 64-bit
// CHECK: entry 2: embedded source or IL, executable
// CHECK: unit: OpenCL C {{.*}}k.cl, {{[0-9]+}} bytes
// CHECK-NEXT: options: -cl-fast-relaxed-math {{.*}} -I {{.+}}
// CHECK-NEXT: file: {{.*}}h.h, 22 bytes
// NOIR: 2 known entries
// NOIR: properties: cpu=x86-64-v3;
// TWO: 4 known entries
// TWO: properties: cpu=x86-64-v3;
// TWO: properties: cpu=x86-64;
// WARN-COUNT-1: k.cl:[[#@LINE+15]]:{{.*}} warning: "seen"
// WARN-NOT: warning: "seen"
// LOG: log: {{.*}}k.cl:{{.*}} warning: "seen"
// A failed or finished write leaves no temporary file.
// FILES: h.h
// FILES-NEXT: k.cl
// FILES-NEXT: k.kbin
// FILES-NEXT: n.kbin
// FILES-NEXT: two.kbin
// FILES-NEXT: w.kbin
// FILES-NOT: {{.}}

#include "h.h"
constant char text[] = TEXT;
#ifdef WARN
#warning "seen"
#endif
kernel void k(global float *p, local int *l, const int n) {
  p[n] = FROM_HEADER * N + sizeof text;
}
