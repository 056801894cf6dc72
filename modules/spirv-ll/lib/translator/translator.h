// The state of one translation: the LLVM module under construction and the tables of ids.
//
// A handler (handlers.h) receives the translator and one instruction, reads operands by their ids
// and stores its result under the instruction's id.
//
// Each table is a type of its own, and the translator joins them:
//
//   index()        definitions, type ids, capabilities and extensions
//   annotations()  names and decorations                 entryPoints()  and execution modes
//   types()        LLVM types, their shapes and forms    body()         the current function
//   matrices()     cooperative matrix types
//
// Errors do not unwind. A handler reports a problem with fail(); the first error is kept, and the
// translation ends after that handler. Until then type() and value() hand out harmless stand-ins,
// so a handler needs no check behind each call. SPIRV-Tools has validated the module before the
// first handler runs, so handlers rely on the specification's rules for operands and types. They
// still check types where LLVM would assert: replaced instructions (validate/relaxation.h) were
// not validated.
//
// One translator serves one thread and one module.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "binary/binary.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "translator/annotations.h"
#include "translator/diagnostics.h"
#include "translator/entry_points.h"
#include "translator/function_body.h"
#include "translator/matrix_types.h"
#include "translator/module_index.h"
#include "translator/pipe_budget.h"
#include "translator/type_table.h"

namespace spirv_ll {

/// The address spaces of LLVM's spir and spir64 targets, as Clang numbers them.
enum AddressSpace : unsigned {
  privateSpace = 0,
  globalSpace = 1,
  constantSpace = 2,
  localSpace = 3,
  genericSpace = 4,
};

class DebugLines;
struct ShaderState;

/// The context of all handlers of one validated module. See the top of the file.
class Translator {
 public:
  /// `specializations` and `instructions` must outlive the translator.
  Translator(llvm::LLVMContext &context, const Device &device,
             std::span<const Specialization> specializations,
             std::span<const Instruction> instructions);

  ~Translator();

  // The target and the module.

  /// The device of the translation: its width of addresses, its features and its API.
  const Device &device() const { return device_; }
  /// True for a module of Vulkan's API.
  bool isShader() const { return device_.api == Api::vulkan; }
  /// True if the device has an OpenCL extension or an OpenCL C feature.
  bool hasFeature(std::string_view feature) const;
  /// The application's values for specialization constants (memory/constants.cpp).
  std::span<const Specialization> specializations() const { return specializations_; }
  /// The caller's context, owner of all types and constants.
  llvm::LLVMContext &context() { return module_->getContext(); }
  /// The module under construction. It is verified at the end only, so it may be incomplete.
  llvm::Module &module() { return *module_; }
  /// Moves the module out, at the end of the translation. No other call may follow but for the
  /// diagnostics.
  std::unique_ptr<llvm::Module> takeModule() { return std::move(module_); }
  /// Builds at the end of the current block; without an insertion point outside of functions.
  /// Handlers change its insertion point only under a guard.
  llvm::IRBuilder<> &builder() { return builder_; }
  /// size_t of the device: i32 or i64.
  llvm::IntegerType *sizeType() { return builder_.getIntNTy(device_.addressBits); }

  // The tables; each header says more.

  /// Definitions, type ids and declared capabilities; never changes.
  const ModuleIndex &index() const { return index_; }
  /// Names and decorations. Access chains add Volatile to their results.
  Annotations &annotations() { return annotations_; }
  /// Entry points and execution modes, complete in front of the first type.
  EntryPoints &entryPoints() { return entryPoints_; }
  /// LLVM types by their ids. type() below reports a missing one.
  TypeTable &types() { return types_; }
  /// Cooperative matrix types. Kernels alone have them.
  MatrixTypes &matrices() { return matrices_; }
  /// The function under translation.
  FunctionBody &body() { return body_; }
  /// The module's debug information (debug/debug_lines.h); lives as long as the translator.
  DebugLines &debugLines() { return *debugLines_; }
  /// Interface variables and layouts (shader/shader.h). Kernels have an empty one.
  ShaderState &shader() { return *shader_; }
  /// The room for program-scope pipes (images/pipe_storage.cpp).
  PipeBudget &pipeBudget() { return pipeBudget_; }

  // Errors.

  /// For the steps of a translation; handlers use the functions below.
  Diagnostics &diagnostics() { return diagnostics_; }
  /// True after an error. Handlers that work in several steps end early.
  bool failed() const { return diagnostics_.failed(); }
  /// Reports an error at an instruction. Only the first error is kept; the instruction's name is
  /// put in front of the message.
  /// A handler may go on after an error. Its results are dropped with the module.
  void fail(const Instruction &instruction, const std::string &message,
            Error::Kind kind = Error::Kind::unsupported) {
    diagnostics_.report(instruction, message, kind);
  }
  /// Reports an error at the instruction under translation.
  void fail(const std::string &message, Error::Kind kind = Error::Kind::unsupported) {
    diagnostics_.report(message, kind);
  }

  /// Calls the handler of an instruction. OpSpecConstantOp passes its inner operation here.
  /// An opcode without a handler is an error with the reason of coverage/coverage.h.
  void translate(const Instruction &instruction);

  // Operands. An id of the wrong kind is reported as an error, and the function returns a harmless
  // stand-in, or null where its comment says so.

  /// The LLVM type of an OpType… id; i32 and an error for any other id.
  llvm::Type *type(uint32_t id);
  /// The value of an id in the current function. Builtin variables, interface variables of shaders
  /// and constant samplers are materialised on first use. Poison and an error if there is none.
  llvm::Value *value(uint32_t id);
  /// The value of an id as a constant; null and an error if it is not constant.
  llvm::Constant *constant(uint32_t id);
  /// The value of an integer constant of at most 64 bits, zero-extended. Empty without an error if
  /// the id is anything else.
  /// Lengths, scopes and literals by id are read so.
  std::optional<uint64_t> integer(uint32_t id) const;
  /// The bytes of the decoration Alignment or AlignmentId, or 0 without one. An error for a value
  /// that is not a power of two or exceeds 2^28.
  /// The value 0xFFFFFF80 of LLVM's back end means 128.
  uint64_t alignment(uint32_t id);

  // Results.

  /// Stores an instruction's result and names it by OpName. Null is ignored, so that a builtin call
  /// may be passed unchecked. An error if the type is not the instruction's result type, or an
  /// aggregate that is not constant has more than 1024 elements.
  /// Each value id is set once (SPIR-V 1.6 §2.4, static single assignment).
  void setValue(const Instruction &instruction, llvm::Value *value);
  /// Stores a function under its OpFunction, whose result type is the function's return type.
  void setFunction(const Instruction &instruction, llvm::Function *declared) {
    values_[instruction.id] = declared;
  }
  /// Gives an id another value for a while (memory/pointer_vectors.cpp).
  void replaceValue(uint32_t id, llvm::Value *value) { values_[id] = value; }
  /// Tells if a handler has stored a value for the id; nothing is materialised and nothing
  /// reported.
  bool hasValue(uint32_t id) const { return values_.contains(id); }

 private:
  /// The value of a variable or sampler that is made where it is used. Null for any other id, or
  /// after an error.
  llvm::Value *materialize(const Instruction &instruction);

  const Device device_;
  const std::span<const Specialization> specializations_;
  std::unique_ptr<llvm::Module> module_;
  llvm::IRBuilder<> builder_;
  const ModuleIndex index_;
  Annotations annotations_;
  EntryPoints entryPoints_;
  TypeTable types_;
  FunctionBody body_;
  llvm::DenseMap<uint32_t, llvm::Value *> values_;
  Diagnostics diagnostics_;
  PipeBudget pipeBudget_;
  std::unique_ptr<DebugLines> debugLines_;
  std::unique_ptr<ShaderState> shader_;
  MatrixTypes matrices_;
};

/// Translates one instruction at the builder's insertion point.
/// It reads operands by id from the translator, builds IR, and stores the result by setValue(). It
/// reports a problem by Translator::fail() and returns.
using Handler = void (*)(Translator &, const Instruction &);
/// A row of a table of handlers.
/// Rows of a table stand in any order; the index of handlers.cpp hashes them.
struct HandlerRow {
  spv::Op op;
  Handler handler;
};
/// The handler of an opcode, or null if it is not supported. Thread-safe.
/// The index is made on the first call for each API.
Handler findHandler(spv::Op op, Api api);

}  // namespace spirv_ll
