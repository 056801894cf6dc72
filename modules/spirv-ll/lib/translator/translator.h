// The state of one translation: the LLVM module under construction and the tables of ids.
//
// A handler (handlers.h) receives the translator and one instruction, reads operands by their ids
// and stores its result under the instruction's id.
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
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace spirv_ll {

/// The address spaces of LLVM's spir and spir64 targets, as Clang numbers them.
enum AddressSpace : unsigned {
  privateSpace = 0,
  globalSpace = 1,
  constantSpace = 2,
  localSpace = 3,
  genericSpace = 4,
};

/// A decoration of an id (SPIR-V 1.6 §3.20), with the operands behind its kind.
/// The operands refer to the words of the module; they are valid as long as these.
struct Decoration {
  spv::Decoration kind;
  std::span<const uint32_t> operands;
};

/// An OpEntryPoint (§3.32.5): the id of its function and the name that the host sees.
/// Several entry points may share a function (module/kernels.cpp). The instruction gives later
/// errors their position.
struct EntryPoint {
  uint32_t function;
  std::string name;
  const Instruction *instruction;
};

/// The operands of the decoration LinkageAttributes.
struct Linkage {
  std::string name;
  spv::LinkageType type;
};

/// Extended instruction sets. Instructions of `information` (other NonSemantic sets) are dropped;
/// instructions of an `unknown` set are errors.
/// The set decides the meaning of an OpExtInst's number (SPIR-V 1.6 §3.32.5).
enum class ExtendedSet : uint8_t {
  unknown,
  openclStd,
  glslStd450,
  openclDebug,
  shaderDebug,
  information
};

class DebugLines;
struct ShaderState;

/// Translates one validated module. See the top of the file.
class Translator {
 public:
  /// `specializations` and `instructions` must outlive the translator.
  Translator(llvm::LLVMContext &context, const Device &device,
             std::span<const Specialization> specializations,
             std::span<const Instruction> instructions);

  ~Translator();

  /// Translates the whole module; call it once. Null after an error, which takeError() returns.
  std::unique_ptr<llvm::Module> run();
  std::optional<Error> takeError() { return std::move(error_); }

  // The target, the module and the error.

  const Device &device() const { return device_; }
  bool isShader() const { return device_.api == Api::vulkan; }
  ShaderState &shader() { return *shader_; }  ///< shader/shader.h; for shaders only
  /// True if the device has an OpenCL extension or an OpenCL C feature.
  bool hasFeature(std::string_view feature) const;
  llvm::LLVMContext &context() { return module_->getContext(); }
  llvm::Module &module() { return *module_; }
  /// Builds at the end of the current block; without an insertion point outside of functions.
  /// Handlers change its insertion point only under a guard.
  llvm::IRBuilder<> &builder() { return builder_; }
  std::span<const Specialization> specializations() const { return specializations_; }

  bool failed() const { return error_.has_value(); }
  /// Reports an error at an instruction. Only the first error is kept; the instruction's name is
  /// put in front of the message.
  /// A handler may go on after an error. Its results are dropped with the module.
  void fail(const Instruction &instruction, const std::string &message,
            Error::Kind kind = Error::Kind::unsupported);
  /// Reports an error at the instruction under translation.
  void fail(const std::string &message, Error::Kind kind = Error::Kind::unsupported);

  /// Calls the handler of an instruction. OpSpecConstantOp passes its inner operation here.
  /// An opcode without a handler is an error with the reason of coverage/coverage.h.
  void translate(const Instruction &instruction);

  // Ids. An id of the wrong kind is reported as an error, and the function returns a harmless
  // stand-in, or null where its comment says so.

  /// The instruction that defines the id, or null.
  const Instruction *definition(uint32_t id) const { return definitions_.lookup(id); }
  /// The opcode of the defining instruction; OpNop for an undefined id.
  spv::Op opOf(uint32_t id) const;

  /// The LLVM type of an OpType… id; i32 and an error for any other id.
  /// Pointer types have lost their pointee here; pointeeId() has it.
  llvm::Type *type(uint32_t id);
  /// Stores the LLVM type of an OpType… id; a handler of types calls it once.
  void setType(uint32_t id, llvm::Type *type) { types_[id] = type; }
  /// The depth of nesting of a type and its number of scalar and vector elements. Both are limited,
  /// since LLVM recurses into types and expands aggregate values.
  struct Shape {
    unsigned depth = 1;
    uint64_t leaves = 1;
  };
  /// The noted shape of an aggregate; one level with one element for any other type.
  Shape shape(llvm::Type *type) const;
  /// Notes the shape of an aggregate, so that larger aggregates can add up their members' shapes.
  void setShape(llvm::Type *type, Shape shape) { shapes_[type] = shape; }
  /// The type id of a value, or 0.
  uint32_t typeIdOf(uint32_t value) const;
  /// The pointee type id of an OpTypePointer, or 0.
  uint32_t pointeeId(uint32_t pointerType) const;
  /// The element type id of a vector, an array or a matrix, or of member `index` of a structure;
  /// 0 for any other type.
  uint32_t elementId(uint32_t compositeType, uint32_t index = 0) const;

  /// The value of an id in the current function. Builtin variables, interface variables of shaders
  /// and constant samplers are materialised on first use. Poison and an error if there is none.
  llvm::Value *value(uint32_t id);
  /// True if the function under translation may use the value: a constant, or its own.
  /// Without this test an operand of an unchecked instruction could name a value of another
  /// function, and LLVM's verifier would reject the module.
  bool isHere(const llvm::Value &value) const;
  /// The value of an id as a constant; null and an error if it is not constant.
  llvm::Constant *constant(uint32_t id);
  /// The value of an integer constant of at most 64 bits, zero-extended. Empty without an error if
  /// the id is anything else.
  /// Lengths, scopes and literals by id are read so.
  std::optional<uint64_t> integer(uint32_t id);
  /// Stores an instruction's result and names it by OpName. Null is ignored, so that a builtin call
  /// may be passed unchecked. An error if the type is not the instruction's result type, or an
  /// aggregate that is not constant has more than 1024 elements.
  /// Each value id is set once (SPIR-V 1.6 §2.4, static single assignment).
  void setValue(const Instruction &instruction, llvm::Value *value);
  /// Stores a function under its OpFunction, whose result type is the function's return type.
  void setFunction(const Instruction &instruction, llvm::Function *declared) {
    values_[instruction.id] = declared;
  }
  /// Tells if a handler has stored a value for the id; nothing is materialised and nothing
  /// reported.
  bool hasValue(uint32_t id) const { return values_.contains(id); }

  // Annotations.

  /// The OpName of an id; empty without one.
  llvm::StringRef name(uint32_t id) const {
    const auto found = names_.find(id);
    return found == names_.end() ? llvm::StringRef() : llvm::StringRef(found->second);
  }
  /// Stores an OpName. The translator asks for it when it makes the value, since names precede
  /// values (SPIR-V 1.6 §2.4).
  void setName(uint32_t id, std::string name) { names_[id] = std::move(name); }
  /// Adds a decoration to an id, in the order of the module.
  /// A name in LinkageAttributes also enters `publicNames`.
  void decorate(uint32_t id, Decoration decoration);
  /// Notes an OpEntryPoint of any execution model.
  /// The handlers of modules and of shaders check the execution model first.
  void addEntryPoint(const Instruction &instruction);
  /// All decorations of an id. Valid until the next decorate().
  llvm::ArrayRef<Decoration> decorations(uint32_t id) const;
  /// The first decoration of a kind, or null. Valid until the next decorate().
  const Decoration *find(uint32_t id, spv::Decoration kind) const;
  bool has(uint32_t id, spv::Decoration kind) const { return find(id, kind) != nullptr; }
  /// The linkage of a function or variable; empty for internal ones. Malformed operands count as
  /// none.
  std::optional<Linkage> linkage(uint32_t id) const;
  /// The bytes of the decoration Alignment or AlignmentId, or 0 without one. An error for a value
  /// that is not a power of two or exceeds 2^28.
  /// The value 0xFFFFFF80 of LLVM's back end means 128.
  uint64_t alignment(uint32_t id);

  /// Entry points in the module's order; a function may have several.
  std::vector<EntryPoint> entryPoints;
  llvm::StringSet<> publicNames;  ///< names of entry points, exports and imports
  /// The OpExecutionMode and OpExecutionModeId instructions of each function.
  llvm::DenseMap<uint32_t, llvm::SmallVector<const Instruction *>> executionModes;
  /// The Khronos translator hides the source types of kernels' arguments in them
  /// (module/kernels.cpp).
  std::vector<std::string> strings;                    ///< texts of all OpString
  llvm::DenseMap<uint32_t, ExtendedSet> extendedSets;  ///< by the id of OpExtInstImport
  /// The set of an import; ExtendedSet::unknown for any other id.
  ExtendedSet extendedSet(uint32_t id) const { return extendedSets.lookup(id); }

  // Code.

  llvm::Function *function = nullptr;  ///< under translation; null outside of functions
  uint32_t functionId = 0;             ///< the id of its OpFunction
  /// The module's debug information; lives as long as the translator.
  DebugLines &debugLines() { return *debugLines_; }
  /// The instructions behind an OpFunction, to the end of the module: its parameters come first.
  std::span<const Instruction> parametersOf(uint32_t functionId) const;
  /// The instructions from the first OpFunction on.
  std::span<const Instruction> functions() const { return instructions_.subspan(firstFunction_); }
  /// The block of an OpLabel in the current function, created on first use.
  /// A branch may precede its target, so the first of the two creates the block.
  llvm::BasicBlock *block(uint32_t label);
  /// The block of an OpLabel, or null if no reachable branch leads to it.
  llvm::BasicBlock *findBlock(uint32_t label) const { return blocks_.lookup(label); }
  /// A phi whose incoming values are added at the end of the function (completePhis).
  struct PendingPhi {
    const Instruction *instruction;
    llvm::PHINode *phi;
  };
  /// Phis of the current function, in the order of their instructions.
  std::vector<PendingPhi> pendingPhis;
  /// Builtin variables by id: the local copies of the current function.
  llvm::DenseMap<uint32_t, llvm::Value *> builtinVariables;
  /// Set by the capability ArbitraryPrecisionIntegersINTEL. Memory accesses test it before they
  /// look for memory types.
  bool hasOddIntegers = false;                             ///< the module declares other widths
  llvm::DenseMap<llvm::Type *, llvm::Type *> memoryForms;  ///< cache of memoryForm()
  /// The module declares SPV_codeplay_usm_generic_storage_class.
  bool omitsStorageClasses = false;
  /// The sum is limited (images/pipe_storage.cpp), since each pipe becomes a variable of the
  /// program.
  uint64_t pipeStorage = 0;     ///< bytes of all program-scope pipes so far
  bool hasSavedMemory = false;  ///< the current function has OpSaveMemoryINTEL
  /// Volatile members: structure id and member number. Access chains pass the decoration on to the
  /// pointers they make.
  llvm::DenseSet<std::pair<uint32_t, uint32_t>> volatileMembers;
  /// A constant decorated with BuiltIn WorkgroupSize (SPIR-V 1.6 §3.21) takes precedence over the
  /// execution mode LocalSize.
  uint32_t workgroupSize = 0;  ///< id of a shader's constant WorkgroupSize, or 0

  /// Calls a builtin of OpenCL C by its mangled name (mangling.h); the builtins library defines it
  /// later (OpenCL C 3.0 §6.15). Null and an error if an argument is an integer of an unusual
  /// width, the builder is outside of a function, or the module declares the name otherwise.
  llvm::CallInst *callBuiltin(const std::string &mangled, llvm::Type *result,
                              llvm::ArrayRef<llvm::Value *> arguments);
  /// True, and an error, for an integer of a width that no builtin accepts.
  bool refuseOddInteger(const llvm::Type *type);
  /// size_t of the device: i32 or i64.
  llvm::IntegerType *sizeType();

 private:
  /// The steps of run(), in this order. Each ends early after an error of an earlier one. index()
  /// fills the table of definitions; prepareModule() sets target and metadata. translateGlobals()
  /// handles all instructions in front of the first function. Functions are declared before any
  /// body, because a call may precede its callee.
  void index();
  void prepareModule();
  void translateGlobals();
  void declareFunctions();
  void translateFunctions();
  void translateBody(size_t first, size_t last);
  bool verify();

  const Device device_;
  std::span<const Specialization> specializations_;
  std::span<const Instruction> instructions_;
  std::unique_ptr<llvm::Module> module_;
  llvm::IRBuilder<> builder_;
  std::unique_ptr<DebugLines> debugLines_;
  std::unique_ptr<ShaderState> shader_;
  std::optional<Error> error_;
  const Instruction *current_ = nullptr;
  size_t firstFunction_ = 0;
  llvm::DenseMap<uint32_t, const Instruction *> definitions_;
  llvm::DenseMap<uint32_t, llvm::Type *> types_;
  llvm::DenseMap<llvm::Type *, Shape> shapes_;
  llvm::DenseMap<uint32_t, llvm::Value *> values_;
  llvm::DenseMap<uint32_t, llvm::BasicBlock *> blocks_;
  llvm::DenseMap<uint32_t, std::string> names_;
  llvm::DenseMap<uint32_t, llvm::SmallVector<Decoration>> decorations_;
};

/// True if a type is an integer, or a vector of integers, of a width unknown to OpenCL C
/// (SPV_INTEL_arbitrary_precision_integers). Booleans are not.
inline bool isOddInteger(const llvm::Type *type) {
  const unsigned width = type->isIntOrIntVectorTy() ? type->getScalarSizeInBits() : 1;
  return width != 1 && width != 8 && width != 16 && width != 32 && width != 64;
}

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
