// The suffix of the file chooses one of three ways to a module: the front end, the SPIR-V
// translator, or LLVM's parser. Parsed IR is verified, because a pass on an invalid module crashes
// far from the reason.

#include "input.h"

#include "frontend/frontend.h"
#include "il/spirv.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace compiler::tools::muxc {
namespace {

using ModuleResult = support::Result<std::unique_ptr<llvm::Module>>;

/// Runs the front end on OpenCL C.
ModuleResult compile(const llvm::MemoryBuffer &source, llvm::LLVMContext &context,
                     const frontend::BuildOptions &options, const DeviceProperties &properties) {
  std::string log;
  Dependencies dependencies;
  auto module = frontend::compileOpenCLC(context, source.getBuffer(), {}, options, properties, log,
                                         dependencies);
  llvm::errs() << log;
  if (!module) {
    return support::Failure{module.error().message};
  }
  return std::move(*module);
}

/// Translates SPIR-V with the kernels of OpenCL, without specialization constants.
ModuleResult translate(const llvm::MemoryBuffer &source, llvm::LLVMContext &context,
                       const DeviceProperties &properties) {
  const llvm::StringRef bytes = source.getBuffer();
  std::string log;
  auto module = il::compileSPIRV(context, std::as_bytes(std::span(bytes.data(), bytes.size())), {},
                                 /*areShaders=*/false, properties, log);
  llvm::errs() << log;
  if (!module) {
    return support::Failure{module.error().message};
  }
  return std::move(*module);
}

/// Parses IR as text or bitcode, and verifies it.
ModuleResult parse(const llvm::MemoryBuffer &source, llvm::LLVMContext &context) {
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseIR(source, diagnostic, context);
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (!module) {
    diagnostic.print(nullptr, stream, false);
    return support::Failure{message};
  }
  if (llvm::verifyModule(*module, &stream)) {
    return support::Failure{message};
  }
  return module;
}

}  // namespace

ModuleResult readModule(const std::string &file, llvm::LLVMContext &context,
                        const frontend::BuildOptions &options, const DeviceProperties &properties) {
  const llvm::StringRef name = file;
  auto source = llvm::MemoryBuffer::getFileOrSTDIN(file);
  if (!source) {
    return support::Failure{"'" + file + "': " + source.getError().message()};
  }
  if (name.ends_with(".spv")) {
    return translate(**source, context, properties);
  }
  return name.ends_with(".cl") ? compile(**source, context, options, properties)
                               : parse(**source, context);
}

}  // namespace compiler::tools::muxc
