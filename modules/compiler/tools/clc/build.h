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
#include "compiler/embedded_program.h"
#include "device.h"
#include "input.h"
#include "options.h"

namespace compiler::tools::clc {

/// The program for all devices, which grows with each device. Not thread-safe. The library and the
/// options outlive it.
class Builder {
 public:
  /// Starts with an empty container.
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
  /// Fails if --portable asks for it and an input has none.
  ///
  /// Called after all devices: only the compiled inputs know their headers.
  support::Status addEmbedded(std::span<const Input> inputs);
  /// Returns the container with all entries so far.
  Bytes container() const { return writeContainer(entries_); }

 private:
  /// The inputs' modules for one device, and the module linked from them. A single module stands
  /// for itself if nothing is linked.
  struct Program {
    /// One for each input; never empty.
    std::vector<std::unique_ptr<Module>> parts;
    /// null with -c.
    std::unique_ptr<Module> linked;
    /// The result: linked, or the only part.
    Module &module() const { return linked ? *linked : *parts.front(); }
  };
  /// Compiles and links all inputs. `finalizes` runs the target-neutral passes too, for code.
  Result<Program> makeProgram(const Device &device, std::span<const Input> inputs, bool finalizes);
  /// Links modules into `module`; finalizes it if wanted.
  Result<void> finish(Module &module, std::span<const Module *const> parts, bool finalizes);
  /// Adds the entries of one device.
  Result<void> addEntries(const Device &device, Module &module);
  /// Writes stages of the program by KILN_DUMP.
  void dump(const Device &device, std::span<const Input> inputs, Module &module) const;
  /// Adds messages of one device.
  void addLog(std::string_view log);
  /// The embedded program without its units.
  EmbeddedProgram linkedProgram() const;
  /// An entry with the fields common to all kinds.
  ContainerEntry describe(const Device &device, const Module &module) const;
  /// Appends an entry, and takes over its payload.
  void keep(ContainerEntry entry, Bytes payload);

  const Library &library_;
  const Options &options_;
  /// The container so far, best device first.
  std::vector<ContainerEntry> entries_;
  /// The memory of the entries.
  std::deque<Bytes> payloads_;
  /// For each entry of intermediate code.
  std::vector<const DeviceProperties *> irProperties_;
  /// The entry of the embedded source or IL.
  ContainerEntry embedded_;
  /// The headers of each input.
  std::vector<std::vector<EmbeddedText>> files_;
  /// The messages of all devices.
  std::string log_;
  /// The bytes of the log that are on standard error already.
  size_t printed_ = 0;
  /// The headers of all inputs, by absolute path.
  std::set<std::string> headers_;
};

}  // namespace compiler::tools::clc
