// What the handlers of the instructions share: the module that is being made, and what is
// known of each id.
//
// SPIRV-Tools has validated the module before the first handler runs, so a handler relies on
// what the specification's rules for its instruction say of operands and types. What the
// translator does not support is reported with fail(); the first error ends the translation
// after the handler, which until then may go on with what value() and type() give it.
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

/// SPIR's address spaces.
enum AddressSpace : unsigned {
  privateSpace = 0,
  globalSpace = 1,
  constantSpace = 2,
  localSpace = 3,
  genericSpace = 4,
};

struct Decoration {
  spv::Decoration kind;
  std::span<const uint32_t> operands;
};

struct EntryPoint {
  uint32_t function;
  std::string name;
  const Instruction *instruction;
};

/// What LinkageAttributes says.
struct Linkage {
  std::string name;
  spv::LinkageType type;
};

/// Sets of extended instructions. `information` says something about a program that is left out.
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

class Translator {
 public:
  Translator(llvm::LLVMContext &context, const Device &device,
             std::span<const Specialization> specializations,
             std::span<const Instruction> instructions);

  ~Translator();

  /// Null after an error.
  std::unique_ptr<llvm::Module> run();
  std::optional<Error> takeError() { return std::move(error_); }

  // What is going on.

  const Device &device() const { return device_; }
  bool isShader() const { return device_.api == Api::vulkan; }
  ShaderState &shader() { return *shader_; }  ///< shader.h; of shaders alone
  bool hasFeature(std::string_view feature) const;
  llvm::LLVMContext &context() { return module_->getContext(); }
  llvm::Module &module() { return *module_; }
  llvm::IRBuilder<> &builder() { return builder_; }
  std::span<const Specialization> specializations() const { return specializations_; }

  bool failed() const { return error_.has_value(); }
  /// Keeps the first error; its text begins with the instruction's name.
  void fail(const Instruction &instruction, const std::string &message,
            Error::Kind kind = Error::Kind::unsupported);
  /// At the instruction that is being translated.
  void fail(const std::string &message, Error::Kind kind = Error::Kind::unsupported);

  /// Calls the handler of an opcode, for OpSpecConstantOp.
  void translate(const Instruction &instruction);

  // Ids. Those that give a pointer or reference to something of a kind that the id is not
  // report an error and give a harmless stand-in, or null where it says so.

  /// The instruction whose result the id is, or null.
  const Instruction *definition(uint32_t id) const { return definitions_.lookup(id); }
  spv::Op opOf(uint32_t id) const;

  llvm::Type *type(uint32_t id);
  void setType(uint32_t id, llvm::Type *type) { types_[id] = type; }
  /// How deep a type's parts are nested, and how many scalars and vectors it has.
  struct Shape {
    unsigned depth = 1;
    uint64_t leaves = 1;
  };
  Shape shape(llvm::Type *type) const;
  void setShape(llvm::Type *type, Shape shape) { shapes_[type] = shape; }
  /// The id of the type of a value.
  uint32_t typeIdOf(uint32_t value) const;
  /// The id of what a pointer type points to, and of a vector's, array's or structure's part.
  uint32_t pointeeId(uint32_t pointerType) const;
  uint32_t elementId(uint32_t compositeType, uint32_t index = 0) const;

  llvm::Value *value(uint32_t id);
  /// Whether the function that is being translated may use it.
  bool isHere(const llvm::Value &value) const;
  /// Null, and an error, if it is not a constant.
  llvm::Constant *constant(uint32_t id);
  std::optional<uint64_t> integer(uint32_t id);
  void setValue(const Instruction &instruction, llvm::Value *value);
  /// OpFunction's type is that of what the function returns.
  void setFunction(const Instruction &instruction, llvm::Function *declared) {
    values_[instruction.id] = declared;
  }
  bool hasValue(uint32_t id) const { return values_.contains(id); }

  // Annotations.

  llvm::StringRef name(uint32_t id) const {
    const auto found = names_.find(id);
    return found == names_.end() ? llvm::StringRef() : llvm::StringRef(found->second);
  }
  void setName(uint32_t id, std::string name) { names_[id] = std::move(name); }
  void decorate(uint32_t id, Decoration decoration);
  /// What an OpEntryPoint says, whatever the execution model.
  void addEntryPoint(const Instruction &instruction);
  llvm::ArrayRef<Decoration> decorations(uint32_t id) const;
  const Decoration *find(uint32_t id, spv::Decoration kind) const;
  bool has(uint32_t id, spv::Decoration kind) const { return find(id, kind) != nullptr; }
  std::optional<Linkage> linkage(uint32_t id) const;
  /// The value of the decoration Alignment if it is one, else 0.
  uint64_t alignment(uint32_t id);

  std::vector<EntryPoint> entryPoints;
  llvm::StringSet<> publicNames;  ///< of entry points, exports and imports
  llvm::DenseMap<uint32_t, llvm::SmallVector<const Instruction *>> executionModes;
  std::vector<std::string> strings;                    ///< of all OpString
  llvm::DenseMap<uint32_t, ExtendedSet> extendedSets;  ///< imported
  /// ExtendedSet::unknown for one that is not imported.
  ExtendedSet extendedSet(uint32_t id) const { return extendedSets.lookup(id); }

  // Code.

  llvm::Function *function = nullptr;  ///< whose body is being translated
  uint32_t functionId = 0;             ///< of its OpFunction
  DebugLines &debugLines() { return *debugLines_; }
  /// The instructions that follow an OpFunction: its parameters first.
  std::span<const Instruction> parametersOf(uint32_t functionId) const;
  /// From the first OpFunction on.
  std::span<const Instruction> functions() const { return instructions_.subspan(firstFunction_); }
  llvm::BasicBlock *block(uint32_t label);
  /// Null if nothing leads to it.
  llvm::BasicBlock *findBlock(uint32_t label) const { return blocks_.lookup(label); }
  struct PendingPhi {
    const Instruction *instruction;
    llvm::PHINode *phi;
  };
  std::vector<PendingPhi> pendingPhis;
  /// The variable of this function that holds a builtin variable's value, by the id.
  llvm::DenseMap<uint32_t, llvm::Value *> builtinVariables;
  bool hasOddIntegers = false;                             ///< of widths up to 64 bits
  llvm::DenseMap<llvm::Type *, llvm::Type *> memoryForms;  ///< memory_form.h
  /// Generic may be the storage class of anything (SPV_codeplay_usm_generic_storage_class).
  bool omitsStorageClasses = false;
  uint64_t pipeStorage = 0;     ///< bytes of the pipes that belong to the module
  bool hasSavedMemory = false;  ///< in this function
  /// Ids of structures and numbers of members. Pointers to them, and into what is volatile, are
  /// decorated so themselves.
  llvm::DenseSet<std::pair<uint32_t, uint32_t>> volatileMembers;
  uint32_t workgroupSize = 0;  ///< the constant decorated so, of shaders

  /// A call of an undefined function with this mangled name, spir_func. Null after an error.
  llvm::CallInst *callBuiltin(const std::string &mangled, llvm::Type *result,
                              llvm::ArrayRef<llvm::Value *> arguments);
  /// Whether it is an integer that no builtin takes, and an error if so.
  bool refuseOddInteger(const llvm::Type *type);
  llvm::IntegerType *sizeType();

 private:
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

/// An integer that OpenCL C has no type for (SPV_INTEL_arbitrary_precision_integers), or a vector
/// of such; no boolean.
inline bool isOddInteger(const llvm::Type *type) {
  const unsigned width = type->isIntOrIntVectorTy() ? type->getScalarSizeInBits() : 1;
  return width != 1 && width != 8 && width != 16 && width != 32 && width != 64;
}

/// Translates an instruction into what it means, at the builder's place.
using Handler = void (*)(Translator &, const Instruction &);
struct HandlerRow {
  spv::Op op;
  Handler handler;
};
/// Null for an opcode that is not supported.
Handler findHandler(spv::Op op, Api api);

}  // namespace spirv_ll
