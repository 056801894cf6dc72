// What is known of a program's source, as LLVM's debug information: files, functions and lines,
// types and variables.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "debug/debug_types.h"
#include "llvm/IR/DIBuilder.h"
#include "translator/translator.h"

namespace spirv_ll {

/// Between a function and its parameters lines and scopes may stand, which say nothing of either.
void dropLinesOfParameters(std::vector<Instruction> &instructions);

class DebugLines {
 public:
  explicit DebugLines(Translator &translator) : translator_(translator) {}

  /// What is built from now on in this block comes from there; `file` is an OpString.
  void set(uint32_t file, uint32_t line, uint32_t column);
  void clear() { translator_.builder().SetCurrentDebugLocation({}); }

  /// What is known of a function before its instructions: by the id of its OpFunction.
  struct Description {
    std::string name;
    uint32_t file = 0;
    uint32_t line = 0;
    uint32_t type = 0;    ///< DebugTypeFunction
    uint32_t source = 0;  ///< DebugFunction
  };
  void describe(uint32_t function, Description description) {
    descriptions_[function] = std::move(description);
  }
  /// Whether that DebugFunction is the function's.
  bool isDescribed(uint32_t function, uint32_t source) const {
    const auto found = descriptions_.find(function);
    return found != descriptions_.end() && found->second.source == source;
  }

  /// A DebugDeclare or DebugValue of the function that is being translated; has no effect if
  /// nothing can be made of it.
  void declareVariable(const DebugExtension &use);
  /// A DebugGlobalVariable; what it describes may come later.
  void declareGlobal(const DebugExtension &global) { globals_.push_back(global); }

  /// The function that is being translated has all its instructions.
  void endFunction();
  void endModule();

  /// Null if it is no OpString.
  llvm::DIFile *fileOf(uint32_t string);

 private:
  llvm::DICompileUnit *unitOf(llvm::DIFile *file);
  llvm::DISubprogram *subprogram(llvm::DIFile *file, uint32_t line);
  /// There is a file.
  DebugTypes &types();
  void describeGlobals();

  Translator &translator_;
  std::unique_ptr<llvm::DIBuilder> builder_;
  std::unique_ptr<DebugTypes> types_;
  llvm::DICompileUnit *unit_ = nullptr;
  llvm::DenseMap<uint32_t, llvm::DIFile *> files_;
  std::map<uint32_t, Description> descriptions_;
  std::map<std::pair<uint32_t, uint32_t>, llvm::DILocalVariable *> variables_;  ///< of functions
  std::set<std::pair<uint32_t, uint32_t>> parameters_;  ///< of functions, by their numbers
  std::vector<DebugExtension> globals_;
};

}  // namespace spirv_ll
