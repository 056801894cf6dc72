#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer In { vec3 a; float eta; vec3 n; };
layout(std430, binding = 1) buffer Out {
  vec3 crossed; float len;
  vec3 normal; float dist;
  vec3 facing; float product;
  vec3 reflected; float scalarLength;
  vec3 refracted; float pad;
  vec3 total;
};

void main() {
  crossed = cross(a, n);
  len = length(a);
  normal = normalize(a);
  dist = distance(a, n);
  facing = faceforward(n, a, n);
  product = dot(a, n);
  reflected = reflect(a, n);
  scalarLength = length(a.x);
  refracted = refract(normalize(a), n, eta);
  total = refract(normalize(vec3(1, -0.01, 0)), vec3(0, 1, 0), 1.5);
}
