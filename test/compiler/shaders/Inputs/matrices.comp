#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer In { mat4 a; mat4 b; mat3x2 c; vec4 v; };
layout(std430, binding = 1) buffer Out {
  mat4 product, transposed, outer, inverted, scaled, identity;
  mat2x3 small;
  vec4 times, timed;
  vec2 narrow;
  float det4, det3, det2;
};

void main() {
  product = a * b;
  transposed = transpose(a);
  outer = outerProduct(v, a[1]);
  inverted = inverse(a);
  identity = a * inverse(a);
  scaled = a * v.y;
  small = transpose(c);
  times = a * v;
  timed = v * a;
  narrow = c * v.xyz;
  det4 = determinant(a);
  det3 = determinant(mat3(a));
  det2 = determinant(mat2(a));
}
