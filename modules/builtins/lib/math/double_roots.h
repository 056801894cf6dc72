// Cube roots and hypotenuses in double, for all widths: as in float (float_roots.h), with a step
// more.

HELPER F cbrtKernel(F x) {
  F a = absolute(x), scale = K(1);
  // Zeros, very small and very large numbers, infinities and NaNs
  const MASK rare = AS_U(a) - (U)0x03f0000000000000UL >= (U)0x7b20000000000000UL;
  if (UNLIKELY(ANY(rare))) {
    const MASK large = a > K(1), itself = (a == K(0)) | !(a < K(INFINITY));
    const F factor = large ? K(0x1p-54) : K(0x1p108), back = large ? K(0x1p18) : K(0x1p-36);
    const F kept = itself ? x : back, moved = itself ? K(1) : a * factor;
    scale = rare ? kept : scale;
    a = rare ? moved : a;
  }
  // A third of the upper half (the other makes no difference) off a constant, by integers below 2^52 in
  // numbers above: 11/6 2^52 + c - (2^52 + h) / 3 is 3/2 2^52 + c - h / 3.
  const F upper = AS_F((U)(AS_U(a) >> 32 | (U)0x4330000000000000UL));
  const F third = MA(upper, K(-0x1.5555555555555p-2), K(0x1.d555555555555p+52 + 0x553eec00));
  F r = AS_F((U)(AS_U(third) << 32));
  const F e = MA(-(a * r), r * r, K(1));
  r = MA(r * e, MA(e, MA(e, K(0x1.61f9add3c0ca4p-3), K(0x1.c71c71c71c71cp-3)), K(0x1.5555555555555p-2)), r);
  const F d = MA(-(a * r), r * r, K(1));
  r = MA(r * d, K(0x1.5555555555555p-2), r);
  const F square = r * r, y = a * square;
  const F rest = MA(-y * y, y, a);
  const F root = MA(rest * K(0x1.5555555555555p-2), square, y);
  return __builtin_elementwise_copysign(root * scale, x);
}

HELPER F hypotKernel(F x, F y) {
  const F ax = absolute(x), ay = absolute(y);
  const MASK swapped = ay > ax;
  F a = swapped ? ay : ax, b = swapped ? ax : ay, inverse = K(1);
  // Squares with overflow, with lost bits, or no numbers
  const MASK rare = AS_U(a) - (U)0x26f0000000000000UL >= (U)0x3840000000000000UL;
  if (UNLIKELY(ANY(rare))) {
    const MASK large = a > K(1), infinite = (ax == K(INFINITY)) | (ay == K(INFINITY));
    const F scale = large ? K(0x1p-600) : K(0x1p600), lower = large ? K(0x1p600) : K(0x1p-600);
    a = rare ? a * scale : a;
    b = rare ? b * scale : b;
    inverse = rare ? lower : inverse;
    // NaN gives way to an infinity.
    a = infinite ? K(INFINITY) : a;
    b = infinite ? K(0) : b;
  }
  return __builtin_elementwise_sqrt(MA(a, a, b * b)) * inverse;
}
