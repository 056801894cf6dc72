// A step of a build as a value: what to do to which module, and what came of it. The same
// values are handed to a compile thread of this process and sent to the helper process.
#pragma once

#include <optional>
#include <vector>

#include "compiler/kernel.h"
#include "steps/module_data.h"

namespace compiler {

enum class OperationKind : uint8_t {
  compileOpenCLC,
  compileSPIRV,
  compileShaders,  ///< SPIR-V of Vulkan
  loadSPIR,
  compileSPIR,
  link,
  finalize,
  createBinary,      ///< output: the binary
  extractKernel,     ///< → finalized, with `kernel` alone
  specializeKernel,  ///< output: the binary
  emit,              ///< output: the form
  emitSpirv,         ///< output: the words
};

/// Whether it is always done in the helper process: LLVM's reader does not survive every kind of
/// damaged bitcode, and what it lets through may be stranger than what front ends make; and its
/// SPIR-V back end ends the process on some modules that are right.
inline bool needsIsolation(OperationKind kind) {
  return kind == OperationKind::loadSPIR || kind == OperationKind::compileSPIR ||
         kind == OperationKind::emitSpirv;
}

/// Whether the outcome of success is an output, and the module stays as it is.
inline bool hasOutput(OperationKind kind) {
  return kind == OperationKind::createBinary || kind >= OperationKind::specializeKernel;
}

/// Refers to its caller's data.
struct Operation {
  OperationKind kind;
  std::string_view source = {};           ///< compileOpenCLC
  std::vector<InputHeader> headers = {};  ///< compileOpenCLC
  /// compileOpenCLC: in place of the file system.
  std::optional<std::vector<GivenFile>> files = {};
  std::span<const std::byte> il = {};                  ///< compileSPIRV, compileShaders, loadSPIR
  std::vector<SpecializationConstant> constants = {};  ///< compileSPIRV, compileShaders
  std::vector<const ModuleData *> inputs = {};         ///< link
  bool createLibrary = false;                          ///< link
  std::string_view kernel = {};                        ///< extractKernel, emit
  EmitKind form = EmitKind::ir;                        ///< emit
  SpecializationOptions specialization = {};           ///< specializeKernel
};

struct Outcome {
  std::optional<Failure> failure;
  std::string log;
  /// The module's new state, bitcode and info; its options are unchanged. Not for what has an
  /// output, which leaves the module as it is.
  std::optional<ModuleData> data;
  Bytes output;
  Dependencies dependencies;  ///< of compileOpenCLC
};

class BaseTarget;

/// Does it here and now: call it on a compile thread.
Outcome perform(const BaseTarget &target, const ModuleData &data, const Operation &operation);

}  // namespace compiler
