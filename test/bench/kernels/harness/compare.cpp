#include "compare.h"

#include <cmath>
#include <cstdio>
#include <cstring>

namespace bench {

namespace {

template <typename T>
double load(const std::byte *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return static_cast<double>(value);
}

struct Type {
  size_t size;
  double (*load)(const std::byte *);
};

Type typeOf(Element element) {
  switch (element) {
    case Element::I8:
      return {1, load<int8_t>};
    case Element::U8:
      return {1, load<uint8_t>};
    case Element::I16:
      return {2, load<int16_t>};
    case Element::U16:
      return {2, load<uint16_t>};
    case Element::I32:
      return {4, load<int32_t>};
    case Element::U32:
      return {4, load<uint32_t>};
    case Element::I64:
      return {8, load<int64_t>};
    case Element::U64:
      return {8, load<uint64_t>};
    case Element::F32:
      return {4, load<float>};
    case Element::F64:
      return {8, load<double>};
  }
  return {};
}

double rootMeanSquare(const Storage &array, Type type) {
  double sum = 0;
  size_t count = array.bytes.size() / type.size;
  for (size_t i = 0; i < count; ++i) {
    double value = type.load(array.bytes.data() + i * type.size);
    sum += value * value;
  }
  return count ? std::sqrt(sum / static_cast<double>(count)) : 0;
}

std::string compareArray(const Storage &expected, const Storage &actual, Tolerance tolerance) {
  Type type = typeOf(expected.element);
  size_t count = expected.bytes.size() / type.size;
  double scale = tolerance.relative > 0 ? rootMeanSquare(expected, type) : 0;
  size_t wrong = 0, first = 0;
  for (size_t i = 0; i < count; ++i) {
    const std::byte *e = expected.bytes.data() + i * type.size;
    const std::byte *a = actual.bytes.data() + i * type.size;
    double want = type.load(e), have = type.load(a);
    bool same = std::memcmp(e, a, type.size) == 0 && !std::isnan(want);
    bool close = tolerance.relative > 0 &&
                 std::abs(want - have) <= tolerance.relative * std::max(std::abs(want), scale);
    if (!same && !close && wrong++ == 0) {
      first = i;
    }
  }
  if (static_cast<double>(wrong) <= tolerance.outliers * static_cast<double>(count)) {
    return {};
  }
  char text[200];
  std::snprintf(text, sizeof text, "%zu of %zu elements are wrong; element %zu is %.9g, not %.9g",
                wrong, count, first, type.load(actual.bytes.data() + first * type.size),
                type.load(expected.bytes.data() + first * type.size));
  return text;
}

bool isResult(const Storage &array) {
  return array.role == Role::Output || array.role == Role::InOut;
}

std::vector<std::vector<std::byte>> results(const Benchmark &benchmark) {
  std::vector<std::vector<std::byte>> all;
  for (const auto &array : benchmark.arrays()) {
    if (isResult(*array)) {
      all.emplace_back(array->bytes.data(), array->bytes.data() + array->bytes.size());
    }
  }
  return all;
}

}  // namespace

std::string compare(const Benchmark &expected, const Benchmark &actual) {
  for (size_t i = 0; i < expected.arrays().size(); ++i) {
    if (!isResult(*expected.arrays()[i])) {
      continue;
    }
    std::string wrong =
        compareArray(*expected.arrays()[i], *actual.arrays()[i], expected.tolerance());
    if (!wrong.empty()) {
      return "array " + std::to_string(i) + ": " + wrong;
    }
  }
  return {};
}

std::string runCpp(Benchmark &benchmark) {
  std::vector<std::vector<std::byte>> found[2];
  for (unsigned char byte : {0x00, 0xff}) {
    benchmark.reset();
    benchmark.poison(byte);
    benchmark.cpp();
    found[byte & 1] = results(benchmark);
  }
  if (found[0].empty()) {
    return "it has no result";
  }
  // Threads add up a sum in an order of their own, so rounding differs from run to run; an
  // unwritten element is NaN.
  Tolerance tolerance = benchmark.tolerance();
  size_t next = 0;
  for (const auto &array : benchmark.arrays()) {
    if (!isResult(*array)) {
      continue;
    }
    Storage before{array->role, array->element, Bytes(array->bytes.size()), {}};
    std::memcpy(before.bytes.data(), found[0][next++].data(), array->bytes.size());
    std::string wrong = compareArray(before, *array, tolerance);
    if (!wrong.empty()) {
      return "two runs of the C++ form differ: " + wrong;
    }
  }
  return {};
}

}  // namespace bench
