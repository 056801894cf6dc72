// Generates random functions with loops, with one entry or several.
#pragma once

#include <random>

#include "llvm/IR/IRBuilder.h"

namespace compiler::vecz {

/// void f(ptr in, ptr own, i32 n): reads in[0 to 15], reads and writes own[16 * id + 0 to 15].
/// Regions are random acyclic graphs of blocks and of loops. Loops are left at any place and to any
/// outer loop; every loop ends. With `irreducible`, some loops have a second entry, in the middle.
class FlowGenerator {
 public:
  FlowGenerator(llvm::Module &module, unsigned seed, bool irreducible);
  llvm::Function *function();

 private:
  struct Loop {
    llvm::BasicBlock *next, *exit;
  };

  unsigned pick(unsigned below) { return random_() % below; }
  llvm::BasicBlock *block(const char *name);
  /// Returns the blocks between entry and exit.
  llvm::SmallVector<llvm::BasicBlock *> region(llvm::BasicBlock *entry, llvm::BasicBlock *exit,
                                               unsigned depth);
  void loop(llvm::BasicBlock *entry, llvm::BasicBlock *exit, unsigned depth);
  void statements();
  void branch(llvm::ArrayRef<llvm::BasicBlock *> later, unsigned depth);
  llvm::BasicBlock *target(llvm::ArrayRef<llvm::BasicBlock *> later);
  llvm::Value *number();
  llvm::Value *condition();
  llvm::Value *place(llvm::Value *base, llvm::Value *index);
  llvm::AllocaInst *variable() { return variables_[pick(variables_.size())]; }
  llvm::Value *read(llvm::AllocaInst *from) { return builder_.CreateLoad(i32_, from); }

  std::mt19937 random_;
  bool irreducible_;
  llvm::Module &module_;
  llvm::IRBuilder<> builder_;
  llvm::Type *i32_;
  llvm::Function *function_ = nullptr;
  llvm::Value *own_ = nullptr;
  llvm::BasicBlock *end_ = nullptr;
  llvm::SmallVector<llvm::AllocaInst *> variables_;
  llvm::SmallVector<llvm::AllocaInst *> counters_;
  llvm::SmallVector<Loop> loops_;
  unsigned budget_ = 40;
};

}  // namespace compiler::vecz
