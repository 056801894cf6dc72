// The entry points of a module and the execution modes of their functions.
//
// Entry points precede all functions (SPIR-V 1.6 §2.4). Their handlers store them here; functions
// ask for their name and calling convention, and module/kernels.cpp applies the modes when all
// bodies exist.
//
// For example:
//
//   OpEntryPoint Kernel %f "first"             find(%f) is the entry point "first"
//   OpEntryPoint Kernel %f "second"            the same function under another name
//
//   OpExecutionMode %f LocalSize 64 1 1        modes(%f) has one mode, for both names
#pragma once

#include <string>
#include <vector>

#include "binary/binary.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

namespace spirv_ll {

/// An OpEntryPoint (§3.32.5): the id of its function and the name that the host sees.
/// Several entry points may share a function (module/kernels.cpp). The instruction gives later
/// errors their position.
struct EntryPoint {
  uint32_t function;
  std::string name;
  const Instruction *instruction;
};

/// See the top of the file. Results are valid until the next call that adds something.
class EntryPoints {
 public:
  /// Adds an OpEntryPoint of any execution model, which must outlive this object.
  /// The handlers of modules and of shaders check the execution model first.
  void add(const Instruction &instruction);
  /// All entry points, in the module's order; a function may have several.
  llvm::ArrayRef<EntryPoint> all() const { return entries_; }
  /// The first entry point of a function, or null. It gives the function its name; further entry
  /// points become copies of the function.
  const EntryPoint *find(uint32_t function) const;
  /// True if some entry point has this name. The host asks for it, so nothing else may take it.
  bool isName(llvm::StringRef name) const { return names_.contains(name); }

  /// Adds an OpExecutionMode or OpExecutionModeId, which must outlive this object.
  void addMode(const Instruction &mode) { modes_[mode.operand(0)].push_back(&mode); }
  /// The modes of a function, in the module's order. Of two modes of one kind the later counts.
  llvm::ArrayRef<const Instruction *> modes(uint32_t function) const;

  /// Notes the id of a shader's constant with the decoration BuiltIn WorkgroupSize.
  void setWorkgroupSize(uint32_t constant) { workgroupSize_ = constant; }
  /// The id of this constant, or 0. It takes precedence over the execution mode LocalSize (SPIR-V
  /// 1.6 §3.21).
  uint32_t workgroupSize() const { return workgroupSize_; }

 private:
  // Keys of modes are the ids of functions, not of entry points: these have no id.
  std::vector<EntryPoint> entries_;
  llvm::StringSet<> names_;
  llvm::DenseMap<uint32_t, llvm::SmallVector<const Instruction *>> modes_;
  uint32_t workgroupSize_ = 0;
};

}  // namespace spirv_ll
