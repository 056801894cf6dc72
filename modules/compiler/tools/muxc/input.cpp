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

/// Runs the front end on OpenCL C.
std::unique_ptr<llvm::Module> compile(const llvm::MemoryBuffer &source, llvm::LLVMContext &context,
                                      const frontend::BuildOptions &options,
                                      const DeviceProperties &properties, std::string &error) {
  std::string log;
  Dependencies dependencies;
  auto module = frontend::compileOpenCLC(context, source.getBuffer(), {}, options, properties, log,
                                         dependencies);
  llvm::errs() << log;
  if (!module) {
    error = module.failure().message;
    return nullptr;
  }
  return std::move(*module);
}

/// Translates SPIR-V with the kernels of OpenCL, without specialization constants.
std::unique_ptr<llvm::Module> translate(const llvm::MemoryBuffer &source,
                                        llvm::LLVMContext &context,
                                        const DeviceProperties &properties, std::string &error) {
  const llvm::StringRef bytes = source.getBuffer();
  std::string log;
  auto module = il::compileSPIRV(context, std::as_bytes(std::span(bytes.data(), bytes.size())), {},
                                 /*areShaders=*/false, properties, log);
  llvm::errs() << log;
  if (!module) {
    error = module.failure().message;
    return nullptr;
  }
  return std::move(*module);
}

/// Parses IR as text or bitcode, and verifies it.
std::unique_ptr<llvm::Module> parse(const llvm::MemoryBuffer &source, llvm::LLVMContext &context,
                                    std::string &error) {
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseIR(source, diagnostic, context);
  llvm::raw_string_ostream stream(error);
  if (!module) {
    diagnostic.print(nullptr, stream, false);
  } else if (llvm::verifyModule(*module, &stream)) {
    module.reset();
  }
  return module;
}

}  // namespace

std::unique_ptr<llvm::Module> readModule(const std::string &file, llvm::LLVMContext &context,
                                         const frontend::BuildOptions &options,
                                         const DeviceProperties &properties, std::string &error) {
  const llvm::StringRef name = file;
  auto source = llvm::MemoryBuffer::getFileOrSTDIN(file);
  if (!source) {
    error = "'" + file + "': " + source.getError().message();
    return nullptr;
  }
  if (name.ends_with(".spv")) {
    return translate(**source, context, properties, error);
  }
  return name.ends_with(".cl") ? compile(**source, context, options, properties, error)
                               : parse(**source, context, error);
}

}  // namespace compiler::tools::muxc
