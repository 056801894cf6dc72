// Bitcode and SPIR-V of Clang's spirv triples, and what validators say of what clc writes.
// REQUIRES: riscv
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s k.cl
// RUN: clang --target=spirv64 -O1 -emit-llvm -c -cl-std=CL3.0 k.cl -o 64.bc && clc --target=host 64.bc -o 64.kbin && clc --dump 64.kbin | FileCheck %s
// RUN: clang --target=spirv32 -O1 -emit-llvm -c -cl-std=CL3.0 k.cl -o 32.bc && clc --target=riscv32 32.bc -o 32.kbin && clc --dump 32.kbin | FileCheck %s
// RUN: not clc --target=host 32.bc -o x.kbin 2>&1 | FileCheck --check-prefix=BITS %s
// RUN: clang --target=spirv64-amd-amdhsa -emit-llvm -c -cl-std=CL3.0 k.cl -o amd.bc && not clc --target=host amd.bc -o x.kbin 2>&1 | FileCheck --check-prefix=AMD %s
// CHECK: kernel: moved(
// BITS: the bitcode is for 'spirv32', the device takes spir64 and spirv64
// AMD: the bitcode is for 'spirv64-amd-amdhsa'
// Members by number are constants, as SPIRV-Tools wants to have them; wide zeros, too.
// RUN: clc -emit-spirv --target=host k.cl && spirv-val --target-env opencl2.2 k.spv && spirv-dis k.spv | FileCheck --check-prefix=ZERO %s
// ZERO-DAG: OpConstant %uint 0
// ZERO-DAG: OpConstant %ulong 0

typedef struct {
  float4 place, speed;
  long seen;
} Particle;

kernel void moved(global Particle *particles, float time) {
  const size_t i = get_global_id(0);
  particles[i].place += particles[i].speed * time;
  particles[i].seen = 0;
}
