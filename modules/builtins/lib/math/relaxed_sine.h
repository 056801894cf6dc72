// sin and cos under -cl-unsafe-math-optimizations: absolute errors of at most 2^-11 for |x| <= pi.
BUILTIN F __relaxed_sin(F x) { return flipSign(sinNative(absolute(x), 0.0f), signOf(x)); }
BUILTIN F __relaxed_cos(F x) { return sinNative(absolute(x), 0.5f); }
