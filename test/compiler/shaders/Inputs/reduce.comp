#version 450
// Memory of a work-group, barriers, atomics, and a size of work-groups that is specialized.
layout(local_size_x_id = 3) in;
layout(constant_id = 5) const int factor = 2;
layout(constant_id = 6) const bool negate = false;
layout(std430, binding = 0) buffer In { int x[]; };
layout(std430, binding = 1) buffer Out { int total; uint groups; int largest; int size; int sums[]; };
shared int partial[256];
shared struct { bool seen; bvec2 pair; } flags;

void main() {
  uint local = gl_LocalInvocationIndex;
  uint items = gl_WorkGroupSize.x;
  partial[local] = x[gl_GlobalInvocationID.x] * (negate ? -factor : factor);
  if (local == 0) {
    flags.seen = true;
    flags.pair = bvec2(false, true);
  }
  memoryBarrierShared();
  barrier();
  for (uint step = items / 2; step > 0; step /= 2) {
    if (local < step) {
      partial[local] += partial[local + step];
    }
    barrier();
  }
  if (local == 0 && flags.seen && flags.pair.y && !flags.pair.x) {
    sums[gl_WorkGroupID.x] = partial[0];
    atomicAdd(total, partial[0]);
    atomicMax(largest, partial[0]);
    atomicAdd(groups, 1u);
    atomicCompSwap(size, 0, int(gl_NumWorkGroups.x * items));
  }
}
