// Cube roots and hypotenuses in float, for all widths.

// From a third of the exponent's bits, a guess of the reciprocal cube root with an error of 4 %;
// a step of Householder's method without a quotient (of order four), and Newton's for the root.
HELPER F cbrtFloat(F x) {
  F a = absolute(x), scale = K(1);
  // Zeros, very small (whose last step has smaller terms yet) and large numbers, infinities and NaNs
  const MASK rare = AS_U(a) - (U)0x0d800000 >= (U)0x6e000000;
  if (UNLIKELY(ANY(rare))) {
    const MASK large = a > K(1), itself = (a == K(0)) | !(a < K(INFINITY));
    const F factor = large ? K(0x1p-24f) : K(0x1p48f), back = large ? K(0x1p8f) : K(0x1p-16f);
    const F kept = itself ? x : back, moved = itself ? K(1) : a * factor;
    scale = rare ? kept : scale;
    a = rare ? moved : a;
  }
  F r = AS_F((I)((I)0x54a21000 - TO_I(TO_F(AS_I(a)) * K(0x1.555556p-2f))));
  const F e = MA(-(a * r), r * r, K(1));
  r = MA(r * e, MA(e, MA(e, K(0x1.61f9aep-3f), K(0x1.c71c72p-3f)), K(0x1.555556p-2f)), r);
  const F square = r * r, y = a * square;
  const F rest = MA(-y * y, y, a);
  const F root = MA(rest * K(0x1.555556p-2f), square, y);
  return __builtin_elementwise_copysign(root * scale, x);
}

HELPER F hypotFloat(F x, F y) {
  const F ax = absolute(x), ay = absolute(y);
  const MASK swapped = ay > ax;
  F a = swapped ? ay : ax, b = swapped ? ax : ay, inverse = K(1);
  // Squares with overflow, with lost bits, or no numbers
  const MASK rare = AS_U(a) - (U)0x2b800000 >= (U)0x33000000;
  if (UNLIKELY(ANY(rare))) {
    const MASK large = a > K(1), infinite = (ax == K(INFINITY)) | (ay == K(INFINITY));
    const F scale = large ? K(0x1p-80f) : K(0x1p80f), lower = large ? K(0x1p80f) : K(0x1p-80f);
    a = rare ? a * scale : a;
    b = rare ? b * scale : b;
    inverse = rare ? lower : inverse;
    // NaN gives way to an infinity.
    a = infinite ? K(INFINITY) : a;
    b = infinite ? K(0) : b;
  }
  return __builtin_elementwise_sqrt(MA(a, a, b * b)) * inverse;
}
