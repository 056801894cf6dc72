#!/usr/bin/env python3
"""Makes lib/math/polynomials.h: near-minimax polynomials for the kernels of the math functions,
by interpolation at Chebyshev nodes, or, where a coefficient more costs most, by Remez's
exchange. Needs mpmath; not part of the build. Run it after a change here and commit the result.
It prints each fit's largest error, relative to the kernel's function. With names
(SINH, FLOAT_SINH, ...) as arguments it prints these polynomials instead."""
import os
import struct
import sys

from mpmath import (asin, atan, atanh, cos, cosh, erf, erfc, exp, expm1, log, log1p, loggamma,
                    lu_solve, matrix, mp, mpf, pi, polyval, sin, sinh, sqrt, tan, tanh)

mp.prec = 400


def chebyshev_fit(function, low, high, count):
    """Coefficients c[0..count-1] in the powers of x."""
    low, high = mpf(low), mpf(high)
    nodes = [(low + high) / 2 + (high - low) / 2 * cos((2 * i + 1) * pi / (2 * count))
             for i in range(count)]
    values = [function(x) for x in nodes]
    # Newton's divided differences, then expansion into powers.
    table = list(values)
    for level in range(1, count):
        for i in range(count - 1, level - 1, -1):
            table[i] = (table[i] - table[i - 1]) / (nodes[i] - nodes[i - level])
    powers = [mpf(0)] * count
    for i in range(count - 1, -1, -1):
        shifted = [mpf(0)] + powers[:-1]
        powers = [s - nodes[i] * p for s, p in zip(shifted, powers)]
        powers[0] += table[i]
    return powers


def remez_fit(function, weight, low, high, count):
    """The coefficients with the least maximum of |weight * error|."""
    low, high = mpf(low), mpf(high)
    grid = [low + (high - low) * (1 - cos(pi * (i + mpf(1) / 2) / 1200)) / 2 for i in range(1200)]
    wanted = [(x, function(x), weight(x)) for x in grid]
    chosen = [round((1 - cos(pi * i / count)) / 2 * 1199) for i in range(count + 1)]
    for _ in range(12):
        rows, right = matrix(count + 1), matrix(count + 1, 1)
        for i, at in enumerate(chosen):
            x, value, scale = wanted[at]
            for j in range(count):
                rows[i, j] = x**j
            rows[i, count] = (-1)**i / scale
            right[i] = value
        solution = list(lu_solve(rows, right))
        powers = solution[:count]
        errors = [(polyval(powers[::-1], x) - value) * scale for x, value, scale in wanted]
        # The largest error of each interval with one sign.
        peaks = [0]
        for i in range(1, len(errors)):
            if (errors[i] > 0) != (errors[peaks[-1]] > 0):
                peaks.append(i)
            elif abs(errors[i]) > abs(errors[peaks[-1]]):
                peaks[-1] = i
        while len(peaks) > count + 1:
            peaks.pop(0 if abs(errors[peaks[0]]) < abs(errors[peaks[-1]]) else -1)
        if len(peaks) < count + 1 or peaks == chosen:
            break
        chosen = peaks
    return powers


def rounded_fit(function, weight, low, high, count, rounding):
    """remez_fit; from 0 on, the others make up for the rounding of the first three coefficients.
    (Long ones do not converge well enough.)"""
    first = []
    if mpf(low) < 0 or count > 16:
        return remez_fit(function, weight, low, high, count)
    for i in range(min(3, count - 1)):
        c = mpf(rounding(remez_fit(function, weight, low, high, count - i)[0]))
        first.append(c)
        function = lambda x, f=function, c=c: (f(x) - c) / x
        weight = lambda x, w=weight: w(x) * x
    return first + remez_fit(function, weight, low, high, count - len(first))


def rational_fit(function, low, high, count, below):
    """Coefficients of a numerator, `count`, and of a denominator with the constant 1 and `below`
    more, by interpolation at Chebyshev nodes."""
    low, high, size = mpf(low), mpf(high), count + below
    rows, right = matrix(size, size), matrix(size, 1)
    for i in range(size):
        x = (low + high) / 2 + (high - low) / 2 * cos((2 * i + 1) * pi / (2 * size))
        for j in range(count):
            rows[i, j] = x**j
        for j in range(below):
            rows[i, count + j] = -function(x) * x**(j + 1)
        right[i] = function(x)
    solution = list(lu_solve(rows, right))
    return solution[:count], [mpf(1)] + solution[count:]


def largest_error(coefficients, function, weight, low, high):
    low, high = mpf(low), mpf(high)
    worst = mpf(0)
    for i in range(401):
        x = low + (high - low) * (i + mpf(1) / 3) / 401
        error = (polyval(coefficients[::-1], x) - function(x)) * weight(x)
        worst = max(worst, abs(error))
    return worst


def hexadecimal(value):
    """The nearest double as a hexadecimal constant."""
    return float(value).hex()


def horner(coefficients, x="x"):
    text = f"K({hexadecimal(coefficients[-1])})"
    for c in reversed(coefficients[:-1]):
        text = f"MA({x}, {text}, K({hexadecimal(c)}))"
    return text


def halves(coefficients):
    """Even and odd powers by themselves: an operation more, in half the latency."""
    return f"MA(x, {horner(coefficients[1::2], 'x * x')}, {horner(coefficients[::2], 'x * x')})"


def nearest_float(value):
    return struct.unpack("f", struct.pack("f", float(value)))[0]


def stirling(z):
    """x^3 * (log gamma(x) - Stirling's formula - 1 / 12x) for z = 1/x^2."""
    x = 1 / sqrt(z)
    return ((loggamma(x) - ((x - mpf(1) / 2) * log(x) - x + log(2 * pi) / 2)) * x - mpf(1) / 12) / z


def scaled_erfc(t):
    """(1 + 9x/8) exp(x^2) erfc(x) for t = (x - 4) / (x + 4)."""
    x = 4 * (1 + t) / (1 - t)
    return (1 + 9 * x / 8) * exp(x * x) * erfc(x)


def erf_logarithm(u):
    """log(1 - erf(x)) / x for u = x / (x + 6), and the weight of an error in it."""
    x = 6 * u / (1 - u)
    return log(erfc(x)) / x


def erf_logarithm_weight(u):
    x = 6 * u / (1 - u)
    return erfc(x) * x / erf(x)


quarter = (pi / 4) ** 2 + mpf("0.002")
log_end = mpf("0.02950")
half_turn = (pi / 2 + mpf("0.02"))**2


# How much, in bits of the type.
FLOAT_BITS, DOUBLE_BITS = mpf("26.5"), mpf("55")


def sine(x):
    """(sin(r) - r) / r^3 for x = r^2."""
    return (sin(sqrt(x)) - sqrt(x)) / sqrt(x)**3


def lowered(function, end, bits):
    """(f(r) - f'(0) r) / r^3 made a little smaller towards the end: by 2^-bits of f there, so
    roundings do not bring a sine above 1."""
    factor = lambda x: 1 - mpf(2)**-bits * (x / end)**4
    return lambda x: function(x) - (1 - factor(x)) / sqrt(x)**3


def sine_weight(x):
    return sqrt(x)**3 / sin(sqrt(x))


def sine_pi(x):
    return (sin(pi * sqrt(x)) - pi * sqrt(x)) / sqrt(x)**3


lowered_sine_pi = lowered(sine_pi, mpf("0.25"), FLOAT_BITS)


def odd_tail(function):
    """(f(r) - r) / r^3 for x = r^2, and the weight of an error in it."""
    return (lambda x: (function(sqrt(x)) - sqrt(x)) / sqrt(x)**3,
            lambda x: sqrt(x)**3 / function(sqrt(x)))


def float_erfc(t):
    """(1 + 2x) exp(x^2) erfc(x) for t = (x - 2) / (x + 2)."""
    x = 2 * (1 + t) / (1 - t)
    return (1 + 2 * x) * exp(x * x) * erfc(x)


# Fits for arithmetic in float, in the form of FITS below.
FLOAT_FITS = [
    ("EXP", "(e^x - 1 - x) / x^2", lambda x: (expm1(x) - x) / x**2, lambda x: x * x / exp(x),
     "-0.3467", "0.3467", 5),
    ("EXP2", "(2^x - 1) / x", lambda x: expm1(x * log(2)) / x, lambda x: x / exp(x * log(2)),
     "-0.5001", "0.5001", 6),
    ("EXP10", "(10^x - 1) / x", lambda x: expm1(x * log(10)) / x, lambda x: x / exp(x * log(10)),
     "-0.1506", "0.1506", 6),
    ("LOG", "(log(1 + x) - x + x^2/2) / x^3", lambda x: (log1p(x) - x + x * x / 2) / x**3,
     lambda x: x**3 / log1p(x), mpf(2) / 3 - 1, mpf(1) / 3, 8),
    ("SIN_TURN", "(sin(r) - r) / r^3, x = r^2, |r| <= pi/2", lowered(sine, (pi / 2)**2, FLOAT_BITS), sine_weight,
     "1e-9", half_turn, 5),
    ("SIN", "(sin(r) - r) / r^3, x = r^2, |r| <= pi/4", sine, sine_weight, "1e-9", quarter, 3),
    ("COS", "(cos(r) - 1 + r^2/2) / r^4, x = r^2, |r| <= pi/4",
     lambda x: (cos(sqrt(x)) - 1 + x / 2) / x**2, lambda x: x * x / cos(sqrt(x)), "1e-9", quarter, 3),
    ("TAN", "(tan(r) - r) / r^3, x = r^2, |r| <= pi/4", *odd_tail(tan), "1e-9", quarter, 7),
    ("LOG2_NATIVE", "log2(1 + x) / x", lambda x: log1p(x) / log(2) / x,
     lambda x: x / log1p(x), mpf(2) / 3 - 1, mpf(1) / 3, 9),
    ("SIN_NATIVE", "(sin(r) - r) / r^3, x = r^2, |r| <= pi/2", sine, sine_weight, "1e-9", half_turn, 4),
    ("SINPI", "sin(pi r) / r - 2, x = r^2, |r| <= 1/2", lambda x: lowered_sine_pi(x) * x + pi - 2,
     lambda x: sqrt(x) / sin(pi * sqrt(x)), "1e-9", "0.25", 6),
    ("LOG2", "(log2(1 + x) - x / log 2) / x^2", lambda x: (log1p(x) - x) / log(2) / x**2,
     lambda x: abs(x * x / log1p(x)) * log(2), mpf(2) / 3 - 1, mpf(1) / 3, 9),
    ("LOG10", "(log10(1 + x) - x / log 10) / x^2", lambda x: (log1p(x) - x) / log(10) / x**2,
     lambda x: abs(x * x / log1p(x)) * log(10), mpf(2) / 3 - 1, mpf(1) / 3, 9),
    ("POW_LOG", "(log2(1 + x) - (x - x^2/2 + x^3/3 - x^4/4) / log 2) / x^5",
     lambda x: (log1p(x) - x + x**2 / 2 - x**3 / 3 + x**4 / 4) / log(2) / x**5,
     lambda x: x**5 / log1p(x) * log(2), mpf(2) / 3 - 1, mpf(1) / 3, 9),
    ("ATANH", "(atanh(r) - r) / r^3, x = r^2, |r| <= 1/4", *odd_tail(atanh), "1e-9", "0.0626", 3),
    ("ASINH", "(2 atanh(r) - 2r) / r^3, x = r^2, |r| <= 0.48",
     lambda x: 2 * (atanh(sqrt(x)) - sqrt(x)) / sqrt(x)**3, lambda x: sqrt(x)**3 / atanh(sqrt(x)) / 2,
     "1e-9", "0.2300", 6),
    ("TANH", "(tanh(r) - r) / r^3, x = r^2, |r| <= 0.55", *odd_tail(tanh), "1e-9", "0.3030", 5),
    ("ATAN", "(atan(r) - r) / r^3, x = r^2, |r| <= 1", *odd_tail(atan), "1e-9", 1, 8),
    ("ASIN", "(asin(r) - r) / r^3, x = r^2, |r| <= 1/2", *odd_tail(asin), "1e-9", "0.2501", 5),
    ("SINH", "(sinh(r) - r) / r^3, x = r^2, |r| <= log(2) / 2", *odd_tail(sinh), "1e-9", "0.1203", 2),
    ("COSH", "(cosh(r) - 1 - r^2/2) / r^4, x = r^2, |r| <= log(2) / 2",
     lambda x: (cosh(sqrt(x)) - 1 - x / 2) / x**2, lambda x: x**2 / cosh(sqrt(x)), "1e-9", "0.1203", 2),
    ("ERF", "erf(r) / r - 1, x = r^2, |r| <= 1", lambda x: erf(sqrt(x)) / sqrt(x) - 1,
     lambda x: sqrt(x) / erf(sqrt(x)), "1e-9", "1.001", 7),
    ("ERF_TAIL", "-log2(1 - erf(x)), 1 <= x <= 4", lambda x: -log(erfc(x)) / log(2),
     lambda x: erfc(x) * log(2) / erf(x), "0.999", "4.01", 7),
    ("ERFC", "(1 + 2r) e^(r^2) erfc(r) - 1, x = (r - 2) / (r + 2)", lambda x: float_erfc(x) - 1,
     lambda x: 1 / float_erfc(x), "-0.43", "0.68", 10),
]

# The members of FITS made like the ones in float.
EXCHANGED = ("LOG_SHORT", "ATANH", "TAN", "ATAN", "SIN_TURN", "EXP2", "EXP10", "SINH", "COSH",
             "ERF_LOG", "ERFC", "STIRLING")

# The fits at the start of long dependent chains. Their arguments are names.
IN_HALVES = ("ERF_LOG", "ERFC")

# name, argument (for the comment), function of x, weight of an error, interval, coefficients
FITS = [
    ("EXP_DOUBLE", "(e^x - 1 - x) / x^2", lambda x: (expm1(x) - x) / x**2, lambda x: x * x,
     "-0.35", "0.35", 10),
    ("LOG_DOUBLE", "((2 atanh(s) - 2s) / s^3 - 2/3) / x, x = s^2",
     lambda x: ((2 * atanh(sqrt(x)) - 2 * sqrt(x)) / sqrt(x)**3 - mpf(2) / 3) / x,
     lambda x: x * x / 2, "0", log_end, 8),
    ("LOG_SHORT", "(2 atanh(s) - 2s) / s^3, x = s^2",
     lambda x: (2 * atanh(sqrt(x)) - 2 * sqrt(x)) / sqrt(x)**3, lambda x: x / 2, "1e-9", log_end, 7),
    ("ATANH", "(atanh(s) - s) / s^3, x = s^2", *odd_tail(atanh), "1e-9", "0.042", 7),
    ("SIN_DOUBLE", "(sin(r) - r) / r^3, x = r^2",
     lambda x: (sin(sqrt(x)) - sqrt(x)) / sqrt(x)**3, lambda x: x, "0", quarter, 7),
    ("COS_DOUBLE", "(cos(r) - 1 + r^2/2) / r^4, x = r^2",
     lambda x: (cos(sqrt(x)) - 1 + x / 2) / x**2, lambda x: x * x, "0", quarter, 6),
    ("TAN", "(tan(r) - r) / r^3, x = r^2, |r| <= pi/4", *odd_tail(tan), "1e-9", quarter, 14),
    ("SIN_TURN", "(sin(r) - r) / r^3, x = r^2, |r| <= pi/2", lowered(sine, (pi / 2)**2, DOUBLE_BITS),
     sine_weight, "1e-9",
     (pi / 2 + mpf("0.001"))**2, 9),
    ("ATAN", "(atan(r) - r) / r^3, x = r^2, |r| <= 1", *odd_tail(atan), "1e-9", 1, 20),
    ("ASIN_DOUBLE", "(asin(r) - r) / r^3, x = r^2",
     lambda x: (asin(sqrt(x)) - sqrt(x)) / sqrt(x)**3, lambda x: x, "0", "0.2501", 14),
    ("EXP2", "(2^x - 1) / x", lambda x: expm1(x * log(2)) / x, lambda x: x / exp(x * log(2)),
     "-0.5001", "0.5001", 11),
    ("EXP10", "(10^x - 1) / x", lambda x: expm1(x * log(10)) / x, lambda x: x / exp(x * log(10)),
     "-0.1506", "0.1506", 11),
    ("LOG2", "2 atanh(s) / (s log 2), x = s^2", lambda x: 2 * atanh(sqrt(x)) / sqrt(x) / log(2),
     lambda x: sqrt(x) / atanh(sqrt(x)) * log(2) / 2, "1e-9", log_end, 8),
    ("LOG10", "2 atanh(s) / (s log 10), x = s^2", lambda x: 2 * atanh(sqrt(x)) / sqrt(x) / log(10),
     lambda x: sqrt(x) / atanh(sqrt(x)) * log(10) / 2, "1e-9", log_end, 8),
    ("SINH", "(sinh(r) - r) / r^3, x = r^2, |r| <= log(2) / 2", *odd_tail(sinh), "1e-9", "0.1203", 5),
    ("COSH", "(cosh(r) - 1 - r^2/2) / r^4, x = r^2, |r| <= log(2) / 2",
     lambda x: (cosh(sqrt(x)) - 1 - x / 2) / x**2, lambda x: x**2 / cosh(sqrt(x)), "1e-9", "0.1203", 4),
    ("ERF_LOG", "log(1 - erf(r)) / r, 0 <= r <= 6, x = r / (r + 6)", erf_logarithm, erf_logarithm_weight,
     "1e-9", "0.5", 18),
    ("ERFC", "(1 + 9r/8) e^(r^2) erfc(r), x = (r - 4) / (r + 4)", scaled_erfc,
     lambda x: 1 / scaled_erfc(x), "-0.9999999", "0.7445", 22),
    ("STIRLING", "r^3 (log gamma(r) - ((r - 1/2) log r - r + log(2 pi)/2 + 1 / 12r)), x = 1/r^2", stirling,
     lambda x: sqrt(x)**3, "1e-5", "0.1112", 12),
]


def write_fit(file, name, text, coefficients, rounding, fit):
    function, weight, low, high = fit
    rounded = [mpf(rounding(c)) for c in coefficients]
    error = largest_error(rounded, function, weight, low, high)
    print(f"{name:12} 2^{float(log(error, 2)):.1f}")
    form = halves if name in IN_HALVES else horner
    file.write(f"// {text}\n#define POLY_{name}(x) \\\n  {form(rounded)}\n\n")


def write_rational(file, name, text, rounding, function, low, high, count, below):
    parts = rational_fit(function, low, high, count, below)
    for part, coefficients in zip(("NUMERATOR", "DENOMINATOR"), parts):
        file.write(f"// {text}: the {part.lower()}\n#define POLY_{name}_{part}(x) \\\n"
                   f"  {horner([mpf(rounding(c)) for c in coefficients])}\n\n")


def write_fits(file, wanted):
    tangent, _ = odd_tail(tan)
    for name, rounding, count, below in (("TAN", float, 3, 4),):
        if wanted(name):
            write_rational(file, name, "(tan(r) - r) / r^3, x = r^2, |r| <= pi/4", rounding, tangent,
                           "1e-9", quarter, count, below)
    for name, text, *fit, count in FITS:
        if wanted(name):
            function, _, low, high = fit
            coefficients = (rounded_fit(*fit, count, float) if name in EXCHANGED else
                            chebyshev_fit(function, low, high, count))
            write_fit(file, name, text, coefficients, float, fit)
    for name, text, *fit, count in FLOAT_FITS:
        if wanted("FLOAT_" + name):
            write_fit(file, "FLOAT_" + name, text, rounded_fit(*fit, count, nearest_float), nearest_float, fit)


def main():
    only = sys.argv[1:]
    if only:
        write_fits(sys.stdout, lambda name: name in only)
        return
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "../lib/math/polynomials.h"), "w") as file:
        file.write("// Generated by tools/fit_polynomials.py: do not edit.\n"
                   "// MA(a, b, c) is a * b + c, K(c) a constant (math.h). POLY_FLOAT_… are for\n"
                   "// arithmetic in float.\n// clang-format off\n"
                   "#pragma once\n\n")
        write_fits(file, lambda name: True)


main()
