// OpenCL C, "Common Functions".
BUILTIN F max(F x, F y) { return x < y ? y : x; }
BUILTIN F min(F x, F y) { return y < x ? y : x; }
BUILTIN F clamp(F x, F low, F high) {
  return __builtin_elementwise_minnum(__builtin_elementwise_maxnum(x, low), high);
}
BUILTIN F degrees(F x) { return x * K(57.295779513082320876798154814105); }
BUILTIN F radians(F x) { return x * K(0.017453292519943295769236907684886); }
BUILTIN F mix(F x, F y, F a) { return x + (y - x) * a; }
BUILTIN F step(F edge, F x) { return x < edge ? K(0) : K(1); }
BUILTIN F smoothstep(F edge0, F edge1, F x) {
  const F t = clamp((x - edge0) / (edge1 - edge0), K(0), K(1));
  return t * t * (K(3) - K(2) * t);
}
BUILTIN F sign(F x) { return x > K(0) ? K(1) : x < K(0) ? K(-1) : x == K(0) ? x : K(0); }

#if !IS_SCALAR
BUILTIN F max(F x, E y) { return max(x, K(y)); }
BUILTIN F min(F x, E y) { return min(x, K(y)); }
BUILTIN F clamp(F x, E low, E high) { return clamp(x, K(low), K(high)); }
BUILTIN F mix(F x, F y, E a) { return mix(x, y, K(a)); }
BUILTIN F step(E edge, F x) { return step(K(edge), x); }
BUILTIN F smoothstep(E edge0, E edge1, F x) { return smoothstep(K(edge0), K(edge1), x); }
#endif
