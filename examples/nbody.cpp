// Gravity between bodies, tile by tile through local memory; checked against the host.
//
// Each body feels all others: bodies² interactions. A work-group loads a tile of 128 positions into
// local memory, computes with it, and goes on to the next one. So each position is read from global
// memory once per group, and not once per body. Two barriers separate the loads from the uses.

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "example.h"

namespace {

/// 4096 bodies in groups of 128, the size of a tile.
constexpr size_t bodies = 4096, groupSize = 128;
/// Softening keeps the force finite where two bodies meet.
constexpr float softening = 1e-3f, timeStep = 1e-3f;

constexpr char source[] = R"(
kernel void step_bodies(global const float4 *positions, global float4 *next,
                        global float4 *velocities, local float4 *tile, float softening,
                        float time_step) {
  size_t self = get_global_id(0), lane = get_local_id(0), size = get_local_size(0);
  float4 own = positions[self];
  float3 acceleration = 0.0f;
  for (size_t first = 0; first < get_global_size(0); first += size) {
    tile[lane] = positions[first + lane];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t i = 0; i < size; ++i) {
      float3 distance = tile[i].xyz - own.xyz;
      float inverse = rsqrt(dot(distance, distance) + softening);
      acceleration += distance * (tile[i].w * inverse * inverse * inverse);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  float3 velocity = velocities[self].xyz + acceleration * time_step;
  velocities[self] = (float4)(velocity, 0.0f);
  next[self] = (float4)(own.xyz + velocity * time_step, own.w);
}
)";

/// Positions in a cube of size 1, masses from 0.5 to 1.5 in w. The same on each machine.
std::vector<cl_float4> randomBodies() {
  std::vector<cl_float4> result(bodies);
  uint32_t state = 12345;
  // A linear congruential generator: numbers from 0 to 1.
  auto next = [&state] {
    state = state * 1664525u + 1013904223u;
    return static_cast<float>(state >> 8) / static_cast<float>(1 << 24);
  };
  for (cl_float4 &body : result) {
    body = {{next() - 0.5f, next() - 0.5f, next() - 0.5f, 0.5f + next()}};
  }
  return result;
}

/// Where body `self` is after one step from rest, in double precision.
void stepOnHost(const std::vector<cl_float4> &positions, size_t self, double result[3]) {
  double acceleration[3] = {};
  for (const cl_float4 &other : positions) {
    double distance[3], square = softening;
    for (int k = 0; k < 3; ++k) {
      distance[k] = static_cast<double>(other.s[k]) - positions[self].s[k];
      square += distance[k] * distance[k];
    }
    // The mass in w over the cube of the distance.
    double scale = other.s[3] / (square * std::sqrt(square));
    for (int k = 0; k < 3; ++k) {
      acceleration[k] += distance[k] * scale;
    }
  }
  for (int k = 0; k < 3; ++k) {
    result[k] = positions[self].s[k] + acceleration[k] * timeStep * timeStep;
  }
}

/// Compares each 37th body, since the host is slow.
double largestError(const std::vector<cl_float4> &before, const std::vector<cl_float4> &after) {
  double error = 0;
  for (size_t self = 0; self < bodies; self += 37) {
    double expected[3];
    stepOnHost(before, self, expected);
    for (int k = 0; k < 3; ++k) {
      error = std::max(error, std::abs(after[self].s[k] - expected[k]));
    }
  }
  return error;
}

/// Four steps; positions of one step are the input of the next. Only the first step is checked.
int nbody() {
  example::Session session;
  std::vector<cl_float4> positions = randomBodies(), after(bodies);
  // All bodies begin at rest.
  std::vector<cl_float4> still(bodies);
  cl::Kernel kernel(session.build(source), "step_bodies");
  cl::Buffer from(session.context, positions.begin(), positions.end(), false);
  cl::Buffer to(session.context, CL_MEM_READ_WRITE, bodies * sizeof(cl_float4));
  cl::Buffer velocities(session.context, still.begin(), still.end(), false);
  kernel.setArg(2, velocities);
  // Local memory for one tile; the size is in bytes (CL 3.0 §5.9.2).
  kernel.setArg(3, cl::Local(groupSize * sizeof(cl_float4)));
  kernel.setArg(4, softening);
  kernel.setArg(5, timeStep);
  double error = 0;
  // The two buffers change places, so a step never reads what it writes.
  for (int step = 0; step < 4; ++step) {
    // Arguments are copied at the enqueue, so they may change in each step.
    kernel.setArg(0, from);
    kernel.setArg(1, to);
    cl::Event event;
    session.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(bodies),
                                       cl::NDRange(groupSize), nullptr, &event);
    session.queue.enqueueReadBuffer(to, CL_TRUE, 0, bodies * sizeof(cl_float4), after.data());
    double time = example::milliseconds(event);
    std::printf("step %d: %.1f ms, %.2f billion interactions a second\n", step + 1, time,
                1e-6 * static_cast<double>(bodies * bodies) / time);
    if (step == 0) {
      error = largestError(positions, after);
    }
    std::swap(from, to);
  }
  std::printf("largest error after one step: %.2g\n", error);
  return error < 1e-4 ? 0 : 1;
}

}  // namespace

int main() {
  return example::run(nbody);
}
