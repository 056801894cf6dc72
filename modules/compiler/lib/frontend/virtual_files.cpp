#include "frontend/virtual_files.h"

#include "builtins/library.h"
#include "frontend/limits.h"
#include "frontend/preprocessor_limits.h"
#include "llvm/Support/MemoryBuffer.h"

extern "C" const char kilnOpenCLBaseHeader[], kilnOpenCLBaseHeader_end[];

namespace compiler::frontend {
namespace {

using llvm::vfs::FileSystem;

/// A file whose text is checked when it is read.
class CheckedFile : public llvm::vfs::File {
 public:
  explicit CheckedFile(std::unique_ptr<llvm::vfs::File> file) : file_(std::move(file)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return file_->status(); }
  llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name,
                                                               int64_t size, bool terminated,
                                                               bool isVolatile) override {
    auto buffer = file_->getBuffer(name, size, terminated, isVolatile);
    if (buffer && !conditionsAreShort((*buffer)->getBuffer())) {
      return std::make_error_code(std::errc::file_too_large);
    }
    return buffer;
  }
  std::error_code close() override { return file_->close(); }

 private:
  std::unique_ptr<llvm::vfs::File> file_;
};

/// Only regular files of bounded size: `#include "/dev/zero"` or a pipe must not hang a build.
class RegularFiles : public llvm::vfs::ProxyFileSystem {
 public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(
      const llvm::Twine &path) override {
    auto status = ProxyFileSystem::status(path);
    if (!status) {
      return status.getError();
    }
    if (!status->isRegularFile()) {
      return std::make_error_code(std::errc::permission_denied);
    }
    if (status->getSize() > maximumSourceSize) {
      return std::make_error_code(std::errc::file_too_large);
    }
    auto file = ProxyFileSystem::openFileForRead(path);
    if (!file) {
      return file.getError();
    }
    return std::make_unique<CheckedFile>(std::move(*file));
  }
};

std::unique_ptr<llvm::MemoryBuffer> copyOf(std::string_view text, llvm::StringRef name) {
  return llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(text.data(), text.size()), name);
}

/// Half needs no pragma where the device has it, as double needs none.
constexpr char enableHalf[] =
    "\n#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#endif\n";

/// Clang's declarations of the language's types and constants, then ours of what Clang lacks.
std::vector<builtins::Header> ownHeaders() {
  static const std::string base =
      std::string(kilnOpenCLBaseHeader, kilnOpenCLBaseHeader_end) + enableHalf;
  std::vector<builtins::Header> headers = {{"opencl-c-base.h", base}};
  std::span<const builtins::Header> more = builtins::headers();
  headers.insert(headers.end(), more.begin(), more.end());
  return headers;
}

std::string ownPath(const builtins::Header &header) {
  return ownHeaderFolder + ("/" + std::string(header.name));
}

void addOwnHeaders(llvm::vfs::InMemoryFileSystem &files) {
  for (const builtins::Header &header : ownHeaders()) {
    std::string path = ownPath(header);
    files.addFile(path, 0, copyOf(header.text, path));
  }
}

bool addInputHeaders(llvm::vfs::InMemoryFileSystem &files, std::span<const InputHeader> headers,
                     std::string &log) {
  for (const InputHeader &header : headers) {
    std::string path = inputHeaderFolder + ("/" + std::string(header.name));
    if (header.name.empty() || !files.addFile(path, 0, copyOf(header.source, path))) {
      log += "error: the header name '" + std::string(header.name) +
             "' is empty or in conflict with another header\n";
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<std::string> preincludedHeaders(const DeviceFacts &facts) {
  std::vector<std::string> paths;
  for (const builtins::Header &header : ownHeaders()) {
    paths.push_back(ownPath(header));
  }
  if (!facts.declarations.empty()) {
    paths.emplace_back(declarationsFile);
  }
  return paths;
}

llvm::IntrusiveRefCntPtr<FileSystem> makeFileSystem(std::span<const InputHeader> headers,
                                                    const DeviceFacts &facts, std::string &log) {
  auto inMemory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  addOwnHeaders(*inMemory);
  inMemory->addFile(declarationsFile, 0, copyOf(facts.declarations, declarationsFile));
  if (!addInputHeaders(*inMemory, headers, log)) {
    return nullptr;
  }
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::makeIntrusiveRefCnt<RegularFiles>(llvm::vfs::getRealFileSystem()));
  overlay->pushOverlay(inMemory);
  return overlay;
}

}  // namespace compiler::frontend
