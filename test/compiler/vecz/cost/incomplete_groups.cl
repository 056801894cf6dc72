// Stores to some of the fields of a structure are scatters, so work on a few fields is not worth vectors.
// RUN: muxc --pipeline=kernel --target=host --target-properties=cpu=x86-64-v3 -cl-kiln-remarks %s -o %t.ll 2>&1 | FileCheck %s
typedef struct { float x, y, z, w, vx, vy, vz, mass; } Particle;

// CHECK: kernel 'some' is not vectorised: vectors are not expected to be faster
kernel void some(global Particle *p, float dt) {
  size_t i = get_global_id(0);
  if (p[i].mass > 0) {
    p[i].x += dt * p[i].vx;
    p[i].y += dt * p[i].vy;
    p[i].z += dt * p[i].vz;
    p[i].vx = -p[i].vx;
  }
}

// CHECK: kernel 'all' is vectorised
kernel void all(global float4 *p, float dt) {
  size_t i = get_global_id(0);
  float x = p[i].x, y = p[i].y, z = p[i].z, w = p[i].w;
  p[i].x = y * dt + z;
  p[i].y = z * dt + w;
  p[i].z = w * dt + x;
  p[i].w = x * dt + y;
}
