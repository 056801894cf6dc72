#version 450
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 2) readonly buffer X { float x[]; };
layout(std430, set = 0, binding = 7) buffer Y { float y[]; };
layout(push_constant) uniform Push {
  float a;
  uint count;
} push;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < push.count) {
    y[i] = push.a * x[i] + y[i];
  }
}
