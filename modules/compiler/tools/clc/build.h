// Compiles clc's inputs for each device and collects the entries of the container.
//
// clc gives the builder one device after the other. Each one compiles and links all inputs anew,
// and adds an entry of code. Devices with equal properties share one entry of intermediate code.
// The source or IL comes last, once for all.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "compiler/container.h"
#include "compiler/portable.h"
#include "device.h"
#include "input.h"
#include "options.h"

namespace compiler::tools::clc {

/// The program for all devices, which grows with each device. Not thread-safe. The library and the
/// options outlive it.
class Builder {
 public:
  Builder(const Library &library, const Options &options) : library_(library), options_(options) {}

  /// Compiles the inputs for a device, links them unless the options ask for objects, and adds the
  /// new entries. A failure leaves the entries of earlier devices in place.
  Result<void> add(const Device &device, std::span<const Input> inputs);
  /// Returns the inputs as assembly, LLVM IR or SPIR-V, by the options. They are linked unless the
  /// options ask for objects.
  Result<Bytes> emit(const Device &device, std::span<const Input> inputs);

  /// The compiler's messages. Each text is there once, although each device repeats it.
  const std::string &log() const { return log_; }
  /// The headers of all inputs, by absolute paths; for the dependency file.
  const std::set<std::string> &headers() const { return headers_; }
  /// Removes and returns the messages since the last call of printLog(), for a device left out.
  std::string dropLog();
  /// Prints the messages since the last call on standard error, in colours by the options.
  void printLog();
  /// Adds the embedded source or IL, if all inputs have it and the options do not leave it out.
  /// Returns false, with a message in `error`, if --portable asks for it and an input has none.
  bool addPortable(std::span<const Input> inputs, std::string &error);
  /// Returns the container with all entries so far.
  Bytes container() const { return writeContainer(entries_); }

 private:
  /// The inputs' modules for one device, and the module linked from them. A single module stands
  /// for itself if nothing is linked.
  struct Program {
    std::vector<std::unique_ptr<Module>> parts;
    std::unique_ptr<Module> linked;
    Module &module() const { return linked ? *linked : *parts.front(); }
  };
  Result<Program> makeProgram(const Device &device, std::span<const Input> inputs, bool finalizes);
  Result<void> finish(Module &module, std::span<const Module *const> parts, bool finalizes);
  Result<void> addEntries(const Device &device, Module &module);
  void dump(const Device &device, std::span<const Input> inputs, Module &module) const;
  void addLog(std::string_view log);
  PortableProgram linkedProgram() const;
  ContainerEntry describe(const Device &device, const Module &module) const;
  void keep(ContainerEntry entry, Bytes payload);

  const Library &library_;
  const Options &options_;
  std::vector<ContainerEntry> entries_;
  std::deque<Bytes> payloads_;                    ///< the memory of the entries
  std::vector<const DeviceFacts *> irFacts_;      ///< for each entry of intermediate code
  ContainerEntry portable_;                       ///< the entry of the embedded source or IL
  std::vector<std::vector<PortableText>> files_;  ///< the headers of each input
  std::string log_;
  size_t printed_ = 0;  ///< bytes of the log on standard error already
  std::set<std::string> headers_;
};

}  // namespace compiler::tools::clc
