"""The oracle's arithmetic at its edges: cases with an error in plain Python."""
import math
import sys
import unittest
from fractions import Fraction

from semantics import FLOAT_BUILTINS, fraction_to, to_float, to_integer

MOST = {"float": float.fromhex("0x1.fffffep127"), "double": sys.float_info.max}
LEAST = {"float": 2.0 ** -149, "double": 5e-324}


class Edges(unittest.TestCase):
    def test_numbers_beyond_every_float_are_infinite_or_the_largest(self):
        for t, most in MOST.items():
            for sign in (1, -1):
                huge = sign * Fraction(2) ** 5000
                up, down = ("rtp", "rtn") if sign > 0 else ("rtn", "rtp")
                for rounding in ("rte", up):
                    self.assertEqual(fraction_to(t, huge, rounding), sign * math.inf)
                for rounding in ("rtz", down):
                    self.assertEqual(fraction_to(t, huge, rounding), sign * most)

    def test_numbers_below_every_float_keep_their_sign(self):
        for t, least in LEAST.items():
            for sign in (1, -1):
                tiny = sign * Fraction(1, 2 ** 5000)
                away = "rtp" if sign > 0 else "rtn"
                self.assertEqual(fraction_to(t, tiny, away), sign * least)
                for rounding in {"rte", "rtz", "rtp", "rtn"} - {away}:
                    result = fraction_to(t, tiny, rounding)
                    self.assertEqual((result, math.copysign(1, result)), (0.0, sign))

    def test_fma_overflows(self):
        fma = FLOAT_BUILTINS["fma"][1]
        for t, most in MOST.items():
            self.assertEqual(fma(t, most, most, 1.0), math.inf)
            self.assertEqual(fma(t, most, -most, most), -math.inf)
            self.assertEqual(fma(t, most, 2.0, -most), most)

    def test_conversions(self):
        self.assertEqual(to_float("float", 2.0 ** 200, "rtz"), MOST["float"])
        self.assertEqual(to_float("float", -2.0 ** 200, "rtn"), -math.inf)
        self.assertEqual(to_float("float", -math.inf, "rtz"), -math.inf)
        self.assertEqual(to_integer("long", 1e300), 2 ** 63 - 1)
        self.assertEqual(to_integer("int", math.nan), 0)


if __name__ == "__main__":
    unittest.main()
