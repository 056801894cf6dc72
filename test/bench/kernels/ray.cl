// Nearest of the spheres (x, y, z, radius) for each pixel; its shade by a light from the camera.
kernel void ray_spheres(int width, int height, int count, constant float4 *spheres,
                        global float *image) {
  int px = get_global_id(0);
  int py = get_global_id(1);
  float3 direction = normalize((float3)((px + 0.5f) / width - 0.5f, (py + 0.5f) / height - 0.5f, 1.0f));
  float nearest = 1e30f;
  int hit = -1;
  for (int i = 0; i < count; ++i) {
    float4 s = spheres[i];
    float b = dot(direction, s.xyz);
    float c = dot(s.xyz, s.xyz) - s.w * s.w;
    float d = b * b - c;
    if (d > 0.0f) {
      float t = b - sqrt(d);
      if (t > 0.0f && t < nearest) {
        nearest = t;
        hit = i;
      }
    }
  }
  float shade = 0.0f;
  if (hit >= 0) {
    float3 normal = (direction * nearest - spheres[hit].xyz) / spheres[hit].w;
    shade = fmax(0.0f, -dot(normal, direction));
  }
  image[py * width + px] = shade;
}

float scene(float3 p) {
  float3 cell = p - 4.0f * floor(p * 0.25f) - 2.0f;
  return fmin(length(cell) - 1.0f, p.y + 3.0f);
}

// Sphere tracing of a signed distance field: a loop that each pixel leaves at another step.
kernel void ray_march(int width, int height, int limit, global float *depth) {
  int px = get_global_id(0);
  int py = get_global_id(1);
  float3 direction = normalize((float3)((px + 0.5f) / width - 0.5f, (py + 0.5f) / height - 0.5f, 0.8f));
  float3 origin = (float3)(0.3f, 0.2f, 0.0f);
  float t = 0.0f;
  for (int i = 0; i < limit; ++i) {
    float distance = scene(origin + t * direction);
    if (distance < 0.001f || t > 60.0f) {
      break;
    }
    t += distance;
  }
  depth[py * width + px] = t;
}
