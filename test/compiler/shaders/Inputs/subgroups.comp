#version 450
// SPIR-V 1.3 alone
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer In { uint x[]; };
layout(std430, binding = 1) buffer Out { uint ok[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  uint v = x[i];
  uint base = i - gl_SubgroupInvocationID;
  uint sum = 0, before = 0, odd = 0;
  for (uint k = 0; k < gl_SubgroupSize; ++k) {
    sum += x[base + k];
    before += k < gl_SubgroupInvocationID ? x[base + k] : 0;
    odd += x[base + k] & 1;
  }
  bool good = subgroupAdd(v) == sum && subgroupExclusiveAdd(v) == before &&
              subgroupBallotBitCount(subgroupBallot((v & 1) != 0)) == odd &&
              subgroupShuffle(v, 0) == x[base] && subgroupBroadcastFirst(v) == x[base] &&
              subgroupAny(v == x[base]) && !subgroupAll(v == 12345) &&
              gl_NumSubgroups * gl_SubgroupSize == 64 &&
              gl_SubgroupID == gl_LocalInvocationIndex / gl_SubgroupSize &&
              subgroupElect() == (gl_SubgroupInvocationID == 0);
  ok[i] = good ? 1 : 0;
}
