// KILN_PROFILE: the events of a known program, the table, and errors.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: env KILN_PROFILE=trace.json clrun -g 65536 -l 64 %s 'float[65536]=random' local:256 --repeat=3 --print=0 > out.txt 2> err.txt
// RUN: FileCheck --check-prefix=TABLE %s < err.txt
// TABLE: kiln: profile, in trace.json
// TABLE-NEXT: total ms count
// TABLE-DAG: {{[0-9.]+ +1 +[0-9.]+ +[0-9.]+ +[0-9.]+}} build build
// TABLE-DAG: {{[0-9.]+ +4 +[0-9.]+ +[0-9.]+ +[0-9.]+}} kernel doubled
// TABLE-DAG: transfer read buffer
// RUN: %python %S/Inputs/check_trace.py trace.json build:build*1 kernel:doubled*4 range:doubled 'transfer:read buffer' "step:front end" step:finalize "step:kernel pipeline" pass:SplitBarriersPass step:lld "compiler:load the compiler*1" | FileCheck %s
// CHECK: trace is right
// Of clc: a build for each device, with its steps and passes.
// RUN: cp %s k.cl && env KILN_PROFILE=clc.json clc --device=0 k.cl -o k.kbin 2>&1 | FileCheck --check-prefix=CLC %s
// CLC: kiln: profile, in clc.json
// CLC: build {{[a-z]}}
// RUN: %python %S/Inputs/check_trace.py clc.json "step:front end*1" step:finalize "step:kernel pipeline" pass:SplitBarriersPass step:lld | FileCheck %s
// RUN: env KILN_PROFILE=asm.json clc -S k.cl -o k.s 2>&1 | FileCheck --check-prefix=ASM %s
// ASM: kiln: profile, in asm.json
// RUN: %python %S/Inputs/check_trace.py asm.json "step:front end*1" | FileCheck %s
// The results are the same without, and there is no table.
// RUN: clrun -g 65536 -l 64 %s 'float[65536]=random' local:256 --print=0 > plain.txt 2> none.txt && cmp none.txt /dev/null
// RUN: head -5 out.txt > a.txt && head -5 plain.txt > b.txt && cmp a.txt b.txt
// A path without write access costs one message; the table is there all the same.
// RUN: env KILN_PROFILE=/nowhere/trace.json clrun -g 64 -l 64 %s 'float[64]' local:256 2>&1 | FileCheck --check-prefix=PATH %s
// PATH-COUNT-1: kiln: KILN_PROFILE: '/nowhere/trace.json' cannot be opened: No such file
// PATH-NOT: cannot be
// RUN: env KILN_PROFILE=/dev/full clrun -g 64 -l 64 %s 'float[64]' local:256 2>&1 | FileCheck --check-prefix=FULL %s
// FULL-COUNT-1: cannot be written
// FULL-NOT: cannot be
// Names may be anything.
// RUN: env KILN_PROFILE=quoted.json clrun -g 64 -l 64 %s -D 'Q="\t%"' 'float[64]' local:256 && %python %S/Inputs/check_trace.py quoted.json build:build*1 | FileCheck %s

kernel void doubled(global float *a, local float *l) {
  l[get_local_id(0)] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = l[get_local_id(0)] + l[get_local_id(0)];
}
