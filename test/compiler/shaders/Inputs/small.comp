#version 450
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// Small numbers in memory, large ones in arithmetic.
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer A { float16_t h[4]; int16_t s[4]; uint8_t b[4]; i8vec3 v; f16vec2 w; };
layout(std430, binding = 1) buffer Out { float hs[4]; int ss[4]; uint bs[4]; ivec3 vs; int64_t product; double d; vec2 ws; };
layout(std430, binding = 2) buffer Back { float16_t h2[4]; int16_t s2[4]; uint8_t b2[4]; };
layout(push_constant) uniform Push { float16_t a; int8_t c; } push;

void main() {
  uint i = gl_GlobalInvocationID.x;
  hs[i] = float(h[i]) + float(push.a);
  ss[i] = int(s[i]) + int(push.c);
  bs[i] = uint(b[i]);
  h2[i] = float16_t(hs[i] * 2);
  s2[i] = int16_t(ss[i] * 2);
  b2[i] = uint8_t(bs[i] * 2);
  if (i == 1) {
    vs = ivec3(v);
    ws = vec2(w);
    product = int64_t(ss[i]) * 10000000000L;
    d = double(hs[i]) / 3.0;
  }
}
