// Translates OpLine and the debug information sets to LLVM's debug metadata.
//
// Wrong or unsupported debug information is dropped, never an error: it does not change the
// program. LLVM's metadata is created only if the module has any.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "debug/debug_types.h"
#include "llvm/IR/DIBuilder.h"
#include "translator/translator.h"

namespace spirv_ll {

/// Moves lines and scopes between OpFunction and its parameters behind the parameters. The
/// translator expects parameters directly behind OpFunction.
void dropLinesOfParameters(std::vector<Instruction> &instructions);

/// The debug information of one module.
class DebugLines {
 public:
  explicit DebugLines(Translator &translator) : translator_(translator) {}

  /// Sets the source position of the instructions built next. `file` is the id of an OpString; no
  /// effect for any other id.
  void set(uint32_t file, uint32_t line, uint32_t column);
  /// Ends the validity of the last position (OpNoLine, SPIR-V 1.5 §3.32.2).
  void clear() { translator_.builder().SetCurrentDebugLocation({}); }

  /// The source properties of a function, known before its body.
  struct Description {
    std::string name;
    uint32_t file = 0;
    uint32_t line = 0;
    uint32_t type = 0;    ///< DebugTypeFunction
    uint32_t source = 0;  ///< DebugFunction
  };
  /// Notes the description of the function with this OpFunction id.
  void describe(uint32_t function, Description description) {
    descriptions_[function] = std::move(description);
  }
  /// Whether `source` is the DebugFunction of the function.
  bool isDescribed(uint32_t function, uint32_t source) const {
    const auto found = descriptions_.find(function);
    return found != descriptions_.end() && found->second.source == source;
  }

  /// Translates a DebugDeclare or DebugValue in the current function. No effect if its variable,
  /// expression or value is not understood.
  void declareVariable(const DebugExtension &use);
  /// Notes a DebugGlobalVariable; the variable may be defined later.
  void declareGlobal(const DebugExtension &global) { globals_.push_back(global); }

  /// Completes the current function: gives positions to calls without one, as LLVM's inliner needs.
  void endFunction();
  /// Completes the module: describes global variables and finishes the metadata.
  void endModule();

  /// The file named by an OpString; null for any other id.
  llvm::DIFile *fileOf(uint32_t string);

 private:
  llvm::DICompileUnit *unitOf(llvm::DIFile *file);
  llvm::DISubprogram *subprogram(llvm::DIFile *file, uint32_t line);
  /// Call it only behind fileOf(), which creates the builder.
  DebugTypes &types();
  void describeGlobals();

  Translator &translator_;
  std::unique_ptr<llvm::DIBuilder> builder_;
  std::unique_ptr<DebugTypes> types_;
  llvm::DICompileUnit *unit_ = nullptr;
  llvm::DenseMap<uint32_t, llvm::DIFile *> files_;
  std::map<uint32_t, Description> descriptions_;
  std::map<std::pair<uint32_t, uint32_t>, llvm::DILocalVariable *>
      variables_;                                       ///< (function, variable)
  std::set<std::pair<uint32_t, uint32_t>> parameters_;  ///< (function, number)
  std::vector<DebugExtension> globals_;
};

}  // namespace spirv_ll
