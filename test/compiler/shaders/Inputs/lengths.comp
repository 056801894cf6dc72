#version 450
// Sizes of buffers, in more than one set, with the array behind other members.
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Out { uint lengths[4]; };
layout(std430, set = 1, binding = 0) buffer A { uint head[3]; vec4 body[]; } a;
layout(std430, set = 1, binding = 1) buffer B { float body[]; } b;
layout(std430, set = 0, binding = 1) buffer C { mat3 body[]; } c;

void main() {
  lengths[0] = a.body.length();
  lengths[1] = b.body.length();
  lengths[2] = c.body.length();
  lengths[3] = a.head.length();
}
