// Modules in the forms that people and other tools read (compiler::EmitKind).
#pragma once

#include <string>

#include "codegen/code_generator.h"

namespace compiler {

/// Changes the module. `log` is where `diagnostics` writes, too. SPIR-V is for the helper process
/// alone: LLVM's back end ends its process on some modules.
Result<Bytes> emitOutput(llvm::Module &module, const CodeRequest &request, EmitKind kind,
                         const DiagnosticLog &diagnostics, std::string &log);

}  // namespace compiler
