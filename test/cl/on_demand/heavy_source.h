// A program whose code takes long to generate, for tests of code on demand.
#pragma once

#include <string>

/// Returns `kernels` kernels k0, k1 and so on, each with twice as many barriers as `barriers`.
inline std::string heavySource(int kernels, int barriers) {
  std::string source;
  for (int i = 0; i < kernels; ++i) {
    source += "kernel void k" + std::to_string(i) +
              "(global float *p, local float *t) {\n  size_t l = get_local_id(0);\n  float v = "
              "p[get_global_id(0)];\n";
    for (int barrier = 0; barrier < barriers; ++barrier) {
      source += "  t[l] = sin(v) + pow(v, " + std::to_string(barrier + i) +
                ".5f);\n  barrier(CLK_LOCAL_MEM_FENCE);\n  v += t[l ^ 1];\n"
                "  barrier(CLK_LOCAL_MEM_FENCE);\n";
    }
    source += "  p[get_global_id(0)] = v;\n}\n";
  }
  return source;
}
