// Writes modules in the forms for people and other tools: IR, bitcode, assembly, SPIR-V.
//
// * ir and bitcode: the target-neutral module as LLVM assembly or bitcode, compiled or finalized.
// * kernelIr: a finalized module behind the kernel pipeline, as LLVM assembly.
// * assembly: a finalized module as assembly of the target.
// * spirv: a module before finalize, as SPIR-V words.
//
// clc -S, clc -emit-llvm, muxc and KILN_DUMP use these.
#pragma once

#include <string>

#include "codegen/code_generator.h"

namespace compiler {

/// Returns the module in the form `kind`; the module is changed. `log` is the string that
/// `diagnostics` writes to. kernelIr and assembly run the kernel pipeline for the request's target.
///
/// Error::compileFailure: the program cannot be compiled for the device or written as SPIR-V; the
/// log says why. SPIR-V is for the helper process alone: LLVM's SPIR-V back end ends its process on
/// some sound modules.
Result<Bytes> emitOutput(llvm::Module &module, const CodeRequest &request, EmitKind kind,
                         const DiagnosticLog &diagnostics, std::string &log);

}  // namespace compiler
