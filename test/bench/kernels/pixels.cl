// Gamma by a table of 256 bytes.
kernel void lut_u8(constant uchar *table, global const uchar *in, global uchar *out) {
  size_t i = get_global_id(0);
  out[i] = table[in[i]];
}

// Brightness and contrast of 8-bit pixels, saturated.
kernel void brightness_u8(int contrast, int brightness, global const uchar *in,
                          global uchar *out) {
  size_t i = get_global_id(0);
  int value = ((in[i] - 128) * contrast >> 6) + 128 + brightness;
  out[i] = (uchar)clamp(value, 0, 255);
}

// Blends RGBA pixels over others by their alpha.
kernel void rgba_blend(global const uchar4 *over, global const uchar4 *under, global uchar4 *out) {
  size_t i = get_global_id(0);
  uchar4 a = over[i], b = under[i];
  uint alpha = a.w;
  uint3 mixed = (convert_uint3(a.xyz) * alpha + convert_uint3(b.xyz) * (255 - alpha) + 127) / 255;
  out[i] = (uchar4)(convert_uchar3(mixed), 255);
}

kernel void rgba_to_gray(global const uchar4 *in, global uchar *out) {
  size_t i = get_global_id(0);
  float4 p = convert_float4(in[i]);
  out[i] = convert_uchar_sat_rte(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
}
