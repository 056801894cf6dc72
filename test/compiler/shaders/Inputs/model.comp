#version 450
// SPIR-V 1.3 alone
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// The memory model of Vulkan: coherent accesses, atomics and barriers with scopes and semantics.
layout(local_size_x = 32) in;
layout(std430, binding = 0) workgroupcoherent buffer A { uint x[]; };
layout(std430, binding = 1) buffer B { uint y[]; };
layout(std430, binding = 2) buffer C { uint counter; uint flag; };
shared uint last;

void main() {
  uint i = gl_GlobalInvocationID.x;
  uint local = gl_LocalInvocationIndex;
  x[i] = i * 3;
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                 gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
  y[i] = x[i ^ 1];
  uint ticket = atomicAdd(counter, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
  if (ticket == gl_NumWorkGroups.x * 32 - 1) {
    atomicStore(flag, 77u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
  }
  memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
}
