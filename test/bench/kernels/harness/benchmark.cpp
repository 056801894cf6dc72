#include "benchmark.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <tuple>
#include <type_traits>

namespace bench {

namespace {

constexpr size_t Alignment = 64;

std::vector<Entry> &registry() {
  static std::vector<Entry> all;
  return all;
}

}  // namespace

Bytes::Bytes(size_t size) : size_(size) {
  size_t rounded = (std::max<size_t>(size, 1) + Alignment - 1) / Alignment * Alignment;
  data_.reset(static_cast<std::byte *>(std::aligned_alloc(Alignment, rounded)));
  if (!data_) {
    throw std::bad_alloc();
  }
  std::memset(data_.get(), 0, rounded);
}

void Bytes::Free::operator()(std::byte *data) const {
  std::free(data);
}

Storage &Benchmark::add(Role role, Element element, const void *values, size_t bytes) {
  arrays_.push_back(std::make_unique<Storage>(Storage{role, element, Bytes(bytes), {}}));
  Storage &storage = *arrays_.back();
  if (values) {
    std::memcpy(storage.bytes.data(), values, bytes);
  }
  if (role == Role::InOut) {
    storage.initial.assign(storage.bytes.data(), storage.bytes.data() + bytes);
  }
  return storage;
}

void Benchmark::reset() {
  for (const auto &array : arrays_) {
    if (array->role == Role::InOut) {
      std::copy(array->initial.begin(), array->initial.end(), array->bytes.data());
    }
  }
}

void Benchmark::poison(unsigned char byte) {
  for (const auto &array : arrays_) {
    if (array->role == Role::Output || array->role == Role::Scratch) {
      std::memset(array->bytes.data(), byte, array->bytes.size());
    }
  }
}

template <typename T>
std::vector<T> uniform(size_t count, T low, T high, uint64_t seed) {
  // splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
  uint64_t state = seed * 0x9e3779b97f4a7c15u;
  auto random = [&state] {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  };
  std::vector<T> values(count);
  for (T &value : values) {
    if constexpr (std::is_floating_point_v<T>) {
      value = low + (high - low) * static_cast<T>(static_cast<double>(random() >> 11) * 0x1p-53);
    } else {
      uint64_t span = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
      uint64_t bits = random() >> 1;
      value = static_cast<T>(static_cast<uint64_t>(low) + (span == 0 ? bits : bits % span));
    }
  }
  return values;
}

template std::vector<int8_t> uniform(size_t, int8_t, int8_t, uint64_t);
template std::vector<uint8_t> uniform(size_t, uint8_t, uint8_t, uint64_t);
template std::vector<int16_t> uniform(size_t, int16_t, int16_t, uint64_t);
template std::vector<uint16_t> uniform(size_t, uint16_t, uint16_t, uint64_t);
template std::vector<int32_t> uniform(size_t, int32_t, int32_t, uint64_t);
template std::vector<uint32_t> uniform(size_t, uint32_t, uint32_t, uint64_t);
template std::vector<uint64_t> uniform(size_t, uint64_t, uint64_t, uint64_t);
template std::vector<float> uniform(size_t, float, float, uint64_t);
template std::vector<double> uniform(size_t, double, double, uint64_t);

void enter(Entry entry, const char *file) {
  entry.topic = std::filesystem::path(file).stem().string();
  registry().push_back(std::move(entry));
}

const std::vector<Entry> &entries() {
  std::ranges::sort(registry(), {}, [](const Entry &e) { return std::tie(e.name, e.variant); });
  return registry();
}

const Entry &find(const std::string &name, const std::string &variant) {
  for (const Entry &entry : entries()) {
    if (entry.name == name && entry.variant == variant) {
      return entry;
    }
  }
  throw std::runtime_error("there is no benchmark '" + name + "' as " + variant);
}

}  // namespace bench
