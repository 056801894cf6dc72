#version 450
// GLSL's functions of numbers, with a row of results each.
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer In { float x[]; };
layout(std430, binding = 1) buffer Out { float y[]; };

const int rows = 40;
int row = 0;
void put(float value) {
  y[gl_GlobalInvocationID.x * rows + row++] = value;
}

void main() {
  float v = x[gl_GlobalInvocationID.x];
  float p = abs(v) + 0.5;
  put(round(v)); put(roundEven(v)); put(trunc(v)); put(abs(v)); put(sign(v));
  put(floor(v)); put(ceil(v)); put(fract(v)); put(radians(v)); put(degrees(v));
  put(sin(v)); put(cos(v)); put(tan(v)); put(asin(v / 10)); put(acos(v / 10));
  put(atan(v)); put(sinh(v)); put(cosh(v)); put(tanh(v)); put(asinh(v));
  put(acosh(p + 1)); put(atanh(v / 10)); put(atan(v, 2)); put(pow(p, 1.7)); put(exp(v));
  put(log(p)); put(exp2(v)); put(log2(p)); put(sqrt(p)); put(inversesqrt(p));
  put(min(v, 0.25)); put(max(v, 0.25)); put(clamp(v, -1, 1)); put(mix(v, 3, 0.25)); put(step(0.5, v));
  put(smoothstep(-1, 1, v)); put(fma(v, 2, 3)); put(mod(v, 0.7)); put(ldexp(v, 3)); 
  int exponent;
  float fraction = frexp(v, exponent);
  float whole;
  float part = modf(v, whole);
  put(fraction + 10 * exponent + 1000 * part + 100000 * whole);
}
