// Accelerations of n bodies (x, y, z, mass) on each other.
kernel void nbody(int n, float softening, global const float4 *body, global float4 *acceleration) {
  int i = get_global_id(0);
  float4 me = body[i];
  float3 sum = (float3)(0.0f);
  for (int j = 0; j < n; ++j) {
    float4 other = body[j];
    float3 d = other.xyz - me.xyz;
    float r2 = dot(d, d) + softening;
    float inverse = rsqrt(r2);
    sum += d * (other.w * inverse * inverse * inverse);
  }
  acceleration[i] = (float4)(sum, 0.0f);
}
