// Runs kernels with cooperative matrices (SPV_KHR_cooperative_matrix, SPV_INTEL_joint_matrix,
// SPV_KHR_bfloat16) against a reference in C++: all sizes of sub-groups, layouts, strides and
// types, vectorised and not.

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "module_fixture.h"

namespace {

using Words = std::vector<uint32_t>;

constexpr cl_uint rowMajor = 0, columnMajor = 1, packed = 2;

/// A product of M x K by K x N, and the layouts of A, B, C and D.
struct Shape {
  cl_uint m = 16, n = 16, k = 16;
  std::array<cl_uint, 4> layouts = {rowMajor, rowMajor, rowMajor, rowMajor};
};

float fromHalf(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const float fraction = static_cast<float>(bits & 1023);
  const float magnitude =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

/// A number of the tests: small whole numbers, exact in half.
uint16_t toHalf(int number) {
  if (number == 0) {
    return 0;
  }
  const auto magnitude = static_cast<unsigned>(std::abs(number));
  const auto exponent = static_cast<unsigned>(std::ilogb(static_cast<double>(magnitude)));
  const unsigned fraction = (magnitude << 10 >> exponent) & 1023;
  return static_cast<uint16_t>((number < 0 ? 0x8000u : 0u) | (exponent + 15) << 10 | fraction);
}

/// Names the format of a half in the place of its C++ type.
struct Half {
  uint16_t bits;
};

/// The names of formats that C++ lacks.
struct BFloat16 {
  uint16_t bits;
};
/// A float whose lower 13 bits do not count.
struct TensorFloat {
  float value;
};

/// To nearest even. The tests have no NaNs.
BFloat16 toBFloat16(float number) {
  const auto bits = std::bit_cast<uint32_t>(number);
  const uint32_t half = 0x7fff + (bits >> 16 & 1);
  return {static_cast<uint16_t>((bits + half) >> 16)};
}

template <class T>
T make(int number) {
  if constexpr (std::is_same_v<T, BFloat16>) {
    return toBFloat16(static_cast<float>(number));
  } else if constexpr (std::is_same_v<T, TensorFloat>) {
    return {std::bit_cast<float>(std::bit_cast<uint32_t>(static_cast<float>(number)) | 0x1abc)};
  } else if constexpr (std::is_same_v<T, Half>) {
    return {toHalf(number)};
  } else {
    return static_cast<T>(number);
  }
}
template <class T>
auto valueOf(T element) {
  if constexpr (std::is_same_v<T, Half>) {
    return static_cast<double>(fromHalf(element.bits));
  } else if constexpr (std::is_same_v<T, BFloat16>) {
    return static_cast<double>(std::bit_cast<float>(uint32_t{element.bits} << 16));
  } else if constexpr (std::is_same_v<T, TensorFloat>) {
    const uint32_t bits = std::bit_cast<uint32_t>(element.value) & ~uint32_t{0x1fff};
    return static_cast<double>(std::bit_cast<float>(bits));
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<double>(element);
  } else {
    return static_cast<int64_t>(element);
  }
}

/// A matrix of one sub-group in memory, with unused elements behind each line.
struct Place {
  cl_uint rows, columns, layout;
  cl_uint packing = 1;  ///< rows of a line in the packed layout: as many elements as 32 bits hold
  cl_uint lines() const {
    return layout == rowMajor      ? rows
           : layout == columnMajor ? columns
                                   : (rows + packing - 1) / packing;
  }
  cl_uint width() const {
    return layout == rowMajor ? columns : layout == columnMajor ? rows : columns * packing;
  }
  cl_uint stride() const { return width() + 3; }
  size_t size() const { return size_t{stride()} * lines(); }
  /// The line of an element, and its place there.
  size_t lineOf(size_t row, size_t column) const {
    return layout == rowMajor ? row : layout == columnMajor ? column : row / packing;
  }
  size_t placeOf(size_t row, size_t column) const {
    return layout == rowMajor      ? column
           : layout == columnMajor ? row
                                   : column * packing + row % packing;
  }
  size_t at(size_t row, size_t column) const {
    return lineOf(row, column) * stride() + placeOf(row, column);
  }
};

/// The parameter is a build option.
class CooperativeMatrices : public test::Modules, public testing::WithParamInterface<const char *> {
 protected:
  static constexpr size_t tiles = 3;

  /// Builds a module with another size of sub-groups and other constants. Empty if the device lacks
  /// a type.
  test::OwnedProgram build(const std::string &name, cl_uint subGroupSize, const Shape &shape) {
    const std::string il = test::readModule(name);
    Words words(il.size() / sizeof(uint32_t));
    std::memcpy(words.data(), il.data(), il.size());
    setSubGroupSize(words, subGroupSize);
    cl_int error = 1;
    test::OwnedProgram program =
        clCreateProgramWithIL(context, words.data(), words.size() * sizeof(uint32_t), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    const cl_uint constants[] = {shape.m,          shape.n,          shape.k,
                                 shape.layouts[0], shape.layouts[1], shape.layouts[2],
                                 shape.layouts[3]};
    for (cl_uint id = 0; id < std::size(constants); ++id) {
      EXPECT_EQ(clSetProgramSpecializationConstant(program, id, sizeof(cl_uint), &constants[id]),
                CL_SUCCESS);
    }
    EXPECT_EQ(clBuildProgram(program, 1, &device, GetParam(), nullptr, nullptr), CL_SUCCESS)
        << logOf(program);
    return program;
  }

  /// Changes the literal of the execution mode SubgroupSize.
  static void setSubGroupSize(Words &words, cl_uint size) {
    constexpr uint32_t executionMode = 16, subgroupSize = 35, header = 5;
    for (size_t i = header; i < words.size(); i += words[i] >> 16) {
      if ((words[i] & 0xffff) == executionMode && words[i + 2] == subgroupSize) {
        words[i + 3] = size;
      }
    }
  }

  /// Random numbers of the whole range of bytes; of others so small that all results are exact.
  template <class T>
  std::vector<T> numbers(size_t count, int least, int most) {
    if (sizeof(T) == 1 && least < 0) {
      least = std::is_signed_v<T> ? -128 : 0;
      most = std::is_signed_v<T> ? 127 : 255;
    }
    std::uniform_int_distribution<int> distribution(least, most);
    std::vector<T> made(count);
    for (T &number : made) {
      number = make<T>(distribution(random_));
    }
    return made;
  }

  /// Runs a product for each of several sub-groups and compares all of D, also what stays as it
  /// was.
  template <class A, class B, class C, class D>
  void check(const std::string &name, cl_uint subGroupSize, const Shape &shape,
             bool saturates = false) {
    SCOPED_TRACE(name + " in sub-groups of " + std::to_string(subGroupSize) + ": " +
                 std::to_string(shape.m) + "x" + std::to_string(shape.n) + "x" +
                 std::to_string(shape.k) + ", layouts " + std::to_string(shape.layouts[0]) +
                 std::to_string(shape.layouts[1]) + std::to_string(shape.layouts[2]) +
                 std::to_string(shape.layouts[3]));
    const Place inA{shape.m, shape.k, shape.layouts[0]},
        inB{shape.k, shape.n, shape.layouts[1], std::max<cl_uint>(4 / sizeof(B), 1)},
        inC{shape.m, shape.n, shape.layouts[2]}, inD{shape.m, shape.n, shape.layouts[3]};
    const size_t room = std::max(inC.size(), inD.size());
    const int least = saturates ? 0 : -7;
    const auto a = numbers<A>(tiles * inA.size(), least, 7);
    const auto b = numbers<B>(tiles * inB.size(), least, 7);
    auto c = numbers<C>(tiles * room, 0, 50);
    if constexpr (std::is_integral_v<C>) {
      if (saturates) {
        std::ranges::fill(c, std::numeric_limits<C>::max() - 100);
      }
    }
    auto expected = numbers<D>(tiles * room, 1, 9);
    const auto bufferA = makeBuffer(a), bufferB = makeBuffer(b), bufferC = makeBuffer(c),
               bufferD = makeBuffer(expected);
    for (size_t tile = 0; tile < tiles; ++tile) {
      for (size_t row = 0; row < shape.m; ++row) {
        for (size_t column = 0; column < shape.n; ++column) {
          auto sum = valueOf(c[tile * room + inC.at(row, column)]);
          for (size_t k = 0; k < shape.k; ++k) {
            sum += static_cast<decltype(sum)>(valueOf(a[tile * inA.size() + inA.at(row, k)]) *
                                              valueOf(b[tile * inB.size() + inB.at(k, column)]));
          }
          if constexpr (std::is_integral_v<C>) {
            if (saturates) {
              sum = std::min(sum, valueOf(std::numeric_limits<C>::max()));
            }
          }
          if constexpr (std::is_same_v<D, Half>) {
            expected[tile * room + inD.at(row, column)] = make<D>(static_cast<int>(sum));
          } else if constexpr (std::is_same_v<D, BFloat16>) {
            expected[tile * room + inD.at(row, column)] = toBFloat16(static_cast<float>(sum));
          } else {
            expected[tile * room + inD.at(row, column)] = static_cast<D>(sum);
          }
        }
      }
    }
    const auto program = build(name, subGroupSize, shape);
    const auto kernel = makeKernel(program, "product");
    setArguments(kernel, bufferA.get(), bufferB.get(), bufferC.get(), bufferD.get(), inA.stride(),
                 inB.stride(), inC.stride(), inD.stride(), cl_ulong{inA.size()},
                 cl_ulong{inB.size()}, cl_ulong{room});
    const size_t local = subGroupSize;
    run(kernel, tiles * subGroupSize, &local);
    const auto result = read<D>(bufferD, expected.size());
    EXPECT_EQ(std::memcmp(result.data(), expected.data(), result.size() * sizeof(D)), 0);
  }

  bool hasExtension(const char *name) {
    std::string list(1 << 14, '\0');
    clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, list.size(), list.data(), nullptr);
    return list.find(name) != std::string::npos;
  }

  std::mt19937 random_{7};
};
INSTANTIATE_TEST_SUITE_P(Built, CooperativeMatrices,
                         testing::Values("", "-cl-kiln-vectorize=never", "-cl-kiln-vectorize=8",
                                         "-cl-opt-disable"),
                         [](const auto &info) { return "Option" + std::to_string(info.index); });

TEST_P(CooperativeMatrices, MultiplyInAllSizesOfSubGroups) {
  for (const cl_uint size : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
    check<float, float, float, float>("matrix_product-f32", size, {.m = 4, .n = 16, .k = 8});
    check<float, float, float, float>("matrix_product-f32", size, {.m = 3, .n = 10, .k = 5});
  }
}

TEST_P(CooperativeMatrices, MultiplyInAllLayouts) {
  for (cl_uint bits = 0; bits < 16; ++bits) {
    check<float, float, float, float>(
        "matrix_product-f32", 8,
        {.m = 4, .n = 16, .k = 6, .layouts = {bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3}});
  }
  check<float, float, float, float>("matrix_product-f32", 8,
                                    {.m = 5, .n = 13, .k = 3, .layouts = {1, 1, 1, 1}});
}

TEST_P(CooperativeMatrices, MultiplyInUsualShapes) {
  for (const Shape &shape : {Shape{16, 16, 16}, Shape{8, 16, 16}, Shape{1, 16, 32}, Shape{8, 8, 32},
                             Shape{8, 32, 16}, Shape{1, 1, 1}, Shape{32, 16, 8}}) {
    check<float, float, float, float>("matrix_product-f32", 16, shape);
  }
}

TEST_P(CooperativeMatrices, MultiplyIntegers) {
  for (const cl_uint size : {4u, 16u}) {
    const Shape shape{.m = 8, .n = 16, .k = 16},
        column{.m = 8, .n = 12, .k = 4, .layouts = {1, 1, 1, 1}};
    for (const Shape &each : {shape, column}) {
      check<int8_t, int8_t, int32_t, int32_t>("matrix_product-s8", size, each);
      check<uint8_t, uint8_t, uint32_t, uint32_t>("matrix_product-u8", size, each);
      check<uint8_t, int8_t, int32_t, int32_t>("matrix_product-u8s8", size, each);
      check<int16_t, int16_t, int32_t, int32_t>("matrix_product-s16", size, each);
      check<int32_t, int32_t, int32_t, int32_t>("matrix_product-s32", size, each);
      check<int8_t, int8_t, int32_t, int64_t>("matrix_product-s8s64", size, each);
    }
  }
}

TEST_P(CooperativeMatrices, SaturateSums) {
  // The sum of 16 products of 0 to 7 goes beyond the largest number in some elements.
  check<int8_t, int8_t, int32_t, int32_t>("matrix_product-s8sat", 16, {}, true);
  check<uint8_t, uint8_t, uint32_t, uint32_t>("matrix_product-u8sat", 16, {}, true);
}

TEST_P(CooperativeMatrices, MultiplyOtherFloatingPointNumbers) {
  const Shape shape{.m = 8, .n = 16, .k = 16},
      column{.m = 3, .n = 10, .k = 4, .layouts = {1, 1, 1, 1}};
  for (const Shape &each : {shape, column}) {
    if (hasExtension("cl_khr_fp64")) {
      check<double, double, double, double>("matrix_product-f64", 8, each);
    }
    if (hasExtension("cl_khr_fp16")) {
      check<Half, Half, float, float>("matrix_product-f16f32", 8, each);
      check<Half, Half, Half, Half>("matrix_product-f16", 8, each);
    }
  }
}

TEST_P(CooperativeMatrices, MultiplyBFloat16Numbers) {
  const Shape shape{.m = 8, .n = 16, .k = 16},
      column{.m = 3, .n = 10, .k = 4, .layouts = {1, 1, 1, 1}};
  for (const cl_uint size : {1u, 8u, 16u}) {
    for (const Shape &each : {shape, column}) {
      check<BFloat16, BFloat16, float, float>("matrix_product-bf16f32", size, each);
      check<BFloat16, BFloat16, BFloat16, BFloat16>("matrix_product-bf16", size, each);
      check<BFloat16, BFloat16, float, float>("matrix_product-bf16words", size, each);
      check<BFloat16, BFloat16, BFloat16, BFloat16>("matrix_product-bf16allwords", size, each);
      if (hasExtension("cl_khr_fp64")) {
        check<BFloat16, BFloat16, double, double>("matrix_product-bf16f64", size, each);
      }
    }
  }
}

TEST_P(CooperativeMatrices, MultiplyTensorFloats) {
  check<TensorFloat, TensorFloat, float, float>("matrix_product-tf32", 16, {});
}

TEST_P(CooperativeMatrices, MultiplyPackedMatrices) {
  for (const cl_uint size : {1u, 8u, 16u}) {
    for (const Shape &shape :
         {Shape{8, 16, 16, {0, packed, 0, 0}}, Shape{2, 10, 5, {0, packed, 1, 0}},
          Shape{3, 16, 3, {1, packed, 0, 1}}}) {
      check<int8_t, int8_t, int32_t, int32_t>("matrix_product-s8", size, shape);
      check<int16_t, int16_t, int32_t, int32_t>("matrix_product-s16", size, shape);
      check<BFloat16, BFloat16, float, float>("matrix_product-bf16f32", size, shape);
      check<float, float, float, float>("matrix_product-f32", size, shape);
    }
  }
}

/// Checked accesses (SPV_INTEL_joint_matrix) of a matrix of words at (x, y) in a region of memory.
class CheckedMatrices : public CooperativeMatrices {
 protected:
  struct Case {
    cl_uint rows, columns, use, layout;
    int x, y;
    cl_ulong height;
    cl_uint width;
  };
  enum class Kernel { load, store, construct };

  /// Lines of 61 elements: 13 in front of the region's origin and 20 behind it are in the buffer,
  /// so that a missing check is seen and not a fault.
  static constexpr size_t stride = 61, before = 13, lines = before + 20;

  void check(Kernel kind, cl_uint subGroupSize, const Case &each) {
    SCOPED_TRACE("kernel " + std::to_string(static_cast<int>(kind)) + " in sub-groups of " +
                 std::to_string(subGroupSize) + ": " + std::to_string(each.rows) + "x" +
                 std::to_string(each.columns) + ", use " + std::to_string(each.use) + ", layout " +
                 std::to_string(each.layout) + ", at " + std::to_string(each.x) + ", " +
                 std::to_string(each.y));
    const auto memory = numbers<uint16_t>(lines * stride, 1, 60000);
    const auto matrix = numbers<uint16_t>(size_t{each.rows} * each.columns, 1, 60000);
    const Place place{each.rows, each.columns, each.layout, 2};
    auto expected = kind == Kernel::store ? memory : matrix;
    for (size_t row = 0; row < each.rows; ++row) {
      for (size_t column = 0; column < each.columns; ++column) {
        const bool isConstruct = kind == Kernel::construct;
        const int64_t x =
            each.x + static_cast<int64_t>(isConstruct ? row : place.lineOf(row, column));
        const int64_t y =
            each.y + static_cast<int64_t>(isConstruct ? column : place.placeOf(row, column));
        const bool isInside = x >= 0 && y >= 0 && x < static_cast<int64_t>(each.height) &&
                              y < static_cast<int64_t>(each.width);
        const size_t inMatrix = row * each.columns + column;
        const size_t inMemory = origin + static_cast<size_t>(isInside ? x : 0) * stride +
                                static_cast<size_t>(isInside ? y : 0);
        if (kind == Kernel::store) {
          expected[inMemory] = isInside ? matrix[inMatrix] : expected[inMemory];
        } else {
          expected[inMatrix] = !isInside ? 0 : isConstruct ? memory[origin] : memory[inMemory];
        }
      }
    }
    const auto program = build("matrix_checked", subGroupSize,
                               {each.rows, each.columns, each.use, {each.layout, 0, 0, 0}});
    const auto kernel = makeKernel(program, kind == Kernel::load    ? "load"
                                            : kind == Kernel::store ? "store"
                                                                    : "construct");
    const auto inMemory = makeBuffer(memory), inMatrix = makeBuffer(matrix);
    cl_buffer_region region = {origin * sizeof(uint16_t),
                               (memory.size() - origin) * sizeof(uint16_t)};
    cl_int error = 1;
    const test::OwnedMem part = clCreateSubBuffer(inMemory, CL_MEM_READ_WRITE,
                                                  CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const bool stores = kind == Kernel::store;
    setArguments(kernel, stores ? inMatrix.get() : part.get(), stores ? part.get() : inMatrix.get(),
                 each.x, each.y, each.height, each.width, cl_ulong{stride});
    const size_t local = subGroupSize;
    run(kernel, subGroupSize, &local);
    EXPECT_EQ(read<uint16_t>(stores ? inMemory : inMatrix, expected.size()), expected);
  }

  /// The element (0, 0) of the region: a multiple of every device's alignment of sub-buffers.
  static constexpr size_t origin = 768;
};
INSTANTIATE_TEST_SUITE_P(Built, CheckedMatrices,
                         testing::Values("", "-cl-kiln-vectorize=never", "-cl-kiln-vectorize=8",
                                         "-cl-opt-disable"),
                         [](const auto &info) { return "Option" + std::to_string(info.index); });

TEST_P(CheckedMatrices, AccessTheRegionAlone) {
  for (const cl_uint size : {1u, 8u, 16u}) {
    for (const Kernel kind : {Kernel::load, Kernel::store, Kernel::construct}) {
      check(kind, size, {4, 16, 2, rowMajor, 0, 0, 4, 16});
      check(kind, size, {4, 16, 2, rowMajor, 3, 5, 5, 18});
      check(kind, size, {4, 10, 2, columnMajor, -2, -1, 6, 2});
      check(kind, size, {5, 16, 1, packed, 1, 2, 3, 30});
      check(kind, size, {4, 6, 0, rowMajor, -1, 2, 2, 7});
      check(kind, size, {3, 10, 1, columnMajor, 4, 4, 4, 40});
    }
  }
}

TEST_P(CooperativeMatrices, AccessAtOffsets) {
  constexpr cl_int x = 2, y = 5;
  constexpr cl_uint stride = 90, lines = 40;
  for (const cl_uint size : {1u, 8u, 16u}) {
    for (const cl_uint layout : {rowMajor, columnMajor, packed}) {
      const Place place{6, 32, layout, 2};
      const auto program =
          build("matrix_places", size, {place.rows, place.columns, 1, {layout, 0, 0, 0}});
      const auto kernel = makeKernel(program, "move");
      const auto input = numbers<uint16_t>(stride * lines, 0, 60000);
      auto expected = numbers<uint16_t>(stride * lines, 0, 60000);
      const auto in = makeBuffer(input), out = makeBuffer(expected);
      for (size_t row = 0; row < place.rows; ++row) {
        for (size_t column = 0; column < place.columns; ++column) {
          const size_t at =
              (x + place.lineOf(row, column)) * stride + y + place.placeOf(row, column);
          expected[at] = input[at];
        }
      }
      setArguments(kernel, in.get(), out.get(), x, y, cl_ulong{stride});
      const size_t local = size;
      run(kernel, size, &local);
      EXPECT_EQ(read<uint16_t>(out, expected.size()), expected)
          << "layout " << layout << ", " << size;
    }
  }
}

/// Each work-item writes the components of its part to the places that the coordinates tell.
TEST_P(CooperativeMatrices, TellCoordinates) {
  for (const cl_uint size : {1u, 8u, 16u}) {
    for (const cl_uint use : {0u, 1u, 2u}) {
      const Place place{6, 32, use == 1 ? packed : columnMajor, 2};
      const auto program =
          build("matrix_places", size, {place.rows, place.columns, use, {place.layout, 0, 0, 0}});
      const auto kernel = makeKernel(program, "coordinates");
      const auto input = numbers<uint16_t>(place.size(), 0, 60000);
      std::vector<uint16_t> expected;
      for (size_t row = 0; row < place.rows; ++row) {
        for (size_t column = 0; column < place.columns; ++column) {
          expected.push_back(input[place.at(row, column)]);
        }
      }
      const auto in = makeBuffer(input), out = makeBuffer(std::vector<uint16_t>(expected.size()));
      setArguments(kernel, in.get(), out.get(), cl_ulong{place.stride()});
      const size_t local = size;
      run(kernel, size, &local);
      EXPECT_EQ(read<uint16_t>(out, expected.size()), expected) << "use " << use << ", " << size;
    }
  }
}

/// Elements of two matrices for the operations below: x, and a positive y.
class MatrixOperations : public CooperativeMatrices {
 protected:
  static constexpr size_t columns = 32, count = 8 * columns;
  static constexpr cl_float scalar = 1.5f;

  void SetUp() override {
    CooperativeMatrices::SetUp();
    for (size_t i = 0; i < count; ++i) {
      in_[i] = static_cast<float>(static_cast<int>(i % 61) - 30);
      in_[count + i] = static_cast<float>(i % 7 + 1);
    }
  }
  float x(size_t i) const { return in_[i]; }
  float y(size_t i) const { return in_[count + i]; }

  /// Runs a kernel and compares its results, in their order, with those that `expect` returns for
  /// each element.
  template <class Expect>
  void check(const std::string &module, const char *name, Expect expect) {
    const auto program = load(module);
    ASSERT_EQ(clBuildProgram(program, 1, &device, GetParam(), nullptr, nullptr), CL_SUCCESS)
        << logOf(program);
    const auto kernel = makeKernel(program, name);
    const size_t results = expect(0).size(), local = 16;
    const auto input = makeBuffer(in_), output = makeBuffer(results * count * sizeof(float));
    setArguments(kernel, input.get(), output.get(), scalar, cl_int{1});
    run(kernel, local, &local);
    const auto out = read<float>(output, results * count);
    for (size_t i = 0; i < count; ++i) {
      const std::vector<float> expected = expect(i);
      for (size_t result = 0; result < results; ++result) {
        ASSERT_NEAR(out[result * count + i], expected[result], 1e-5 * std::abs(expected[result]))
            << name << ", result " << result << ", element " << i;
      }
    }
  }

  std::vector<float> in_ = std::vector<float>(2 * count);
};
INSTANTIATE_TEST_SUITE_P(Built, MatrixOperations,
                         testing::Values("", "-cl-kiln-vectorize=never", "-cl-kiln-vectorize=8",
                                         "-cl-opt-disable"),
                         [](const auto &info) { return "Option" + std::to_string(info.index); });

TEST_P(MatrixOperations, ComputeAndConvert) {
  for (const char *name : {"operations", "again"}) {
    check("matrix_arithmetic", name, [&](size_t i) {
      const int xi = static_cast<int>(x(i)), yi = static_cast<int>(y(i));
      const auto low = static_cast<int8_t>(xi * yi);
      std::vector<float> expected = {x(i) + y(i), x(i) - y(i), x(i) * y(i),
                                     x(i) / y(i), -x(i),       x(i) * scalar};
      for (const int number :
           {xi + yi, xi - yi, xi * yi, xi / yi, -xi, 1, int{low}, int{static_cast<uint8_t>(low)}}) {
        expected.push_back(static_cast<float>(number));
      }
      return expected;
    });
  }
}

/// Component 0 of a work-item's part is the element (0, l), 15 is (7, l + 16), and 3 is
/// (1, l + 16).
TEST_P(MatrixOperations, TakePartsAndStayInVariables) {
  check("matrix_composites", "operations", [&](size_t i) {
    const bool isInserted = i / columns == 1 && i % columns >= 16;
    return std::vector<float>{
        x(i),        isInserted ? x(i % 16) + x(7 * columns + i % 16 + 16) : x(i),
        x(i) + 3.5f, scalar,
        x(i),        2 * x(i),
        16 * x(i)};
  });
}

/// A sub-group with fewer work-items would leave columns without an owner.
TEST_P(CooperativeMatrices, NeedFullSubGroups) {
  const auto program = build("matrix_product-f32", 16, {.m = 1, .n = 16, .k = 1});
  const auto kernel = makeKernel(program, "product");
  const auto numbers = makeBuffer(std::vector<float>(1024));
  constexpr cl_uint stride = 16;
  setArguments(kernel, numbers.get(), numbers.get(), numbers.get(), numbers.get(), stride, stride,
               stride, stride, cl_ulong{0}, cl_ulong{0}, cl_ulong{0});
  using Size = std::array<size_t, 2>;
  const auto launch = [&](Size global, const Size *local) {
    const cl_int error =
        clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global.data(),
                               local ? local->data() : nullptr, 0, nullptr, nullptr);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    return error;
  };
  const Size eight = {8, 1}, sixteen = {16, 1}, square = {4, 4}, fortyEight = {24, 2};
  EXPECT_EQ(launch({32, 1}, &sixteen), CL_SUCCESS);
  EXPECT_EQ(launch({8, 8}, &square), CL_SUCCESS);
  EXPECT_EQ(launch({48, 2}, &fortyEight), CL_SUCCESS);
  EXPECT_EQ(launch({32, 1}, &eight), CL_INVALID_WORK_GROUP_SIZE);
  // The last group along a dimension is smaller: of 8, of 4 x 4 and of 4 x 2 work-items.
  EXPECT_EQ(launch({24, 1}, &sixteen), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch({20, 4}, &sixteen), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(launch({4, 6}, &square), CL_INVALID_WORK_GROUP_SIZE);
  // The driver's own choice.
  EXPECT_EQ(launch({48, 3}, nullptr), CL_SUCCESS);
  EXPECT_EQ(launch({20, 1}, nullptr), CL_INVALID_WORK_GROUP_SIZE);
}

}  // namespace
