// The function under translation: its blocks, its unfinished phis and its local copies.
//
// Ids of blocks and of local copies have a meaning in one function only, so everything here is
// dropped when the next function begins. Values are different: they stay in the translator's table,
// and canUse() tells those of another function apart.
//
// For example, the translation of a loop:
//
//   OpBranch %head                            block(%head) creates the block
//   %head = OpLabel                           block(%head) finds it
//   %i = OpPhi %uint %zero %entry %next %latch
//                                             addPhi(): %next has no value yet
#pragma once

#include <vector>

#include "binary/binary.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "translator/annotations.h"

namespace spirv_ll {

/// A phi whose incoming values are added at the end of the function (completePhis).
struct PendingPhi {
  const Instruction *instruction;
  llvm::PHINode *phi;
};

/// See the top of the file.
class FunctionBody {
 public:
  /// Blocks are named by `annotations`, which must outlive this object.
  explicit FunctionBody(const Annotations &annotations) : annotations_(annotations) {}

  /// Begins the body of an OpFunction and forgets the one before.
  void begin(uint32_t id, llvm::Function *function);
  /// Ends the last body: no function is under translation from here on.
  void end() { function_ = nullptr; }
  /// The function under translation; null in front of the first and behind the last one.
  llvm::Function *function() const { return function_; }
  /// The id of its OpFunction; 0 in front of the first one. It is the key of the tables about
  /// functions: entry points, interface variables, debug information.
  uint32_t id() const { return id_; }
  /// True if the function may use a value: a constant or another global value, or its own.
  /// Without this test an operand of an unchecked instruction could name a value of another
  /// function, and LLVM's verifier would reject the module.
  bool canUse(const llvm::Value &value) const;

  /// The block of an OpLabel, created on first use.
  /// A branch may precede its target, so the first of the two creates the block.
  llvm::BasicBlock *block(uint32_t label);
  /// The block of an OpLabel, or null if no reachable branch leads to it.
  llvm::BasicBlock *findBlock(uint32_t label) const { return blocks_.lookup(label); }

  /// Notes a phi without incoming values. The instruction must live until the end of the function.
  void addPhi(const Instruction &instruction, llvm::PHINode *phi) {
    phis_.push_back({&instruction, phi});
  }
  /// The phis, in the order of their instructions.
  llvm::ArrayRef<PendingPhi> phis() const { return phis_; }

  /// The address of the function's copy of a builtin variable, or null before its first use.
  llvm::Value *builtinVariable(uint32_t variable) const {
    return builtinVariables_.lookup(variable);
  }
  /// Stores the address of a copy, made in the first block, so that it dominates every use.
  void setBuiltinVariable(uint32_t variable, llvm::Value *address) {
    builtinVariables_[variable] = address;
  }

  /// Notes an OpSaveMemoryINTEL. Only behind one may a block other than the first hold an array of
  /// variable length (memory/storage.cpp).
  void noteSavedMemory() { hasSavedMemory_ = true; }
  /// True behind an OpSaveMemoryINTEL of this function.
  bool hasSavedMemory() const { return hasSavedMemory_; }

 private:
  const Annotations &annotations_;  ///< names of blocks
  llvm::Function *function_ = nullptr;
  uint32_t id_ = 0;
  llvm::DenseMap<uint32_t, llvm::BasicBlock *> blocks_;
  std::vector<PendingPhi> phis_;
  llvm::DenseMap<uint32_t, llvm::Value *> builtinVariables_;
  bool hasSavedMemory_ = false;
};

}  // namespace spirv_ll
