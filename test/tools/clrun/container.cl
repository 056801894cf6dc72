// Containers from clc on devices that they fit, and that they do not fit.
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s k.cl
// Code for CPUs of two levels: the machine takes one that it can run.
// RUN: clc --cpu=x86-64,x86-64-v4 k.cl -o two.kbin && clrun -g 4 two.kbin 'int[4]=1' --print=0 | FileCheck %s
// The code is for a CPU that is not here: the intermediate code takes its place.
// RUN: clc --cpu=x86-64-v4 k.cl -o v4.kbin && env KILN_HOST_CPU=x86-64-v2 clrun -g 4 v4.kbin 'int[4]=1' --print=0 | FileCheck %s
// The code is for another target.
// RUN: clc --target=riscv k.cl -o riscv.kbin && clrun -g 4 riscv.kbin 'int[4]=1' --print=0 | FileCheck %s
// Without intermediate code, and for another build of the driver, there is the source.
// RUN: clc --target=riscv --no-ir k.cl -o source.kbin && clrun -g 4 source.kbin 'int[4]=1' --print=0 | FileCheck %s
// RUN: clc --cpu=x86-64-v4 --no-ir k.cl -o v4s.kbin && env KILN_HOST_CPU=x86-64-v2 clrun -g 4 v4s.kbin 'int[4]=1' --print=0 | FileCheck %s
// Without that there is nothing left.
// RUN: clc --target=riscv --no-ir --no-portable k.cl -o none.kbin && not clrun -g 4 none.kbin 'int[4]=1' 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: clc --cpu=x86-64-v4 --no-ir --no-portable k.cl -o nov4.kbin && not env KILN_HOST_CPU=x86-64-v2 clrun -g 4 nov4.kbin 'int[4]=1' 2>&1 | FileCheck --check-prefix=NONE %s
// SPIR-V from clc, SPIR.
// RUN: clc -emit-spirv k.cl && clrun -g 4 k.spv 'int[4]=1' --print=0 | FileCheck %s
// RUN: clc -emit-llvm k.cl && clrun -g 4 k.bc 'int[4]=1' --options='-x spir' --print=0 | FileCheck %s
// CHECK: 0: 1 2 3 4
// NONE: clrun: error: clCreateProgramWithBinary: CL_INVALID_BINARY

kernel void add(global int *a) { a[get_global_id(0)] += get_global_id(0); }
