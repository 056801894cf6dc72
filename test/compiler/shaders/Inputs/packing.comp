#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer In { vec4 v; };
layout(std430, binding = 1) buffer Out {
  uint packed[6];
  vec4 s4, u4;
  vec2 s2, u2, h2;
};

void main() {
  packed[0] = packSnorm4x8(v);
  packed[1] = packUnorm4x8(v);
  packed[2] = packSnorm2x16(v.xy);
  packed[3] = packUnorm2x16(v.xy);
  packed[4] = packHalf2x16(v.zw);
  packed[5] = 0x80018000u;
  s4 = unpackSnorm4x8(packed[0]);
  u4 = unpackUnorm4x8(packed[1]);
  s2 = unpackSnorm2x16(packed[5]);
  u2 = unpackUnorm2x16(packed[3]);
  h2 = unpackHalf2x16(packed[4]);
}
