// From inputs to the entries of a container.
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

/// A program for all devices, as it grows.
class Builder {
 public:
  Builder(const Library &library, const Options &options) : library_(library), options_(options) {}

  /// Compiles, and unless only that is asked for links the inputs for a device, and adds the
  /// entries that are new.
  Result<void> add(const Device &device, std::span<const Input> inputs);
  /// The inputs, linked unless only compiling is asked for, in the form of the options.
  Result<Bytes> emit(const Device &device, std::span<const Input> inputs);

  /// What the compiler said, each text once, though every device has it anew.
  const std::string &log() const { return log_; }
  /// Files that were included.
  const std::set<std::string> &headers() const { return headers_; }
  /// Forgets, and returns, what the compiler said since the last call; or prints it on standard
  /// error.
  std::string dropLog();
  void printLog();
  /// Adds the embedded source or IL, if all inputs have one and the options do not leave it out.
  /// False, with a message in `error`, if the options insist on what there is not.
  bool addEmbedded(std::span<const Input> inputs, std::string &error);
  Bytes container() const { return writeContainer(entries_); }

 private:
  /// What the inputs become for a device: the parts, and what they are linked to, which is the only
  /// part itself if nothing is linked.
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
  EmbeddedProgram linkedProgram() const;
  ContainerEntry describe(const Device &device, const Module &module) const;
  void keep(ContainerEntry entry, Bytes payload);

  const Library &library_;
  const Options &options_;
  std::vector<ContainerEntry> entries_;
  std::deque<Bytes> payloads_;                          ///< what the entries refer to
  std::vector<const DeviceProperties *> irProperties_;  ///< of the intermediate code so far
  ContainerEntry embedded_;  ///< what the embedded source or IL says of the program
  std::vector<std::vector<EmbeddedText>> files_;  ///< that the inputs read, by input
  std::string log_;
  size_t printed_ = 0;  ///< bytes of the log that the user has seen
  std::set<std::string> headers_;
};

}  // namespace compiler::tools::clc
