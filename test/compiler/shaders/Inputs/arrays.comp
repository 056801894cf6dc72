#version 450
// An array of buffers, chosen by a value, in a function too.
layout(local_size_x = 4) in;
layout(std430, set = 2, binding = 3) buffer Data { uint head; int x[]; } data[3];
layout(std140, set = 2, binding = 4) uniform Factors { ivec4 f; } factors[2];
layout(std430, set = 0, binding = 0) buffer Out { int y[]; };

int get(int which, uint i) {
  return data[which].x[i] * factors[which & 1].f.y + int(data[which].head) + 1000 * data[which].x.length();
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  for (int which = 0; which < 3; ++which) {
    y[which * 4 + i] = get(which, i);
  }
}
