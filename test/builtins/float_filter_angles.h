// Angles and the gamma function for the filter, four doubles at a time (AVX2 and FMA).
//
// libmvec leaves large angles to scalar code. Large floats are integers m below 2^24 times 2^e.
// Take 2^e / (2 pi) modulo 1 in three numbers, the first two of 29 bits. Then products with m are
// exact but for the last, and so is the remainder of turns but for 2^-80.
#pragma once

#include <immintrin.h>
#include <mpfr.h>

#include <array>
#include <cmath>
#include <cstdint>

#define WIDE __attribute__((target("avx2,fma")))

namespace builtins_test {

using Vector = __m256d;
using VectorFunction = Vector (*)(Vector);

constexpr int toNearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;

WIDE inline Vector absolute(Vector x) {
  return _mm256_andnot_pd(_mm256_set1_pd(-0.0), x);
}
WIDE inline Vector signOf(Vector x) {
  return _mm256_and_pd(x, _mm256_set1_pd(-0.0));
}
WIDE inline Vector select(Vector condition, Vector yes, Vector no) {
  return _mm256_blendv_pd(no, yes, condition);
}
WIDE inline Vector isOdd(Vector integer) {
  const Vector half = _mm256_mul_pd(integer, _mm256_set1_pd(0.5));
  return _mm256_cmp_pd(_mm256_round_pd(half, toNearest), half, _CMP_NEQ_OQ);
}

/// x modulo 2, in [-1, 1], exactly.
WIDE inline Vector moduloTwo(Vector x) {
  const Vector half = _mm256_mul_pd(x, _mm256_set1_pd(0.5));
  return _mm256_fnmadd_pd(_mm256_set1_pd(2), _mm256_round_pd(half, toNearest), x);
}

/// sin(pi (x + shift)) for shift 0 or 1/2, by an exact reduction; zeros of some sign.
WIDE inline Vector sineOfHalfTurns(Vector x, double shift, VectorFunction sine) {
  const Vector rest = moduloTwo(_mm256_add_pd(moduloTwo(x), _mm256_set1_pd(shift)));
  const Vector size = absolute(rest), half = _mm256_set1_pd(0.5);
  const Vector upper = _mm256_cmp_pd(size, half, _CMP_GT_OQ);
  const Vector folded = select(upper, _mm256_sub_pd(_mm256_set1_pd(1), size), size);
  return sine(_mm256_mul_pd(_mm256_or_pd(folded, signOf(rest)), _mm256_set1_pd(M_PI)));
}

/// 2^e / (2 pi) modulo 1, for e = place - 23, in three numbers: 29 bits, 29 bits, the rest.
class TurnTable {
 public:
  TurnTable() {
    mpfr_t turns, part;
    mpfr_inits2(600, turns, part, nullptr);
    for (int place = 0; place < 128; ++place) {
      mpfr_const_pi(turns, MPFR_RNDN);
      mpfr_ui_div(turns, 1, turns, MPFR_RNDN);
      mpfr_mul_2si(turns, turns, place - 24, MPFR_RNDN);
      mpfr_frac(turns, turns, MPFR_RNDN);
      for (int i = 0; i < 3; ++i) {
        mpfr_mul_2si(part, turns, 29 * (i + 1), MPFR_RNDN);
        if (i < 2) {
          mpfr_floor(part, part);
        }
        mpfr_mul_2si(part, part, -29 * (i + 1), MPFR_RNDN);
        parts_[std::size_t(i)][std::size_t(place)] = mpfr_get_d(part, MPFR_RNDN);
        mpfr_sub(turns, turns, part, MPFR_RNDN);
      }
    }
    mpfr_clears(turns, part, nullptr);
  }

  /// Part i of the factors of four places.
  WIDE Vector part(std::size_t i, __m128i places) const {
    return _mm256_i32gather_pd(parts_[i].data(), places, 8);
  }

 private:
  std::array<double, 128> parts_[3];
};

/// |x| + shift turns as (rest + count / perTurn) turns, with |rest| <= 1 / (2 perTurn) or hardly
/// more; |x| >= 1 and finite.
WIDE inline Vector reduceTurns(__m128 x, double shift, double perTurn, Vector &count) {
  static const TurnTable table;
  const __m128i bits = _mm_castps_si128(x), mask = _mm_set1_epi32(0x7fffff);
  const __m128i exponent = _mm_and_si128(_mm_srli_epi32(bits, 23), _mm_set1_epi32(0xff));
  const __m128i places =
      _mm_and_si128(_mm_sub_epi32(exponent, _mm_set1_epi32(127)), _mm_set1_epi32(127));
  const Vector m =
      _mm256_cvtepi32_pd(_mm_or_si128(_mm_and_si128(bits, mask), _mm_set1_epi32(0x800000)));
  const Vector product = _mm256_mul_pd(m, table.part(0, places));
  const Vector first = _mm256_add_pd(_mm256_sub_pd(product, _mm256_round_pd(product, toNearest)),
                                     _mm256_set1_pd(shift));
  const Vector second = _mm256_mul_pd(m, table.part(1, places));
  const Vector sum = _mm256_mul_pd(_mm256_add_pd(first, second), _mm256_set1_pd(perTurn));
  count = _mm256_round_pd(sum, toNearest);
  const Vector rest =
      _mm256_add_pd(_mm256_fnmadd_pd(count, _mm256_set1_pd(1 / perTurn), first), second);
  return _mm256_fmadd_pd(m, table.part(2, places), rest);
}

/// sin(|x| + shift turns), for shift 0 or 1/4.
WIDE inline Vector sineOfLarge(__m128 x, double shift, VectorFunction sine) {
  Vector count;
  const Vector rest = reduceTurns(x, shift, 2, count);
  const Vector y = sine(_mm256_mul_pd(rest, _mm256_set1_pd(2 * M_PI)));
  return _mm256_xor_pd(y, signOf(_mm256_and_pd(isOdd(count), _mm256_set1_pd(-0.0))));
}

WIDE inline Vector tangentOfLarge(__m128 x, VectorFunction tangent) {
  Vector count;
  const Vector rest = reduceTurns(x, 0, 4, count);
  const Vector y = tangent(_mm256_mul_pd(rest, _mm256_set1_pd(2 * M_PI)));
  return select(isOdd(count), _mm256_div_pd(_mm256_set1_pd(-1), y), y);
}

/// Gamma of 1/2 and above by Stirling's series, eight further on; clamped at 150.
WIDE inline Vector gammaOfPositive(Vector x0, VectorFunction logarithm,
                                   VectorFunction exponential) {
  const Vector x = _mm256_min_pd(_mm256_set1_pd(150), x0);
  Vector product = x;
  for (int i = 1; i < 8; ++i) {
    product = _mm256_mul_pd(product, _mm256_add_pd(x, _mm256_set1_pd(i)));
  }
  const Vector w = _mm256_add_pd(x, _mm256_set1_pd(8)),
               inverse = _mm256_div_pd(_mm256_set1_pd(1), w);
  const Vector square = _mm256_mul_pd(inverse, inverse);
  const double terms[] = {-691.0 / 360360, 1.0 / 1188, -1.0 / 1680,
                          1.0 / 1260,      -1.0 / 360, 1.0 / 12};
  Vector series = _mm256_setzero_pd();
  for (double term : terms) {
    series = _mm256_fmadd_pd(series, square, _mm256_set1_pd(term));
  }
  const Vector head = _mm256_fmsub_pd(_mm256_sub_pd(w, _mm256_set1_pd(0.5)), logarithm(w), w);
  const Vector tail = _mm256_fmadd_pd(series, inverse, _mm256_set1_pd(0.91893853320467274178));
  return _mm256_div_pd(exponential(_mm256_add_pd(head, tail)), product);
}

struct GammaFunctions {
  VectorFunction logarithm, exponential, sine;
};

/// Gamma of floats; NaN at the poles but 0.
WIDE inline Vector gammaOf(Vector x, const GammaFunctions &of) {
  const Vector low = _mm256_cmp_pd(x, _mm256_set1_pd(0.5), _CMP_LT_OQ);
  const Vector mirrored = select(low, _mm256_sub_pd(_mm256_set1_pd(1), x), x);
  const Vector y = gammaOfPositive(mirrored, of.logarithm, of.exponential);
  if (_mm256_movemask_pd(low) == 0) {
    return y;
  }
  const Vector sine = sineOfHalfTurns(x, 0, of.sine);
  const Vector reflected = _mm256_div_pd(_mm256_set1_pd(M_PI), _mm256_mul_pd(sine, y));
  const Vector whole = _mm256_cmp_pd(_mm256_round_pd(x, toNearest), x, _CMP_EQ_OQ);
  const Vector pole = _mm256_and_pd(whole, _mm256_cmp_pd(x, _mm256_setzero_pd(), _CMP_LT_OQ));
  return select(pole, _mm256_set1_pd(NAN), select(low, reflected, y));
}

}  // namespace builtins_test
