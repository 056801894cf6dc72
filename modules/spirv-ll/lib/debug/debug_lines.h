// Translates OpLine and the debug information sets to LLVM's debug metadata.
//
// Wrong or unsupported debug information is dropped, never an error: it does not change the
// program. LLVM's metadata is created only if the module has any.
//
// For example, with SPIR-V on the left and the resulting metadata on the right:
//
//   %f = OpString "k.cl"                    !DIFile("k.cl"), and !DICompileUnit on first use
//   OpLine %f 3 5                           !DILocation(line: 3, column: 5, scope: !sp)
//   DebugFunction "k" … %f 2                !sp = !DISubprogram(name: "k", line: 2)
//   DebugDeclare %local %variable %none     #dbg_declare(ptr %variable, !DILocalVariable, …)
//
// LLVM wants the reverse of SPIR-V's order: a location needs its scope, the scope its function, and
// the function its types. So everything is made on demand, from the line upwards.
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
/// OpLine may stand anywhere (SPIR-V 1.6 §2.4); without this step, parametersOf() would return a
/// line in the place of a parameter.
void dropLinesOfParameters(std::vector<Instruction> &instructions);

/// The debug information of one module. LLVM's builder and compile unit are made at the first
/// position. A module without debug information has no metadata.
/// The translator owns it. Calls outside of the translation of this module have no meaning.
class DebugLines {
 public:
  /// `translator` must outlive the object, its owner.
  explicit DebugLines(Translator &translator) : translator_(translator) {}

  /// Sets the source position of the instructions built next. `file` is the id of an OpString; no
  /// effect for any other id.
  /// No effect outside of a function. The first position of a function creates its DISubprogram.
  void set(uint32_t file, uint32_t line, uint32_t column);
  /// Ends the validity of the last position (OpNoLine, SPIR-V 1.5 §3.32.2).
  /// A label ends the validity as well: a position holds inside of its block only.
  void clear() { translator_.builder().SetCurrentDebugLocation({}); }

  /// The source properties of a function, known before its body.
  /// DebugFunction has it in the global part of the module; OpFunction follows later. Empty members
  /// fall back to the first OpLine.
  struct Description {
    std::string name;
    uint32_t file = 0;
    uint32_t line = 0;
    uint32_t type = 0;    ///< DebugTypeFunction
    uint32_t source = 0;  ///< DebugFunction
  };
  /// Notes the description of the function with this OpFunction id.
  /// The last description of a function counts.
  void describe(uint32_t function, Description description) {
    descriptions_[function] = std::move(description);
  }
  /// True if `source` is the DebugFunction of the function.
  /// Variables name their DebugFunction as the scope. A variable of another one was inlined by the
  /// producer.
  bool isDescribed(uint32_t function, uint32_t source) const {
    const auto found = descriptions_.find(function);
    return found != descriptions_.end() && found->second.source == source;
  }

  /// Translates a DebugDeclare or DebugValue in the current function. No effect if its variable,
  /// expression or value is not understood.
  /// LLVM's verifier rejects a record of a value from another function, so this checks where the
  /// value lives.
  void declareVariable(const DebugExtension &use);
  /// Notes a DebugGlobalVariable; the variable may be defined later.
  /// Variables of a module have LLVM globals only after translateGlobals().
  void declareGlobal(const DebugExtension &global) { globals_.push_back(global); }

  /// Completes the current function: gives positions to calls without one, as LLVM's inliner needs.
  /// Without a position on such a call, LLVM's verifier would reject the function.
  void endFunction();
  /// Completes the module: describes global variables and finishes the metadata.
  /// DIBuilder leaves temporary nodes until it is finished, so this must run before the verifier.
  void endModule();

  /// The file named by an OpString; null for any other id.
  /// One DIFile for each string, with the path as the producer wrote it.
  llvm::DIFile *fileOf(uint32_t string);

 private:
  /// One unit for the module, named after the first file.
  llvm::DICompileUnit *unitOf(llvm::DIFile *file);
  /// The subprogram of the current function, created on first use.
  /// Its file and line are the description's, if there is one.
  llvm::DISubprogram *subprogram(llvm::DIFile *file, uint32_t line);
  /// Call it only behind fileOf(), which creates the builder.
  /// Types need the builder, so they are made after it.
  DebugTypes &types();
  /// Attaches a DIGlobalVariableExpression to each noted variable with an LLVM global.
  void describeGlobals();

  Translator &translator_;
  std::unique_ptr<llvm::DIBuilder> builder_;
  std::unique_ptr<DebugTypes> types_;
  /// Null until the first position or global variable.
  llvm::DICompileUnit *unit_ = nullptr;
  /// Caches by id: files by OpString, descriptions by OpFunction.
  llvm::DenseMap<uint32_t, llvm::DIFile *> files_;
  std::map<uint32_t, Description> descriptions_;
  std::map<std::pair<uint32_t, uint32_t>, llvm::DILocalVariable *>
      variables_;                                       ///< (function, variable)
  std::set<std::pair<uint32_t, uint32_t>> parameters_;  ///< (function, number)
  /// In the order of the module, for describeGlobals().
  std::vector<DebugExtension> globals_;
};

}  // namespace spirv_ll
