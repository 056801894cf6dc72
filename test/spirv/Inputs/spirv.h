// Declares SPIR-V builtin variables and instructions as functions, as the headers of SYCL
// implementations do for device code.
#pragma once

typedef unsigned int uint32;
typedef unsigned long size;
typedef size size3 __attribute__((ext_vector_type(3)));

extern const __global size3 __spirv_BuiltInGlobalInvocationId;
extern const __global size3 __spirv_BuiltInGlobalSize;
extern const __global size3 __spirv_BuiltInGlobalOffset;
extern const __global size3 __spirv_BuiltInLocalInvocationId;
extern const __global size3 __spirv_BuiltInWorkgroupSize;
extern const __global size3 __spirv_BuiltInWorkgroupId;
extern const __global size3 __spirv_BuiltInNumWorkgroups;
extern const __global uint32 __spirv_BuiltInSubgroupSize;
extern const __global uint32 __spirv_BuiltInSubgroupMaxSize;
extern const __global uint32 __spirv_BuiltInNumSubgroups;
extern const __global uint32 __spirv_BuiltInSubgroupId;
extern const __global uint32 __spirv_BuiltInSubgroupLocalInvocationId;

enum Scope : uint32 { crossDevice, device, workGroup, subGroup, invocation };
enum Semantics : uint32 {
  relaxed = 0,
  acquireRelease = 8,
  sequentiallyConsistent = 0x10,
  subGroupMemory = 0x80,
  workGroupMemory = 0x100,
  crossWorkGroupMemory = 0x200,
  everything = sequentiallyConsistent | subGroupMemory | workGroupMemory | crossWorkGroupMemory,
};
enum GroupOperation : uint32 { reduce, inclusiveScan, exclusiveScan };

#define CONVERGENT __attribute__((convergent))
CONVERGENT void __spirv_ControlBarrier(uint32 execution, uint32 memory, uint32 semantics);
void __spirv_MemoryBarrier(uint32 scope, uint32 semantics);

int __spirv_AtomicIAdd(int *p, uint32 scope, uint32 semantics, int value);
int __spirv_AtomicSMax(int *p, uint32 scope, uint32 semantics, int value);
int __spirv_AtomicXor(int *p, uint32 scope, uint32 semantics, int value);
int __spirv_AtomicExchange(int *p, uint32 scope, uint32 semantics, int value);
int __spirv_AtomicLoad(const int *p, uint32 scope, uint32 semantics);
void __spirv_AtomicStore(int *p, uint32 scope, uint32 semantics, int value);
int __spirv_AtomicCompareExchange(int *p, uint32 scope, uint32 equal, uint32 unequal, int value,
                                  int expected);
int __spirv_AtomicIAdd(__local int *p, uint32 scope, uint32 semantics, int value);

CONVERGENT int __spirv_GroupIAdd(uint32 scope, uint32 operation, int value);
CONVERGENT int __spirv_GroupSMax(uint32 scope, uint32 operation, int value);
CONVERGENT float __spirv_GroupFAdd(uint32 scope, uint32 operation, float value);
CONVERGENT int __spirv_GroupBroadcast(uint32 scope, int value, uint32 id);
CONVERGENT bool __spirv_GroupAny(uint32 scope, bool value);
CONVERGENT int __spirv_SubgroupShuffleINTEL(int value, uint32 id);
CONVERGENT int __spirv_SubgroupShuffleXorINTEL(int value, uint32 mask);

int __spirv_SpecConstant(int id, int value);
float __spirv_SpecConstant(int id, float value);
bool __spirv_SpecConstant(int id, bool value);
unsigned long __spirv_SpecConstant(int id, unsigned long value);

float __spirv_ocl_sqrt(float x);
float __spirv_ocl_fma(float a, float b, float c);
int __spirv_ocl_s_max(int a, int b);
