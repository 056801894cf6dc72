// An output is written to a temporary state of the file that LLVM removes unless it is complete
// (llvm::ToolOutputFile). A target's output needs a module for its triple: the kernel pipeline
// gives it one, and --passes does so with --target.

#include "output.h"

#include "codegen/code_generator.h"
#include "codegen/elf_linker.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

namespace compiler::tools::muxc {
namespace {

/// Generates code with the machine's back end, and links it for --emit=binary. Optimises nothing:
/// the passes are the user's choice.
Result<Bytes> generate(llvm::Module &module, const Device &device, Emit emit, const bool &failed) {
  if (module.getTargetTriple() != device.machine()->getTargetTriple()) {
    return Failure{Error::invalidValue,
                   "the module is not for this target; run --pipeline=kernel first"};
  }
  auto code = emitCode(module, *device.machine(),
                       emit == Emit::asm_ ? CodeKind::assembly : CodeKind::object);
  if (!code || failed || emit != Emit::binary) {
    return code;
  }
  std::string log;
  auto binary = linkBinary(std::span(&*code, 1), device.target()->linkModel(), log);
  llvm::errs() << log;
  return binary;
}

/// Writes the output into an open stream.
support::Status write(llvm::Module &module, const Device &device, Emit emit, const bool &failed,
                      llvm::raw_ostream &stream) {
  if (emit == Emit::ll) {
    module.print(stream, nullptr);
    return {};
  }
  if (emit == Emit::bc) {
    llvm::WriteBitcodeToFile(module, stream);
    return {};
  }
  const auto bytes = generate(module, device, emit, failed);
  if (!bytes) {
    return support::Failure{bytes.error().message};
  }
  stream.write(reinterpret_cast<const char *>(bytes->data()), bytes->size());
  return {};
}

}  // namespace

support::Status writeOutput(llvm::Module &module, const Device &device, const Options &options,
                            const bool &failed) {
  std::error_code error;
  llvm::ToolOutputFile file(options.output, error, llvm::sys::fs::OF_None);
  if (error) {
    return support::Failure{"'" + options.output + "': " + error.message()};
  }
  auto written = write(module, device, options.emit, failed, file.os());
  if (!written || failed) {
    return written;
  }
  file.os().flush();
  error = file.os().error();
  if (error) {
    file.os().clear_error();
    return support::Failure{"'" + options.output + "': " + error.message()};
  }
  file.keep();
  return {};
}

}  // namespace compiler::tools::muxc
