// Powers and roots under -cl-unsafe-math-optimizations: exp2(y * log2(x)), with logarithms and
// exponentials of full precision, and the special values of the full functions.
HELPER F relaxedPower(F x, F y) { return exp2Float(y * log2Float(absolute(x))); }

BUILTIN F __relaxed_pow(F x, F y) { return powResult(x, y, relaxedPower(x, y)); }
BUILTIN F __relaxed_powr(F x, F y) { return powrResult(x, y, relaxedPower(x, y)); }
BUILTIN F __relaxed_pown(F x, I32 n) {
  const F y = TO_F(n);
  return pownResult(x, y, (n & (I)1) != (I)0, relaxedPower(x, y));
}
BUILTIN F __relaxed_rootn(F x, I32 n) {
  const F y = TO_F(n), r = exp2Float(log2Float(absolute(x)) / y);
  return rootResult(x, y, (n & (I)1) != (I)0, r);
}
