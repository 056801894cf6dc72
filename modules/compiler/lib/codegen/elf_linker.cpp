// lld as a library
// ----------------
// lld is made for a process of its own. It reads files, replaces a file, and has global state.
//
// * Inputs become anonymous files (memfd_create), named "/proc/self/fd/<n>" on its command line.
// * The output never becomes a file. lld writes it through llvm::FileOutputBuffer::create, and the
//   linker's --wrap (lib/CMakeLists.txt) redirects this factory to an OutputBuffer in memory.
// * Global state: a lock, and CommonLinkerContext::destroy() after each link.
//
// Only objects of Kiln's own code generation and its own support objects are linked, never a
// user's: lld does not survive all damaged objects.
//
// The flags make a shared library with a single exported symbol, the kernel table, and only the
// parts of ELF that runtimes accept (doc/mux-spec.md §9).

#include "codegen/elf_linker.h"

#include <sys/mman.h>
#include <unistd.h>
#include <mutex>

#include "lld/Common/CommonLinkerContext.h"
#include "lld/Common/Driver.h"
#include "llvm/Support/FileOutputBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "mux/abi.h"
#include "thread/compile_threads.h"

LLD_HAS_DRIVER(elf)

namespace compiler {
namespace {

/// Destination of the current link; null if none is under way. Guarded by lockLinker().
Bytes *linkOutput = nullptr;

/// The file that lld believes to write. commit() is called if the link succeeds.
class OutputBuffer final : public llvm::FileOutputBuffer {
 public:
  OutputBuffer(llvm::StringRef path, size_t size) : FileOutputBuffer(path), bytes_(size) {}

  uint8_t *getBufferStart() const override {
    return const_cast<uint8_t *>(reinterpret_cast<const uint8_t *>(bytes_.data()));
  }
  uint8_t *getBufferEnd() const override { return getBufferStart() + bytes_.size(); }
  size_t getBufferSize() const override { return bytes_.size(); }
  llvm::Error commit() override {
    if (linkOutput) {
      *linkOutput = std::move(bytes_);
    }
    return llvm::Error::success();
  }

 private:
  Bytes bytes_;
};

/// An anonymous file with the given bytes, closed by the destructor. Invalid if there is no
/// descriptor or no memory for it.
class InputFile {
 public:
  explicit InputFile(std::span<const std::byte> bytes)
      : descriptor_(memfd_create("kiln-link", MFD_CLOEXEC)) {
    while (descriptor_ >= 0 && !bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0) {
        close(descriptor_);
        descriptor_ = -1;
      } else {
        bytes = bytes.subspan(static_cast<size_t>(written));
      }
    }
  }
  ~InputFile() {
    if (descriptor_ >= 0) {
      close(descriptor_);
    }
  }
  InputFile(const InputFile &) = delete;
  InputFile &operator=(const InputFile &) = delete;

  /// Returns false if the file could not be made or filled.
  bool isValid() const { return descriptor_ >= 0; }
  /// Returns a path for lld, valid in this process as long as the object lives.
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

/// Returns lld's command line but for the inputs. The target's flags come last, so they win.
std::vector<std::string> linkArguments(const LinkModel &model) {
  std::vector<std::string> arguments = {
      "ld.lld", "-m", model.emulation, "-shared", "-Bsymbolic", "--no-undefined", "--gc-sections",
      "--hash-style=sysv", "--build-id=none",
      // Kernels may be called _start, _init or _fini; the linker must not treat these specially.
      "--entry=0", "-init=(none)", "-fini=(none)", "--pack-dyn-relocs=none", "-z", "separate-code",
      "-z", "max-page-size=" + std::to_string(model.machine.pageSize), "-z", "noexecstack",
      "--threads=1", "--color-diagnostics=never", "-o", "binary", "--exclude-libs=ALL"};
  arguments.insert(arguments.end(), model.flags.begin(), model.flags.end());
  return arguments;
}

/// Returns a version script that exports the kernel table alone.
std::span<const std::byte> versionScript() {
  static constexpr std::string_view text = "{ global: " MUX_KERNEL_TABLE_SYMBOL "; local: *; };\n";
  return std::as_bytes(std::span(text.data(), text.size()));
}

/// Locks lld. A build that was abandoned inside of lld holds the lock for ever. So waiting threads
/// look at isTrusted() ten times a second; the result is then unlocked.
std::unique_lock<std::timed_mutex> lockLinker() {
  static std::timed_mutex mutex;
  std::unique_lock lock(mutex, std::defer_lock);
  while (!lock.try_lock_for(std::chrono::milliseconds(100))) {
    if (!CompileThreads::instance().isTrusted()) {
      break;
    }
  }
  return lock;
}

/// Calls lld under the lock; its messages go to `log`.
Result<Bytes> runLinker(const std::vector<std::string> &arguments, std::string &log) {
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments) {
    pointers.push_back(argument.c_str());
  }
  Bytes output;
  llvm::raw_string_ostream stream(log);
  const auto lock = lockLinker();
  if (!lock) {
    return Failure{Error::internalFailure, "the linker met a fatal error in another build"};
  }
  linkOutput = &output;
  const bool linked = lld::elf::link(pointers, stream, stream, false, false);
  lld::CommonLinkerContext::destroy();
  linkOutput = nullptr;
  if (!linked || output.empty()) {
    return Failure{Error::internalFailure, "the link of the binary failed"};
  }
  return output;
}

/// Replaces an input's path in lld's messages by a name that tells the reader something.
void nameInput(std::string &text, const std::string &path, const std::string &name) {
  for (size_t at = 0; (at = text.find(path, at)) != std::string::npos;) {
    const size_t end = at + path.size();
    if (end < text.size() && text[end] >= '0' && text[end] <= '9') {
      at = end;  // a longer descriptor number with the same beginning
      continue;
    }
    text.replace(at, path.size(), name);
    at += name.size();
  }
}

}  // namespace

Result<Bytes> linkBinary(std::span<const Bytes> objects, const LinkModel &model, std::string &log) {
  std::vector<std::string> arguments = linkArguments(model);
  const InputFile script(versionScript());
  std::vector<std::unique_ptr<InputFile>> inputs;
  arguments.push_back("--version-script=" + script.path());
  for (const Bytes &object : objects) {
    inputs.push_back(std::make_unique<InputFile>(object));
    arguments.push_back(inputs.back()->path());
  }
  arguments.push_back("--start-lib");
  for (std::span<const std::byte> support : model.supportObjects) {
    inputs.push_back(std::make_unique<InputFile>(support));
    arguments.push_back(inputs.back()->path());
  }
  arguments.push_back("--end-lib");
  if (!script.isValid() || !std::ranges::all_of(inputs, &InputFile::isValid)) {
    return Failure{Error::outOfResources, "no anonymous file could be made for the link"};
  }
  std::string messages;
  auto binary = runLinker(arguments, messages);
  for (size_t i = 0; i < inputs.size(); ++i) {
    nameInput(messages, inputs[i]->path(),
              i < objects.size() ? "program"
                                 : "support object " + std::to_string(i - objects.size() + 1));
  }
  log += messages;
  if (!binary) {
    return binary;
  }
  if (const auto image = mux::elf::verify(*binary, model.machine); !image) {
    const std::string message = "the linked binary is not valid: " + image.error().message;
    log += "error: " + message + '\n';
    return Failure{Error::internalFailure, message};
  }
  return binary;
}

// Replaces llvm::FileOutputBuffer::create for all of this library; only lld calls it.
llvm::Expected<std::unique_ptr<llvm::FileOutputBuffer>> createOutputBuffer(
    llvm::StringRef path, size_t size,
    unsigned flags) __asm__("__wrap__ZN4llvm16FileOutputBuffer6createENS_9StringRefEmj");

llvm::Expected<std::unique_ptr<llvm::FileOutputBuffer>> createOutputBuffer(llvm::StringRef path,
                                                                           size_t size, unsigned) {
  return std::make_unique<OutputBuffer>(path, size);
}

}  // namespace compiler
