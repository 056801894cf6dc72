// Defines the geometric functions (OpenCL C 3.0 §6.15.5) for one element type and width, up to 4;
// included by widths.h.
//
// Sums of squares must neither overflow nor underflow. Float vectors are squared in float. If the
// sum is close to a limit of float, they are squared once more in double; the squares lost otherwise
// are below half a unit in the last place. Double vectors are first scaled by a power of two.
#if N <= 4

#if N == 1
#define SUM(v) (v)
#define DOT(left, right) ((left) * (right))
#define LARGEST(v) (v)
#elif N == 2
#define SUM(v) ((v).x + (v).y)
#define DOT(left, right) ((left).x * (right).x + (left).y * (right).y)
#define LARGEST(v) __builtin_elementwise_maxnum((v).x, (v).y)
#elif N == 3
#define SUM(v) ((v).x + (v).y + (v).z)
#define DOT(left, right) \
  ((left).x * (right).x + (left).y * (right).y + (left).z * (right).z)
#define LARGEST(v) \
  __builtin_elementwise_maxnum(__builtin_elementwise_maxnum((v).x, (v).y), (v).z)
#else
#define SUM(v) (((v).x + (v).y) + ((v).z + (v).w))
#define DOT(left, right) \
  (((left).x * (right).x + (left).y * (right).y) + ((left).z * (right).z + (left).w * (right).w))
#define LARGEST(v) \
  __builtin_elementwise_maxnum(__builtin_elementwise_maxnum((v).x, (v).y), \
                                   __builtin_elementwise_maxnum((v).z, (v).w))
#endif

BUILTIN E dot(F x, F y) {
#pragma OPENCL FP_CONTRACT ON
  return DOT(x, y);
}

#ifdef FLOAT

#if N == 1
HELPER bool mayHaveLostSquares(float sum) {
  return __builtin_expect(!(sum > 0x1p-100f && sum < INFINITY), false);
}
#endif

// True for zero vectors: squares are 0, but none is lost. Distances within a box are such lengths.
// Rarely asked for.
HELPER bool isZero(F v, E square) {
  return square == 0.0f && LARGEST(__builtin_elementwise_abs(v)) == 0.0f;
}

HELPER E lengthByDoubles(F v) {
  const D d = TO_D(v);
  return (float)__builtin_elementwise_sqrt(SUM(d * d));
}

BUILTIN E length(F v) {
  const E square = dot(v, v);
  E length = __builtin_elementwise_sqrt(square);
  if (mayHaveLostSquares(square)) {
    if (!isZero(v, square)) length = lengthByDoubles(v);
  }
  return length;
}

// Not for a zero vector: it stays as it is. Infinite components count as ±1, all others as ±0
// beside them; a NaN makes all components NaN (OpenCL C 3.0 §7.5.1).
HELPER F normalizeByDoubles(F v) {
  const F magnitude = __builtin_elementwise_abs(v);
  const F direction =
      magnitude == K(INFINITY) ? __builtin_elementwise_copysign(K(1), v) : v * K(0);
  const D d = TO_D(LARGEST(magnitude) == (E)INFINITY ? direction : v);
  const double square = SUM(d * d);
  const double scale = 1.0 / __builtin_elementwise_sqrt(square);
  return TO_F(d * scale);
}

BUILTIN F normalize(F v) {
  const E square = dot(v, v);
  F direction = v * (1.0f / __builtin_elementwise_sqrt(square));
  if (mayHaveLostSquares(square)) {
    direction = v;
    if (!isZero(v, square)) direction = normalizeByDoubles(v);
  }
  return direction;
}

BUILTIN E fast_length(F v) { return __builtin_elementwise_sqrt(dot(v, v)); }
BUILTIN E fast_distance(F x, F y) { return fast_length(x - y); }
BUILTIN F fast_normalize(F v) {
  const E square = dot(v, v);
  return square == 0.0f ? v : v * (1.0f / __builtin_elementwise_sqrt(square));
}

#else

// 2^-e for values of about 2^e, kept in the range where both it and its inverse are normal.
HELPER double inverseScale(F v) {
  const long biased = (as_long(LARGEST(__builtin_elementwise_abs(v))) >> 52) & 0x7ff;
  return as_double(__builtin_elementwise_min(__builtin_elementwise_max(2046L - biased, 1L), 2045L) << 52);
}

BUILTIN E length(F v) {
  const double scale = inverseScale(v);
  const F scaled = v * scale;
  const double length = __builtin_elementwise_sqrt(SUM(scaled * scaled)) / scale;
  return LARGEST(__builtin_elementwise_abs(v)) == INFINITY ? (double)INFINITY : length;
}

BUILTIN F normalize(F v) {
  const F magnitude = __builtin_elementwise_abs(v);
  const F direction =
      magnitude == K(INFINITY) ? __builtin_elementwise_copysign(K(1), v) : v * K(0);
  const F d = LARGEST(magnitude) == (E)INFINITY ? direction : v * inverseScale(v);
  const double square = SUM(d * d);
  return square == 0.0 ? v : d / __builtin_elementwise_sqrt(square);
}

#endif

BUILTIN E distance(F x, F y) { return length(x - y); }

#if N == 3
BUILTIN F cross(F x, F y) { return x.yzx * y.zxy - x.zxy * y.yzx; }
#elif N == 4
BUILTIN F cross(F x, F y) {
  return (F)(x.yzx * y.zxy - x.zxy * y.yzx, (E)0);
}
#endif

#undef SUM
#undef DOT
#undef LARGEST
#endif
