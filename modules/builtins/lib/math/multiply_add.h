// fma rounds once; mad rounds once or twice, as is quicker on the target.
BUILTIN F fma(F a, F b, F c) { return __builtin_elementwise_fma(a, b, c); }
BUILTIN F mad(F a, F b, F c) {
#pragma OPENCL FP_CONTRACT ON
  return a * b + c;
}
