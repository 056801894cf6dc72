typedef struct {
  float x, y, z;
  float vx, vy, vz;
  float mass;
  int alive;
} Particle;

// One step of particles under gravity in a box that they bounce off.
kernel void aos_particles(float dt, global Particle *particles) {
  int i = get_global_id(0);
  Particle p = particles[i];
  if (p.alive) {
    p.vy -= 9.81f * dt * p.mass;
    p.x += p.vx * dt;
    p.y += p.vy * dt;
    p.z += p.vz * dt;
    if (p.x < 0.0f || p.x > 1.0f) p.vx = -p.vx;
    if (p.y < 0.0f || p.y > 1.0f) p.vy = -0.9f * p.vy;
    if (p.z < 0.0f || p.z > 1.0f) p.vz = -p.vz;
    particles[i] = p;
  }
}

// Points by a matrix, then divided by w.
kernel void float4_transform(constant float4 *matrix, global const float4 *in,
                             global float4 *out) {
  int i = get_global_id(0);
  float4 p = in[i];
  float4 q = matrix[0] * p.x + matrix[1] * p.y + matrix[2] * p.z + matrix[3] * p.w;
  out[i] = q / q.w;
}

// Blinn-Phong light of normals (w unused).
kernel void float4_lighting(float4 light, float4 eye, global const float4 *normal,
                            global float4 *color) {
  int i = get_global_id(0);
  float3 n = normalize(normal[i].xyz);
  float3 h = normalize(light.xyz + eye.xyz);
  float diffuse = max(0.0f, dot(n, light.xyz));
  float shine = max(0.0f, dot(n, h));
  shine *= shine;
  shine *= shine;
  shine *= shine;
  float4 base = (float4)(0.8f, 0.3f, 0.2f, 1.0f);
  color[i] = clamp(base * (0.1f + diffuse) + (float4)(shine), 0.0f, 1.0f);
}

// Lengths of packed vectors: an int counts floats, up to an end that is no multiple of the group.
kernel void xyz_length(int count, global const float *in, global float *out) {
  int i = get_global_id(0);
  if (i >= count) return;
  float x = in[3 * i], y = in[3 * i + 1], z = in[3 * i + 2];
  out[i] = sqrt(x * x + y * y + z * z);
}
