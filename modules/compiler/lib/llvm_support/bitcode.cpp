// Bitcode in memory, without files. The name "program" appears in LLVM's messages about a module.

#include "llvm_support/bitcode.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

namespace compiler {

Bytes writeBitcode(const llvm::Module &module) {
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream stream(buffer);
  llvm::WriteBitcodeToFile(module, stream);
  const auto bytes = std::as_bytes(std::span(buffer.data(), buffer.size()));
  return {bytes.begin(), bytes.end()};
}

support::Result<std::unique_ptr<llvm::Module>> readBitcode(std::span<const std::byte> bytes,
                                                           llvm::LLVMContext &context) {
  const llvm::StringRef text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(text, "program"), context);
  if (!module) {
    return support::Failure{llvm::toString(module.takeError())};
  }
  return std::move(*module);
}

}  // namespace compiler
