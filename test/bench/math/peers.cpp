#include "peers.h"

#include <dlfcn.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace math_bench {

namespace {

void *symbol(const char *library, const std::string &name) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  return handle ? dlsym(handle, name.c_str()) : nullptr;
}

template <typename T, bool isBinary>
void applyScalar(void *function, size_t count, const void *x, const void *y, void *out) {
  const auto *left = static_cast<const T *>(x), *right = static_cast<const T *>(y);
  auto *to = static_cast<T *>(out);
  for (size_t i = 0; i < count; ++i) {
    if constexpr (isBinary) {
      to[i] = reinterpret_cast<T (*)(T, T)>(function)(left[i], right[i]);
    } else {
      to[i] = reinterpret_cast<T (*)(T)>(function)(left[i]);
    }
  }
}

#if defined(__x86_64__)

// A function for one kind of vector; a template could not take its target attribute.
#define DEFINE_APPLY(name, Vector, Element, target_)                                            \
  template <bool isBinary>                                                                      \
  __attribute__((target(target_))) void name(void *function, size_t count, const void *x,       \
                                             const void *y, void *out) {                        \
    const auto *left = static_cast<const Vector *>(x), *right = static_cast<const Vector *>(y); \
    auto *to = static_cast<Vector *>(out);                                                      \
    for (size_t i = 0; i < count * sizeof(Element) / sizeof(Vector); ++i) {                     \
      if constexpr (isBinary)                                                                   \
        to[i] = reinterpret_cast<Vector (*)(Vector, Vector)>(function)(left[i], right[i]);      \
      else                                                                                      \
        to[i] = reinterpret_cast<Vector (*)(Vector)>(function)(left[i]);                        \
    }                                                                                           \
  }
DEFINE_APPLY(applyWideFloat, __m512, float, "avx512f")
DEFINE_APPLY(applyWideDouble, __m512d, double, "avx512f")
DEFINE_APPLY(applyFloat, __m256, float, "avx2")
DEFINE_APPLY(applyDouble, __m256d, double, "avx2")
#undef DEFINE_APPLY

bool isWide() {
  return __builtin_cpu_supports("avx512f");
}
bool isVector() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

template <bool isBinary>
auto vectorApply(bool isDouble) {
  if (isWide()) {
    return isDouble ? &applyWideDouble<isBinary> : &applyWideFloat<isBinary>;
  }
  return isDouble ? &applyDouble<isBinary> : &applyFloat<isBinary>;
}

#endif

}  // namespace

#if defined(__x86_64__)

Peer Peer::libmvec(std::string_view name, bool isDouble, bool isBinary) {
  if (!isVector()) {
    return {nullptr, nullptr};
  }
  const int lanes = (isWide() ? 8 : 4) * (isDouble ? 1 : 2);
  const std::string full = std::string("_ZGV") + (isWide() ? "e" : "d") + "N" +
                           std::to_string(lanes) + (isBinary ? "vv_" : "v_") + std::string(name) +
                           (isDouble ? "" : "f");
  return {symbol("libmvec.so.1", full),
          isBinary ? vectorApply<true>(isDouble) : vectorApply<false>(isDouble)};
}

Peer Peer::sleef(std::string_view name, bool isDouble, bool isBinary) {
  if (!isVector()) {
    return {nullptr, nullptr};
  }
  const int lanes = (isWide() ? 8 : 4) * (isDouble ? 1 : 2);
  void *function = nullptr;
  for (const char *accuracy : {"_u10", "_u05", "_u15", "_"}) {
    const std::string full = "Sleef_" + std::string(name) + (isDouble ? "d" : "f") +
                             std::to_string(lanes) + accuracy + (isWide() ? "avx512f" : "avx2");
    function = function ? function : symbol("libsleef.so.3", full);
  }
  return {function, isBinary ? vectorApply<true>(isDouble) : vectorApply<false>(isDouble)};
}

#else

Peer Peer::libmvec(std::string_view, bool, bool) {
  return {nullptr, nullptr};
}
Peer Peer::sleef(std::string_view, bool, bool) {
  return {nullptr, nullptr};
}

#endif

Peer Peer::libm(std::string_view name, bool isDouble, bool isBinary) {
  void *function = symbol("libm.so.6", std::string(name) + (isDouble ? "" : "f"));
  if (isBinary) {
    return {function, isDouble ? &applyScalar<double, true> : &applyScalar<float, true>};
  }
  return {function, isDouble ? &applyScalar<double, false> : &applyScalar<float, false>};
}

}  // namespace math_bench
