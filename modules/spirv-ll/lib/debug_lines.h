// Where instructions come from, as LLVM's debug information: files, functions and lines.
#pragma once

#include <map>
#include <memory>

#include "llvm/IR/DIBuilder.h"
#include "translator.h"

namespace spirv_ll {

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
  };
  void describe(uint32_t function, Description description) {
    descriptions_[function] = std::move(description);
  }

  /// The function that is being translated has all its instructions.
  void endFunction();
  void endModule();

 private:
  llvm::DIFile *fileOf(uint32_t string);
  llvm::DISubprogram *subprogram(llvm::DIFile *file, uint32_t line);

  Translator &translator_;
  std::unique_ptr<llvm::DIBuilder> builder_;
  llvm::DenseMap<uint32_t, llvm::DIFile *> files_;
  std::map<uint32_t, Description> descriptions_;
};

}  // namespace spirv_ll
