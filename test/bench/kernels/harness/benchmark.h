// A benchmark is the same work twice over the same data: as OpenCL C, in <topic>.cl, and as a good
// C++ programmer would write it, in <topic>.cpp. The second is the measure of the first, and the
// reference for its result.
//
// Every <topic>.cpp is compiled twice into kernel_bench: `strict` (-O3 -march=native) and `fast`
// (with -ffast-math -fveclib=libmvec). A benchmark is therefore a class in an unnamed namespace,
// and the arrays it works on come from its base class, never from static data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <source_location>
#include <string>
#include <vector>

namespace bench {

class Queue;

/// Full is the measured size, 2 to 20 ms of C++ on two threads; Small is for checks, emulated
/// devices included.
enum class Size { Small, Full };

/// Output and InOut are compared; InOut starts each run with its initial values; Scratch is for
/// data of one variant only.
enum class Role { Input, Output, InOut, Scratch };

enum class Element { I8, U8, I16, U16, I32, U32, I64, U64, F32, F64 };

template <typename T>
constexpr Element elementOf();

/// The permitted distance of a result from the strict C++ variant's; by default none.
struct Tolerance {
  /// Difference by the larger of the expected magnitude and the root mean square of the array.
  double relative = 0;
  /// Share of an array's elements with a larger permitted distance: where rounding decides a
  /// branch.
  double outliers = 0;
};

/// The bytes of an array, aligned to 64.
class Bytes {
 public:
  explicit Bytes(size_t size);
  std::byte *data() const { return data_.get(); }
  size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(std::byte *data) const;
  };
  size_t size_;
  std::unique_ptr<std::byte, Free> data_;
};

struct Storage {
  Role role;
  Element element;
  Bytes bytes;
  std::vector<std::byte> initial;  // of InOut
};

/// A view of an array owned by the benchmark.
template <typename T>
class Array {
 public:
  explicit Array(Storage &storage) : storage_(&storage) {}
  T *data() const { return reinterpret_cast<T *>(storage_->bytes.data()); }
  size_t size() const { return storage_->bytes.size() / sizeof(T); }
  Storage &storage() const { return *storage_; }

 private:
  Storage *storage_;
};

class Benchmark {
 public:
  explicit Benchmark(Size size) : size_(size) {}
  virtual ~Benchmark() = default;
  Benchmark(const Benchmark &) = delete;
  Benchmark &operator=(const Benchmark &) = delete;

  /// Enqueues the launches; the harness waits for them.
  virtual void opencl(Queue &queue) = 0;
  virtual void cpp() = 0;

  /// Build options of the OpenCL program, added to the command line's.
  virtual std::string options() const { return {}; }
  /// Why the device cannot run it; empty if it can. Asked before the build.
  virtual std::string unsupported(const Queue &) const { return {}; }
  virtual Tolerance tolerance() const { return {}; }

  const std::vector<std::unique_ptr<Storage>> &arrays() const { return arrays_; }
  /// Gives InOut arrays their initial values.
  void reset();
  /// Fills Output and Scratch arrays with a byte left behind by no variant by chance.
  void poison(unsigned char byte);

 protected:
  size_t pick(size_t full, size_t small) const { return size_ == Size::Full ? full : small; }

  template <typename T>
  Array<T> input(const std::vector<T> &values) {
    return Array<T>(add(Role::Input, elementOf<T>(), values.data(), values.size() * sizeof(T)));
  }
  template <typename T>
  Array<T> inOut(const std::vector<T> &values) {
    return Array<T>(add(Role::InOut, elementOf<T>(), values.data(), values.size() * sizeof(T)));
  }
  template <typename T>
  Array<T> output(size_t count) {
    return Array<T>(add(Role::Output, elementOf<T>(), nullptr, count * sizeof(T)));
  }
  template <typename T>
  Array<T> scratch(size_t count) {
    return Array<T>(add(Role::Scratch, elementOf<T>(), nullptr, count * sizeof(T)));
  }

 private:
  Storage &add(Role role, Element element, const void *values, size_t bytes);

  Size size_;
  std::vector<std::unique_ptr<Storage>> arrays_;
};

/// Evenly distributed values in [low, high), for integers [low, high]; the same in every process.
template <typename T>
std::vector<T> uniform(size_t count, T low, T high, uint64_t seed = 1);

struct Entry {
  std::string name;
  std::string topic;    // of <topic>.cl and <topic>.cpp
  std::string variant;  // strict or fast
  std::function<std::unique_ptr<Benchmark>(Size)> make;
};

/// All benchmarks in the order of their names, once for each variant.
const std::vector<Entry> &entries();
/// Throws std::runtime_error if there is none.
const Entry &find(const std::string &name, const std::string &variant);

void enter(Entry entry, const char *file);

/// `const Register<Saxpy> saxpy("saxpy");` in <topic>.cpp.
template <typename B>
struct Register {
  explicit Register(const char *name, std::source_location here = std::source_location::current()) {
    enter({name, {}, BENCH_VARIANT, [](Size size) { return std::make_unique<B>(size); }},
          here.file_name());
  }
};

template <>
constexpr Element elementOf<int8_t>() {
  return Element::I8;
}
template <>
constexpr Element elementOf<uint8_t>() {
  return Element::U8;
}
template <>
constexpr Element elementOf<int16_t>() {
  return Element::I16;
}
template <>
constexpr Element elementOf<uint16_t>() {
  return Element::U16;
}
template <>
constexpr Element elementOf<int32_t>() {
  return Element::I32;
}
template <>
constexpr Element elementOf<uint32_t>() {
  return Element::U32;
}
template <>
constexpr Element elementOf<int64_t>() {
  return Element::I64;
}
template <>
constexpr Element elementOf<uint64_t>() {
  return Element::U64;
}
template <>
constexpr Element elementOf<float>() {
  return Element::F32;
}
template <>
constexpr Element elementOf<double>() {
  return Element::F64;
}

}  // namespace bench
