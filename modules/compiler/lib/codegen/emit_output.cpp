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

Bytes textOf(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

Result<Bytes> emitOfTarget(llvm::Module &module, const CodeRequest &request, EmitKind kind,
                           const DiagnosticLog &diagnostics) {
  auto machine = prepareForCode(module, request, diagnostics);
  if (!machine) {
    return machine.failure();
  }
  if (kind == EmitKind::kernelIr) {
    return textOf(module);
  }
  auto code = emitCode(module, *(*machine)->target, CodeKind::assembly);
  if (code && diagnostics.hasErrors()) {
    return Failure{Error::compileFailure, "code generation failed"};
  }
  return code;
}

/// A module that this driver's own reader refuses is of no use to anyone.
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

/// LLVM's back end writes zeros as OpConstantNull, also where it indexes members of structures,
/// which SPIRV-Tools refused until 2023 and other readers may: of integers they become OpConstant.
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

Result<Bytes> emitSpirv(llvm::Module &module, const DeviceProperties &properties,
                        const DiagnosticLog &diagnostics, std::string &log) {
  // What OpenCL 2.1 to 3.0 take at least.
  CodeModel model;
  model.triple =
      properties.addressBits == 32 ? "spirv32v1.2-unknown-unknown" : "spirv64v1.2-unknown-unknown";
  auto machine = createTargetMachine(model, llvm::CodeGenOptLevel::None);
  if (!machine) {
    return machine.failure();
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
  return checked ? Result<Bytes>(std::move(plain)) : checked.failure();
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
