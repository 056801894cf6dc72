// Results of pow, powr and rootn for special operands, for float and double in all widths.

HELPER MASK isInteger(F y) { return __builtin_elementwise_trunc(y) == y; }
// Infinities are even.
HELPER MASK isOdd(F y) {
  return isInteger(y) & (__builtin_elementwise_trunc(y * K(0.5)) != y * K(0.5));
}

// pow from its value for positive finite operands (C99 F.9.4.4); whether y is an integer, and an
// odd one, which the y of pown does not tell where an int is no float.
HELPER F powSpecial(F x, F y, MASK whole, MASK odd, F r0) {
  const F ax = absolute(x), ay = absolute(y);
  const F one = K(1), zero = K(0), infinite = K(INFINITY);
  F r = r0;
  r = (x < zero) & !whole ? K(NAN) : r;
  const F extreme = (ax == zero) == (y < zero) ? infinite : zero;
  r = (ax == zero) | (ax == infinite) ? extreme : r;
  const F withSign = __builtin_elementwise_copysign(r, x);
  r = odd ? withSign : r;
  const F far = (ax > one) == (y > zero) ? infinite : zero, limit = ax == one ? one : far;
  r = ay == infinite ? limit : r;
  const F sum = x + y;
  r = (x != x) | (y != y) ? sum : r;
  return (x == one) | (y == zero) ? one : r;
}

HELPER F powSpecial(F x, F y, F r0) { return powSpecial(x, y, isInteger(y), isOdd(y), r0); }

// powr: pow on [0, infinity], by its own rules (OpenCL C, "Edge Case Behavior").
HELPER F powrSpecial(F x, F y, F r0) {
  const F one = K(1), zero = K(0), infinite = K(INFINITY);
  const F positive = x == zero ? zero : x;
  F r = powSpecial(positive, y, r0);
  r = (x < zero) | ((x == zero) & (y == zero)) | ((x == infinite) & (y == zero)) ? K(NAN) : r;
  r = (x == one) & (absolute(y) == infinite) ? K(NAN) : r;
  return (x != x) | (y != y) ? K(NAN) : r;
}

// The n-th root from |x|^(1/n); y is n, rounded, and odd whether n is.
HELPER F rootSpecial(F x, F y, MASK odd, F r0) {
  const F ax = absolute(x), zero = K(0), infinite = K(INFINITY);
  F r = (ax == zero) | (ax == infinite) ? ((ax == zero) == (y < zero) ? infinite : zero) : r0;
  r = odd ? __builtin_elementwise_copysign(r, x) : x < zero ? K(NAN) : r;
  return (y == zero) | (x != x) ? K(NAN) : r;
}

// True if x is zero, negative, infinite or NaN. The following functions look at nothing else, but
// for y.
HELPER MASK isSpecialBase(F x) {
  const MASK general = AS_U(x) - (U)1 >= AS_U(K(INFINITY)) - (U)1;
  return __mux_finite_math() ? AS_I(x) <= (I)0 : general;
}

HELPER F powResult(F x, F y, F r0) {
  const MASK rare = isSpecialBase(x) | !(absolute(y) < K(INFINITY));
  F r = r0;
  if (UNLIKELY(ANY(rare)))
    r = rare ? powSpecial(x, y, r0) : r0;
  return r;
}

HELPER F powrResult(F x, F y, F r0) {
  const MASK rare = isSpecialBase(x) | !(absolute(y) < K(INFINITY));
  F r = r0;
  if (UNLIKELY(ANY(rare)))
    r = rare ? powrSpecial(x, y, r0) : r0;
  return r;
}

HELPER F pownResult(F x, F y, MASK odd, F r0) {
  const MASK rare = isSpecialBase(x);
  F r = r0;
  if (UNLIKELY(ANY(rare)))
    r = rare ? powSpecial(x, y, y == y, odd, r0) : r0;
  return r;
}

HELPER F rootResult(F x, F y, MASK odd, F r0) {
  const MASK rare = isSpecialBase(x) | (y == K(0));
  F r = r0;
  if (UNLIKELY(ANY(rare)))
    r = rare ? rootSpecial(x, y, odd, r0) : r0;
  return r;
}
