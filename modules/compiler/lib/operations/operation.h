// Describes an operation of a build as a value: its arguments, the module's data, and its outcome.
//
// The same values serve a compile thread of this process and the helper process. They hold no LLVM
// types, so they can be sent over a socket.
//
//   Operation operation{.kind = OperationKind::finalize};
//   Outcome outcome = target.run(data, operation);   // base_target.h; in the end calls perform()
#pragma once

#include <optional>
#include <vector>

#include "compiler/kernel.h"
#include "operations/module_data.h"

namespace compiler {

/// The operations. The comment names the state of the resulting module, or the output.
enum class OperationKind : uint8_t {
  /// OpenCL C or C++ for OpenCL → compiled.
  compileOpenCLC,
  compileSPIRV,    ///< SPIR-V of OpenCL → compiled
  compileShaders,  ///< SPIR-V of Vulkan → compiled
  loadSPIR,        ///< foreign bitcode → loaded
  compileSPIR,     ///< loaded → compiled
  /// → linked or library.
  link,
  finalize,          ///< → finalized
  createBinary,      ///< output: the binary
  specializeKernel,  ///< output: the binary, with `kernel` alone
  /// Output: the module in the form of an EmitKind.
  emit,
  emitSpirv,  ///< output: the words
};

/// Returns true for operations that always run in the helper process. LLVM's reader crashes on some
/// damaged bitcode, and accepted modules may still be unlike any front end's. LLVM's SPIR-V back
/// end ends the process on some sound modules.
inline bool needsIsolation(OperationKind kind) {
  return kind == OperationKind::loadSPIR || kind == OperationKind::compileSPIR ||
         kind == OperationKind::emitSpirv;
}

/// Returns true if success delivers `output` and leaves the module as it is. Otherwise success
/// delivers `data`.
inline bool hasOutput(OperationKind kind) {
  return kind >= OperationKind::createBinary;
}

/// One operation with its arguments. The comment of a field names the operations that use it;
/// others ignore it. All views refer to the caller's data, alive until the outcome is there.
struct Operation {
  /// The kind. Serialised as a number (isolation/protocol.cpp), in the order of the enumerators.
  OperationKind kind;
  /// The program's text in UTF-8; compileOpenCLC.
  std::string_view source = {};
  /// Headers by the names of `#include`, as of clCompileProgram; compileOpenCLC.
  std::vector<InputHeader> headers = {};
  /// Files in place of the file system, for embedded source; compileOpenCLC.
  std::optional<std::vector<GivenFile>> files = {};
  /// SPIR-V words or bitcode; compileSPIRV, compileShaders, loadSPIR.
  std::span<const std::byte> il = {};
  /// Values of SPIR-V's specialization constants; compileSPIRV, compileShaders.
  std::vector<SpecializationConstant> constants = {};
  /// The modules to link, in order; never null; link.
  std::vector<const ModuleData *> inputs = {};
  /// The result is a library, to be linked again; link.
  bool createLibrary = false;
  /// A kernel of the finalized module; specializeKernel. For emit it may be empty: the whole
  /// module.
  std::string_view kernel = {};
  /// The form of the output; emit.
  EmitKind emitKind = EmitKind::ir;
  /// Known local and global sizes and argument values; specializeKernel.
  SpecializationOptions specialization = {};
};

/// The result of an operation. Either `failure` is set, or `data` or `output` is (see hasOutput()).
struct Outcome {
  /// Error and message; nothing on success.
  std::optional<Failure> failure;
  /// Lines for the build log: errors, warnings and remarks.
  std::string log;
  /// The module's new state, bitcode and information. Its options are not set: they stay as they
  /// were.
  std::optional<ModuleData> data;
  Bytes output;               ///< a binary, IR or assembly text, bitcode or SPIR-V words
  Dependencies dependencies;  ///< files read by compileOpenCLC
};

/// The target's compiler half (compiler/target/base_target.h).
class BaseTarget;

/// Performs the operation on the calling thread, which must be a compile thread: LLVM may overflow
/// any other stack, and a fatal error would end the process. Reentrant: each call has an
/// LLVMContext of its own. Implemented in perform.cpp.
Outcome perform(const BaseTarget &target, const ModuleData &data, const Operation &operation);

}  // namespace compiler
