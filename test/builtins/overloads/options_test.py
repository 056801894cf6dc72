"""Build options of mathematics: their effect on results, and the specification's bounds ("Relative
Error as ULPs" with unsafe math optimizations)."""
import math
import unittest

import numpy as np

from device import Device

DEVICE = Device()
COUNT = 4096
# Functions of all kinds, with finite results for x from -20 to 20, another y in this range, and a =
# |x| + 1/4.
OF_FINITE = """exp(x) exp2(x) exp10(x) expm1(x) sinh(x) cosh(x) tanh(x) asinh(x) sin(x) cos(x) tan(x) atan(x) cbrt(x)
erf(x) erfc(x/4) tgamma(a) lgamma(a) sinpi(x) sign(x) logb(a) floor(x) log(a) log2(a) log10(a) log1p(a) sqrt(a) rsqrt(a)
acosh(a+1) asin(1/a/8) atanh(1/a/8) pow(a,y/2) powr(a,y/2) pow(x,8) fmin(x,y) fmax(x,y) fdim(x,y) fmod(x,y) remainder(x,y)
hypot(x,y) atan2(x,y) atan2pi(x,y) nextafter(a,y) maxmag(x,y) minmag(x,y) copysign(x,y) clamp(x,y,y+1) frexp(x,&e)
modf(x,&w) fract(x,&w) ldexp(x,(int)y) ilogb(a) remquo(x,y,&e) sincos(x,&w) pown(a,(int)y/2) rootn(a,3)
isnormal(x)+2*isfinite(y)+4*isnan(x)+8*isinf(y) lgamma_r(a,&e) smoothstep(-9,9,x)""".split()
RELAXED = ("-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math")


def run(body, inputs, result=np.float32, options=(), width=1):
    """out = body over x, y of `inputs`, in vectors of a width."""
    names = {np.float32: "float", np.float64: "double", np.int32: "int"}
    vector = lambda dtype: names[dtype] + (str(width) if width > 1 else "")
    parameters = "".join(f"const global {vector(a.dtype.type)} *p{i}, " for i, a in enumerate(inputs))
    values = " ".join(f"{vector(a.dtype.type)} {n} = p{i}[g];"
                      for i, (a, n) in enumerate(zip(inputs, "xyz")))
    source = (f"kernel void k({parameters}global {vector(result)} *out) {{\n"
              f"  size_t g = get_global_id(0); {values}\n  {body}\n}}\n")
    program = DEVICE.build(source, options)
    out = DEVICE.upload(np.zeros(len(inputs[0]), result))
    DEVICE.run(program.k, len(inputs[0]) // width, *map(DEVICE.upload, inputs), out)
    return DEVICE.download(out, result)


def uniform(low, high, seed=1, count=COUNT):
    return np.random.default_rng(seed).uniform(low, high, count).astype(np.float32)


def magnitudes(low, high, seed=1):
    return (2.0**np.random.default_rng(seed).uniform(low, high, COUNT)).astype(np.float32)


def ulps(got, wanted):
    """Errors of floats against numbers in double."""
    return np.abs(got.astype(np.float64) - wanted) / np.spacing(np.abs(wanted.astype(np.float32))).astype(np.float64)


class RelaxedTable(unittest.TestCase):
    def check(self, call, inputs, wanted, bound, error=ulps):
        """error(result, wanted) is at most `bound`, a number for all or one for each."""
        for option in RELAXED:
            for width in (1, 4, 16):
                got = run(f"out[g] = {call};", inputs, options=(option,), width=width)
                worst = np.max(error(got, wanted) / bound)
                self.assertLessEqual(worst, 1, (call, option, width))

    def absolute(self, call, x, wanted, bound):
        self.check(call, [x], wanted, bound, lambda got, right: np.abs(got - right))

    def test_sines(self):
        x = uniform(-math.pi, math.pi)
        self.absolute("sin(x)", x, np.sin(x.astype(np.float64)), 2.0**-11)
        self.absolute("cos(x)", x, np.cos(x.astype(np.float64)), 2.0**-11)
        unit = uniform(-1, 1)
        self.absolute("sinpi(x)", unit, np.sin(np.pi * unit.astype(np.float64)), 2.0**-11)
        self.absolute("cospi(x)", unit, np.cos(np.pi * unit.astype(np.float64)), 2.0**-11)

    def test_sines_of_larger_angles(self):
        """The specification has no bound; ours is some 2^-17."""
        x = uniform(-2000, 2000)
        self.absolute("sin(x)", x, np.sin(x.astype(np.float64)), 2.0**-15)
        self.absolute("cos(x)", x, np.cos(x.astype(np.float64)), 2.0**-15)

    def test_exponentials(self):
        x = uniform(-80, 80)
        wide = x.astype(np.float64)
        self.check("exp(x)", [x], np.exp(wide), 3 + np.floor(np.abs(2 * wide)))
        self.check("exp2(x)", [x], np.exp2(wide), 3 + np.floor(np.abs(2 * wide)))

    def test_logarithms(self):
        near = uniform(0.5, 2)
        far = np.concatenate([magnitudes(-100, -1), magnitudes(1, 100)])
        for name, function in (("log", np.log), ("log2", np.log2), ("log10", np.log10)):
            self.absolute(f"{name}(x)", near, function(near.astype(np.float64)), 2.0**-21)
            self.check(f"{name}(x)", [far], function(far.astype(np.float64)), 3)

    def test_quotients_and_roots(self):
        x, y = magnitudes(-60, 60), magnitudes(-60, 60, 2)
        wide, other = x.astype(np.float64), y.astype(np.float64)
        self.check("1.0f / x", [x], 1 / wide, 2.5)
        self.check("x / y", [x, y], wide / other, 2.5)
        self.check("sqrt(x)", [x], np.sqrt(wide), 3)
        self.check("rsqrt(x)", [x], 1 / np.sqrt(wide), 2)

    def test_inverse_functions(self):
        x = uniform(-1, 1)
        for name, function in (("asin", np.arcsin), ("acos", np.arccos), ("atan", np.arctan)):
            self.check(f"{name}(x)", [x], function(x.astype(np.float64)), 4096)

    def test_powers_are_as_good_as_their_formula(self):
        x, y = magnitudes(-20, 20), uniform(-4, 4, 2)
        wide, other = x.astype(np.float64), y.astype(np.float64)
        # 3 ULP of the logarithm and half of the product, as an error of the exponent; 3 of exp2.
        bound = 3 + np.abs(other * np.log2(wide)) * 4
        self.check("pow(x, y)", [x, y], wide**other, bound)
        self.check("powr(x, y)", [x, y], wide**other, bound)
        n = np.random.default_rng(3).integers(1, 6, COUNT).astype(np.int32)
        n[::2] *= -1
        power, root = (3 + np.abs(np.log2(wide) * each) * 4 for each in (n, 1 / n))
        for option in RELAXED:
            got = run("out[g] = pown(x, y);", [x, n], options=(option,))
            self.assertTrue(np.all(ulps(got, wide**n) <= power), option)
            got = run("out[g] = pown(-x, y);", [x, n], options=(option,))
            self.assertTrue(np.all(ulps(got, (-wide)**n) <= power), option)
            got = run("out[g] = rootn(x, y);", [x, n], options=(option,))
            self.assertTrue(np.all(ulps(got, wide**(1 / n)) <= root), option)

    def test_special_values_without_finite_math(self):
        x = np.array([0, -0.0, np.inf, -np.inf, np.nan, 1, -8, 0], np.float32)
        y = np.array([2, -3, -1, 3, 0, np.nan, 0.5, -1], np.float32)
        got = run("out[g] = pow(x, y);", [x, y], options=RELAXED[:1])
        np.testing.assert_array_equal(got, np.array([0, -np.inf, 0, -np.inf, 1, 1, np.nan, np.inf], np.float32))
        got = run("out[g] = sin(x);", [x], options=RELAXED[:1])
        np.testing.assert_array_equal(got[:5], np.array([0, -0.0, np.nan, np.nan, np.nan], np.float32))


class Options(unittest.TestCase):
    def test_single_precision_constants(self):
        """A product with 0.1 is one of floats, not a rounded one of doubles."""
        x = uniform(-1, 1)
        body = "out[g] = x * 0.1;"
        np.testing.assert_array_equal(run(body, [x]), (x.astype(np.float64) * 0.1).astype(np.float32))
        got = run(body, [x], options=("-cl-single-precision-constant",))
        np.testing.assert_array_equal(got, x * np.float32(0.1))

    def test_correctly_rounded_quotients_and_roots(self):
        x, y = magnitudes(-60, 60), magnitudes(-60, 60, 2)
        option = ("-cl-fp32-correctly-rounded-divide-sqrt",)
        np.testing.assert_array_equal(run("out[g] = x / y;", [x, y], options=option), x / y)
        np.testing.assert_array_equal(run("out[g] = sqrt(x);", [x], options=option), np.sqrt(x))

    def test_fused_or_not(self):
        """-cl-mad-enable may fuse over statements; nothing else may come out."""
        x, y = uniform(-1, 1), uniform(-1, 1, 2)
        z = -(x * y)
        exact = (x.astype(np.float64) * y + z).astype(np.float32)
        body = "float t = x * y; out[g] = t + z;"
        self.assertTrue(np.all(run(body, [x, y, z]) == 0))
        got = run(body, [x, y, z], options=("-cl-mad-enable",))
        self.assertTrue(np.all((got == 0) | (got == exact)))
        mad = run("out[g] = mad(x, y, z);", [x, y, z], options=("-cl-mad-enable",))
        self.assertTrue(np.all((mad == 0) | (mad == exact)))

    def test_denormal_numbers(self):
        x = (np.arange(1, 65) * 2.0**-140).astype(np.float32)
        for body, wanted in (("out[g] = x * 1.5f;", x * np.float32(1.5)),
                             ("out[g] = x + x;", x + x), ("out[g] = fmax(x, 0.0f);", x)):
            np.testing.assert_array_equal(run(body, [x]), wanted)
            got = run(body, [x], options=("-cl-denorms-are-zero",))
            self.assertTrue(np.all((got == 0) | (got == wanted)), body)

    def test_denormal_numbers_are_zero_on_x86(self):
        """Where the processor has a mode for it."""
        x = (np.arange(1, 65) * 2.0**-140).astype(np.float32)
        flushed = run("out[g] = x * 1.5f;", [x], options=("-cl-denorms-are-zero",))
        if "riscv" in DEVICE.name.lower() or not np.any(flushed == 0):
            self.skipTest("the device has no such mode")
        self.assertTrue(np.all(flushed == 0))
        for call, wanted in (("log(x)", -np.inf), ("rsqrt(x)", np.inf), ("exp(x)", 1), ("sqrt(x)", 0)):
            got = run(f"out[g] = {call};", [x], options=("-cl-denorms-are-zero",))
            right = getattr(np, call[:-3])(x) if call[:-3] in ("log", "sqrt") else 1 / np.sqrt(x)
            near = np.abs(got - right) <= 4 * np.spacing(np.abs(right))
            self.assertTrue(np.all((got == wanted) | near), (call, got))

    def test_small_normal_numbers_beside_flushed_ones(self):
        """Numbers on the way to a normal result are not flushed."""
        x = magnitudes(-125.9, -60)
        wide = x.astype(np.float64)
        pi_times = np.pi * wide
        for call, wanted, bound in (("cbrt(x)", np.cbrt(wide), 2), ("expm1(x)", wide, 3), ("sinh(x)", wide, 4),
                                    ("tanh(x)", wide, 5), ("sinpi(x)", pi_times, 4), ("tanpi(x)", pi_times, 6),
                                    ("asinpi(4*x)", 4 * wide / np.pi, 5), ("atanpi(4*x)", 4 * wide / np.pi, 5),
                                    ("fmod(1.0f,x)", np.fmod(1.0, wide), 0)):
            got = run(f"out[g] = {call};", [x], options=("-cl-denorms-are-zero",))
            flushed = (got == 0) & (np.abs(wanted) < 2.0**-126)
            worst = np.max(np.where(flushed, 0, ulps(got, wanted)))
            self.assertLessEqual(worst, bound, call)

    def test_promises_keep_results_of_finite_numbers(self):
        """Bit by bit, where neither denormal numbers nor infinities nor NaNs are involved."""
        for dtype, kind in ((np.float32, "float"), (np.float64, "double")):
            x, y = (uniform(-20, 20, seed, 1024).astype(dtype) for seed in (1, 2))
            x[:4] = 0, 1, -1, 2
            lines = "\n  ".join(f"{{ {kind} w = 0; int e = 0; const {kind} r = {call}; out[{i * len(x)} + g] = r + w + e; }}"
                                for i, call in enumerate(OF_FINITE))
            source = (f"kernel void k(const global {kind} *xs, const global {kind} *ys, global {kind} *out) {{\n"
                      f"  const size_t g = get_global_id(0); const {kind} x = xs[g], y = ys[g], a = fabs(x) + ({kind})0.25;\n"
                      f"  {lines}\n}}\n")

            def results(*options):
                program = DEVICE.build(source, options)
                out = DEVICE.upload(np.zeros(len(OF_FINITE) * len(x), dtype))
                DEVICE.run(program.k, len(x), DEVICE.upload(x), DEVICE.upload(y), out)
                return DEVICE.download(out, dtype).reshape(len(OF_FINITE), len(x))

            wanted = results()
            self.assertTrue(np.all(np.isfinite(wanted)))
            for options in (["-cl-finite-math-only"], ["-cl-denorms-are-zero"],
                            ["-cl-finite-math-only", "-cl-denorms-are-zero"]):
                for call, right, row in zip(OF_FINITE, wanted, results(*options)):
                    np.testing.assert_array_equal(row, right, f"{call} of {kind}, {options}")

    def test_all_options_keep_ordinary_results(self):
        x = magnitudes(-10, 10)
        wanted = np.sqrt(x) * np.float32(3)
        for option in ("-cl-opt-disable", "-cl-mad-enable", "-cl-no-signed-zeros", "-cl-finite-math-only",
                       "-cl-denorms-are-zero", "-cl-single-precision-constant", *RELAXED):
            got = run("out[g] = sqrt(x) * 3.0f;", [x], options=(option,))
            self.assertLessEqual(np.max(ulps(got, wanted.astype(np.float64))), 4, option)


if __name__ == "__main__":
    unittest.main()
