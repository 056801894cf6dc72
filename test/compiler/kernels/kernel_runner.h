// Compiles OpenCL C with the compiler library and runs it on the first device.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compiler/library.h"
#include "mux/mux.h"

namespace kernels {

/// One argument of a launch. Buffers are copied to the device before and back after it.
struct Argument {
  enum class Kind { buffer, value, local } kind;
  void *data = nullptr;
  uint64_t size = 0;
};

template <class T>
Argument buffer(std::vector<T> &elements) {
  return {Argument::Kind::buffer, elements.data(), elements.size() * sizeof(T)};
}
template <class T>
Argument value(T &object) {
  return {Argument::Kind::value, &object, sizeof(T)};
}
inline Argument local(uint64_t bytes) {
  return {Argument::Kind::local, nullptr, bytes};
}

using Size = std::array<uint64_t, 3>;

struct Grid {
  Size global = {1, 1, 1};
  Size local = {1, 1, 1};
  Size offset = {0, 0, 0};
  uint64_t items() const { return global[0] * global[1] * global[2]; }
};

/// Brings a module of the target from empty to compiled or linked. False, with a test failure
/// reported, if it cannot.
using Front = std::function<bool(compiler::Target &target, compiler::Module &module)>;

/// A program on a device of its own. Failures to build are test failures with the log.
class Program {
 public:
  explicit Program(const std::string &source, const std::string &options = "");
  /// A program not made from one source.
  explicit Program(const Front &front);
  ~Program();
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  bool isBuilt() const { return executable_ != nullptr; }
  /// Of the device.
  uint64_t maxWorkGroupSize() const;
  /// The result of the first failed call; for launches refused by the device this is
  /// muxCommandNDRange.
  mux_result_t run(const std::string &kernel, const Grid &grid, std::vector<Argument> arguments);
  /// The same, with the kernel's printed text added to `text`.
  mux_result_t runPrinting(const std::string &kernel, const Grid &grid,
                           std::vector<Argument> arguments, std::string &text);
  /// The same with code for this very local size.
  mux_result_t runSpecialized(const std::string &kernel, const Grid &grid,
                              std::vector<Argument> arguments);
  /// Properties of a kernel; by value, so the name and the parameters are not set.
  mux_kernel_descriptor_t descriptor(const std::string &kernel);

 private:
  void build(const Front &front);
  mux_executable_t load(const compiler::Bytes &binary);
  mux_result_t launch(mux_executable_t executable, const std::string &kernel, const Grid &grid,
                      std::vector<Argument> &arguments, std::string *printed = nullptr);
  void readPrintf(mux_executable_t executable, std::span<const std::byte> bytes, std::string &text);

  mux_device_info_t info_ = nullptr;
  mux_device_t device_ = nullptr;
  mux_queue_t queue_ = nullptr;
  mux_executable_t executable_ = nullptr;
  std::unique_ptr<compiler::Context> context_;
  std::unique_ptr<compiler::Target> target_;
  std::unique_ptr<compiler::Module> module_;
};

}  // namespace kernels
