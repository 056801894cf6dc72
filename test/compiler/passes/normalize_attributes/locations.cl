// With remarks or -g, instructions keep their locations up to the loops over work-items, through inlining
// and region functions. The locations belong to no function.
// RUN: muxc --pipeline=kernel --target=host --verify-each -cl-kiln-remarks %s -o /dev/null \
// RUN:   --print-after=private-memory 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --verify-each -cl-kiln-remarks -g %s -o /dev/null \
// RUN:   --print-after=private-memory 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host --verify-each -g %s -o /dev/null \
// RUN:   --print-after=private-memory 2>&1 | FileCheck %s
// RUN: muxc --pipeline=kernel --target=host %s -o /dev/null --print-after=private-memory 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE
// The code is the same.
// RUN: muxc --pipeline=kernel --target=host --emit=obj %s -o %t.without.o
// RUN: muxc --pipeline=kernel --target=host --emit=obj -cl-kiln-remarks %s -o %t.with.o
// RUN: cmp %t.without.o %t.with.o

// CHECK-NOT: define {{.*}} !dbg
// CHECK: store float 1.{{.*}}, !dbg ![[STORE:[0-9]+]]
// CHECK-NOT: define {{.*}} !dbg
// CHECK-DAG: ![[HELPER:[0-9]+]] = distinct !DISubprogram(name: "helper",
// CHECK-DAG: ![[STORE]] = !DILocation(line: [[@LINE+5]], column: 8, scope: ![[HELPER]], inlinedAt: 
// CHECK-NOT: DILocalVariable
// NONE-NOT: !dbg
// NONE-NOT: DISubprogram
void helper(global float *a) {
  a[0] = 1.0f;
}

kernel void f(global float *a, local float *l) {
  l[get_local_id(0)] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    helper(a);
  a[get_global_id(0)] += l[get_local_id(0) ^ 1];
}
