#version 450
#extension GL_EXT_scalar_block_layout : require
// The same members in three layouts, with matrices in rows and in columns.
layout(local_size_x = 1) in;
struct Inner {
  vec3 v;
  float f;
  mat2x3 m;
  int i[3];
};
layout(std140, binding = 0) uniform A { float a; Inner inner[2]; layout(row_major) mat4x3 rows; mat3 columns; } a;
layout(std430, binding = 1) buffer B { float a; Inner inner[2]; layout(row_major) mat4x3 rows; mat3 columns; } b;
layout(scalar, binding = 2) buffer C { float a; Inner inner[2]; layout(row_major) mat4x3 rows; mat3 columns; } c;
layout(std430, binding = 3) buffer Out { float values[]; };

void main() {
  b.a = a.a;
  b.inner[0] = a.inner[0];
  b.inner[1] = a.inner[1];
  b.rows = a.rows;
  b.columns = a.columns;
  c.a = b.a;
  c.inner[1] = b.inner[1];
  c.inner[0] = b.inner[0];
  c.rows = b.rows;
  c.columns = b.columns;
  // Single numbers, columns, and columns of what lies in rows.
  int k = int(a.a) + 1;
  values[0] = c.rows[k].y;
  values[1] = c.rows[2][k];
  values[2] = c.columns[k].z;
  vec3 column = c.rows[k + 1];
  values[3] = column.x + column.y * 10 + column.z * 100;
  values[4] = c.inner[k].m[1].z;
  values[5] = float(c.inner[k].i[2]);
  c.rows[0] = vec3(-1, -2, -3);
  c.rows[k].x = -4;
}
