#version 450
// Variables of an invocation that functions share, dynamic indices, structures by value, switches.
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer In { int x[]; };
layout(std430, binding = 1) buffer Out { int y[]; };
struct Pair { int a; bvec2 flags; vec3 v; };
int table[4] = int[](10, 20, 30, 40);
Pair shared_ = Pair(1, bvec2(true, false), vec3(1, 2, 3));

void bump(int i) {
  table[i] += shared_.a;
  shared_.flags = shared_.flags.yx;
  shared_.v[i % 3] += 1;
}

Pair make(int a) {
  Pair result = shared_;
  result.a = a;
  return result;
}

int choose(int v) {
  switch (v & 3) {
    case 0: return 5;
    case 1: v += 100;
    case 2: return v;
    default: break;
  }
  for (int i = 0; i < 100; ++i) {
    if (i * i > v) return -i;
    if (i == 50) break;
  }
  return 7;
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  int v = x[i];
  bump(v & 3);
  bump(v & 3);
  bump((v + 1) & 3);
  Pair p = make(v);
  Pair pairs[2] = Pair[](p, shared_);
  y[i] = table[v & 3] + 1000 * (shared_.flags.x ? 1 : 0) + 10000 * int(pairs[v & 1].v.x) +
         100000 * choose(v) + (pairs[1 - (v & 1)].flags.y ? 3 : 4);
}
