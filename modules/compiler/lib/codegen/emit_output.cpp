// Output of modules for people and tools.
//
// SPIR-V comes from LLVM's own SPIR-V back end, with two corrections: zeros are rewritten for
// readers older than 2023, and the module has to pass Kiln's own SPIR-V reader. A module refused
// there would be of no use to anyone.

#include "codegen/emit_output.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "compiler/target/target_machine.h"
#include "il/spirv.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm_support/bitcode.h"
#include "llvm_support/log_handler.h"

namespace compiler {
namespace {

/// Returns the module as LLVM assembly.
Bytes textOf(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

/// Runs the kernel pipeline, then prints the IR or generates assembly.
Result<Bytes> emitOfTarget(llvm::Module &module, const CodeRequest &request, EmitKind kind,
                           const DiagnosticLog &diagnostics) {
  auto machine = prepareForCode(module, request, diagnostics);
  if (!machine) {
    return machine.error();
  }
  if (kind == EmitKind::kernelIr) {
    return textOf(module);
  }
  auto code = emitCode(module, *(*machine)->machine, CodeKind::assembly);
  if (code && diagnostics.hasErrors()) {
    return Failure{Error::compileFailure, "code generation failed"};
  }
  return code;
}

/// Translates the words back to LLVM IR, in a context of its own. A failure is added to `log`.
Result<void> checkSpirv(const Bytes &words, const DeviceProperties &properties, std::string &log) {
  llvm::LLVMContext context;
  std::string reason;
  const DiagnosticLog diagnostics(context, reason);
  if (il::compileSPIRV(context, words, {}, /*areShaders=*/false, properties, reason)) {
    return {};
  }
  log +=
      "error: LLVM's SPIR-V back end made a module that is not valid or not supported\n" + reason;
  return Failure{Error::compileFailure, "the program cannot be written as SPIR-V"};
}

/// Replaces OpConstantNull of integer types by OpConstant with the value 0. LLVM also uses it for
/// the indices of structure members, where SPIRV-Tools refused it until 2023. Words are scanned
/// once; OpTypeInt tells the width of a type (up to 64 bits), and the literal's words are inserted.
/// A malformed module is returned as it is.
///
///   OpConstantNull %uint %z   (3 words)   ->   OpConstant %uint %z 0   (4 words)
Bytes withPlainZeros(const Bytes &module) {
  constexpr uint32_t header = 5, typeInt = 21, constant = 43, constantNull = 46;
  std::vector<uint32_t> words(module.size() / sizeof(uint32_t)), out;
  std::memcpy(words.data(), module.data(), words.size() * sizeof(uint32_t));
  llvm::DenseMap<uint32_t, uint32_t> wordsOfType;
  size_t at = std::min<size_t>(header, words.size());
  out.assign(words.begin(), words.begin() + static_cast<ptrdiff_t>(at));
  while (at < words.size()) {
    const uint32_t opcode = words[at] & 0xffff, count = words[at] >> 16;
    if (count == 0 || count > words.size() - at) {
      return module;
    }
    const std::span<const uint32_t> instruction(&words[at], count);
    at += count;
    if (opcode == typeInt && count == 4) {
      const uint32_t width = instruction[2];
      wordsOfType[instruction[1]] = width > 64 ? 0 : width > 32 ? 2 : 1;
    }
    const uint32_t zeros =
        opcode == constantNull && count == 3 ? wordsOfType.lookup(instruction[1]) : 0;
    out.insert(out.end(), instruction.begin(), instruction.end());
    if (zeros != 0) {
      out[out.size() - count] = (count + zeros) << 16 | constant;
      out.insert(out.end(), zeros, 0);
    }
  }
  const auto bytes = std::as_bytes(std::span(out));
  return {bytes.begin(), bytes.end()};
}

/// Generates SPIR-V 1.2 for the device's address width, without optimisation.
Result<Bytes> emitSpirv(llvm::Module &module, const DeviceProperties &properties,
                        const DiagnosticLog &diagnostics, std::string &log) {
  // SPIR-V 1.2, the version of OpenCL 2.2.
  CodeModel model;
  model.triple =
      properties.addressBits == 32 ? "spirv32v1.2-unknown-unknown" : "spirv64v1.2-unknown-unknown";
  auto machine = createTargetMachine(model, llvm::CodeGenOptLevel::None);
  if (!machine) {
    return machine.error();
  }
  module.setTargetTriple((*machine)->getTargetTriple());
  module.setDataLayout((*machine)->createDataLayout());
  auto words = emitCode(module, **machine, CodeKind::object);
  if (!words) {
    return words;
  }
  if (diagnostics.hasErrors()) {
    return Failure{Error::compileFailure, "the program cannot be written as SPIR-V"};
  }
  Bytes plain = withPlainZeros(*words);
  const auto checked = checkSpirv(plain, properties, log);
  return checked ? Result<Bytes>(std::move(plain)) : checked.error();
}

}  // namespace

Result<Bytes> emitOutput(llvm::Module &module, const CodeRequest &request, EmitKind kind,
                         const DiagnosticLog &diagnostics, std::string &log) {
  switch (kind) {
    case EmitKind::ir:
      return textOf(module);
    case EmitKind::bitcode:
      return writeBitcode(module);
    case EmitKind::kernelIr:
    case EmitKind::assembly:
      return emitOfTarget(module, request, kind, diagnostics);
    case EmitKind::spirv:
      break;
  }
  return emitSpirv(module, request.target.info().properties(), diagnostics, log);
}

}  // namespace compiler
