// The layers of a compilation's file system, on LLVM's virtual file system:
//
//   OverlayFileSystem
//     InMemoryFileSystem: /kiln/own/…, /kiln/target/declarations, /kiln/program/headers/…
//     RegularFiles: records and limits accesses
//       the machine's file system, or an InMemoryFileSystem with given files
//
// A build must neither hang nor exhaust memory by an #include, so only regular files of limited
// size can be opened. A file that was looked for and not found is recorded, too: if it appears
// later, the program may compile to something else.

#include "frontend/virtual_files.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <map>

#include "builtins/library.h"
#include "frontend/limits.h"
#include "frontend/preprocessor_limits.h"
#include "llvm/Support/MemoryBuffer.h"

extern "C" const char kilnOpenCLBaseHeader[], kilnOpenCLBaseHeader_end[];

namespace compiler::frontend {
namespace {

using llvm::vfs::FileSystem;

/// A path as it was spelled, and its absolute form.
struct SeenPath {
  std::string spelled, absolute;
};

/// Records the files that were looked for, one entry per spelling.
class SeenFiles {
 public:
  explicit SeenFiles(std::vector<FileDependency> &files) : files_(files) {}

  /// Returns true if the path has an entry.
  bool has(const SeenPath &path) const { return indices_.contains(path.spelled); }
  /// Records a folder that was opened as a file.
  void addFolder(const SeenPath &path) { find(path).contents = FileDependency::folder; }
  /// Records a file's contents; null for a missing file. The last reading counts.
  void add(const SeenPath &path, const llvm::MemoryBuffer *contents) {
    FileDependency &file = find(path);
    if (contents) {
      file.contents = XXH3_64bits(contents->getBufferStart(), contents->getBufferSize());
      file.text = contents->getBuffer().str();
    }
  }

 private:
  /// Returns the path's entry; makes it at the first use.
  FileDependency &find(const SeenPath &path) {
    const auto [place, isNew] = indices_.try_emplace(path.spelled, files_.size());
    if (isNew) {
      files_.push_back({.path = path.absolute, .spelling = path.spelled});
    }
    return files_[place->second];
  }

  std::vector<FileDependency> &files_;
  std::map<std::string, size_t> indices_;
};

/// A file that is recorded and checked when it is read.
class CheckedFile : public llvm::vfs::File {
 public:
  CheckedFile(std::unique_ptr<llvm::vfs::File> file, SeenPath path, SeenFiles &seen)
      : file_(std::move(file)), path_(std::move(path)), seen_(seen) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return file_->status(); }
  llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name,
                                                               int64_t size, bool terminated,
                                                               bool isVolatile) override {
    auto buffer = file_->getBuffer(name, size, terminated, isVolatile);
    if (buffer) {
      seen_.add(path_, buffer->get());
    }
    if (buffer && !conditionsAreShort((*buffer)->getBuffer())) {
      return std::make_error_code(std::errc::file_too_large);
    }
    return buffer;
  }
  std::error_code close() override { return file_->close(); }

 private:
  std::unique_ptr<llvm::vfs::File> file_;
  SeenPath path_;
  SeenFiles &seen_;
};

/// Opens regular files of limited size only: `#include "/dev/zero"` or a pipe must not hang a
/// build.
class RegularFiles : public llvm::vfs::ProxyFileSystem {
 public:
  RegularFiles(llvm::IntrusiveRefCntPtr<FileSystem> files, std::vector<FileDependency> &seen)
      : ProxyFileSystem(std::move(files)), seen_(seen) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override {
    const SeenPath name = pathOf(path);
    if (name.absolute.starts_with(virtualFolder)) {
      return std::make_error_code(std::errc::no_such_file_or_directory);
    }
    auto status = ProxyFileSystem::status(path);
    if (!seen_.has(name)) {
      see(name, status);
    }
    return status;
  }

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(
      const llvm::Twine &path) override {
    auto status = this->status(path);
    if (!status) {
      return status.getError();
    }
    if (status->isDirectory()) {  // skipped: a later -I may have a file with this name
      seen_.addFolder(pathOf(path));
      return std::make_error_code(std::errc::is_a_directory);
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
    return std::make_unique<CheckedFile>(std::move(*file), pathOf(path), seen_);
  }

 private:
  /// Returns both forms of a path.
  SeenPath pathOf(const llvm::Twine &path) const {
    llvm::SmallString<256> text;
    path.toVector(text);
    (void)makeAbsolute(text);
    return {path.str(), text.str().str()};
  }
  /// Records a file that was asked for: even without being read it may decide about the program, as
  /// by
  /// __has_include.
  void see(const SeenPath &path, const llvm::ErrorOr<llvm::vfs::Status> &status) {
    if (!status) {
      seen_.add(path, nullptr);
    } else if (status->isRegularFile() && status->getSize() <= maximumSourceSize) {
      const auto contents = getUnderlyingFS().getBufferForFile(path.absolute);
      seen_.add(path, contents ? contents->get() : nullptr);
    }
  }

  SeenFiles seen_;
};

/// Copies a text: buffers end with a NUL character, views need not.
std::unique_ptr<llvm::MemoryBuffer> copyOf(std::string_view text, llvm::StringRef name) {
  return llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(text.data(), text.size()), name);
}

/// Enables half without a pragma if the device has it, as double is.
constexpr char enableHalf[] =
    "\n#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#endif\n";

/// Removes __has_embed: Clang 22 looks for the file of the source with the query, and crashes if
/// the source is only a text.
constexpr char noQueryOfEmbed[] = R"(
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wbuiltin-macro-redefined"
#undef __has_embed
#pragma clang diagnostic pop
)";

/// Returns Clang's header with the language's types and constants, then Kiln's additions to it.
std::vector<builtins::Header> ownHeaders() {
  static const std::string base =
      std::string(kilnOpenCLBaseHeader, kilnOpenCLBaseHeader_end) + enableHalf + noQueryOfEmbed;
  std::vector<builtins::Header> headers = {{"opencl-c-base.h", base}};
  std::span<const builtins::Header> more = builtins::headers();
  headers.insert(headers.end(), more.begin(), more.end());
  return headers;
}

/// Returns the path of one of Kiln's own headers.
std::string ownPath(const builtins::Header &header) {
  return ownHeaderFolder + ("/" + std::string(header.name));
}

/// Adds Kiln's own headers to a file system.
void addOwnHeaders(llvm::vfs::InMemoryFileSystem &files) {
  for (const builtins::Header &header : ownHeaders()) {
    std::string path = ownPath(header);
    files.addFile(path, 0, copyOf(header.text, path));
  }
}

/// Adds the headers of clCompileProgram. False, with a line in the log, for an impossible name.
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

/// Makes a file system of given files. Relative paths start in a deep folder, so that "../…" stays
/// inside of it.
llvm::IntrusiveRefCntPtr<FileSystem> closedFiles(std::span<const GivenFile> files) {
  constexpr char folder[] = "/program/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16";
  auto closed = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  closed->setCurrentWorkingDirectory(folder);
  for (const GivenFile &file : files) {
    closed->addFile(llvm::StringRef(file.path.data(), file.path.size()), 0,
                    copyOf(file.text, llvm::StringRef(file.path.data(), file.path.size())));
  }
  return closed;
}

}  // namespace

std::vector<std::string> preincludedHeaders(const DeviceProperties &properties) {
  std::vector<std::string> paths;
  for (const builtins::Header &header : ownHeaders()) {
    paths.push_back(ownPath(header));
  }
  if (!properties.declarations.empty()) {
    paths.emplace_back(declarationsFile);
  }
  return paths;
}

llvm::IntrusiveRefCntPtr<FileSystem> makeFileSystem(std::span<const InputHeader> headers,
                                                    const DeviceProperties &properties,
                                                    std::string &log,
                                                    std::vector<FileDependency> &seen,
                                                    const std::vector<GivenFile> *only) {
  auto inMemory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  addOwnHeaders(*inMemory);
  inMemory->addFile(declarationsFile, 0, copyOf(properties.declarations, declarationsFile));
  if (!addInputHeaders(*inMemory, headers, log)) {
    return nullptr;
  }
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::makeIntrusiveRefCnt<RegularFiles>(
          only ? closedFiles(*only) : llvm::vfs::getRealFileSystem(), seen));
  overlay->pushOverlay(inMemory);
  return overlay;
}

}  // namespace compiler::frontend
