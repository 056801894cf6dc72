// Stores lane by lane under a mask from memory cost tests of lanes, and their mispredictions. Under
// a mask of ids they do not: all lanes are active nearly always.
// REQUIRES: x86_64
// RUN: muxc --pipeline=kernel --target=host --target-properties="cpu=x86-64-v3" -cl-fast-relaxed-math \
// RUN:   -cl-kiln-remarks %s -o /dev/null 2>&1 | FileCheck %s
typedef struct {
  float x, y, z;
  float vx, vy, vz;
  float mass;
  int alive;
} Particle;

void step(float dt, global Particle *p) {
  float vy = p->vy - 9.81f * dt * p->mass, vx = p->vx, vz = p->vz;
  float x = p->x + vx * dt, y = p->y + vy * dt, z = p->z + vz * dt;
  if (x < 0.0f || x > 1.0f) vx = -vx;
  if (y < 0.0f || y > 1.0f) vy = -0.9f * vy;
  if (z < 0.0f || z > 1.0f) vz = -vz;
  p->x = x, p->y = y, p->z = z, p->vx = vx, p->vy = vy, p->vz = vz;
}
// CHECK: kernel 'by_data' is not vectorised
kernel void by_data(float dt, global Particle *particles) {
  int i = get_global_id(0);
  if (particles[i].alive) step(dt, &particles[i]);
}
// CHECK: kernel 'by_id' is vectorised
kernel void by_id(float dt, global Particle *particles, int n) {
  int i = get_global_id(0);
  if (i < n) step(dt, &particles[i]);
}
