// An output under a temporary name survives a crash of clc, a full disk and a concurrent reader:
// the reader sees the old file or the new one. The price is a rename, for which the folder has to
// be writable. Pipes and devices cannot be renamed over and are written in place.

#include "file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "support/descriptor.h"

namespace compiler::tools::clc {
namespace {

/// The largest input, against an endless pipe.
constexpr size_t maximumSize = size_t{1} << 30;

/// Describes a failure with the system's reason. To be called right after the operation.
support::Failure failure(const std::string &name) {
  return {"'" + name + "': " + std::strerror(errno)};
}

/// Reads up to the end. Sets errno on failure.
bool readAll(int file, Bytes &bytes) {
  constexpr size_t step = 64 << 10;
  while (bytes.size() <= maximumSize) {
    const size_t size = bytes.size();
    bytes.resize(size + step);
    const ssize_t count = read(file, bytes.data() + size, step);
    if (count < 0 && errno != EINTR) {
      return false;
    }
    bytes.resize(size + static_cast<size_t>(count < 0 ? 0 : count));
    if (count == 0) {
      return true;
    }
  }
  errno = EFBIG;
  return false;
}

/// Writes into an existing pipe or device.
bool writeInto(const std::string &name, std::span<const std::byte> bytes) {
  const int file = open(name.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (file < 0) {
    return false;
  }
  const bool written = support::writeAll(file, bytes);
  return (close(file) == 0) && written;
}

/// Returns the mode of a file made by open() with this process's mask. mkostemp() gives 0600.
mode_t defaultMode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/// Follows links to the end, where there need not be a file.
std::string targetOf(const std::string &name) {
  constexpr int mostLinks = 40;  // as for the system
  std::filesystem::path path = name;
  std::error_code error;
  for (int i = 0; i < mostLinks && std::filesystem::is_symlink(path, error); ++i) {
    path = path.parent_path() / std::filesystem::read_symlink(path, error);
  }
  return path.string();
}

/// Writes a temporary file beside the target of the link, and renames it.
bool replace(const std::string &link, std::span<const std::byte> bytes) {
  const std::string name = targetOf(link);
  if (access(name.c_str(), W_OK) != 0 && errno != ENOENT) {
    return false;  // though its folder would let it be replaced
  }
  std::string temporary = name + ".XXXXXX";
  const int file = mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0) {
    return false;
  }
  bool done = support::writeAll(file, bytes) && fchmod(file, defaultMode()) == 0;
  done = (close(file) == 0) && done && rename(temporary.c_str(), name.c_str()) == 0;
  if (!done) {
    const int reason = errno;
    unlink(temporary.c_str());
    errno = reason;
  }
  return done;
}

}  // namespace

/// Stops behind the limit, so a device such as /dev/zero ends in an error.
support::Result<Bytes> readFile(const std::string &name) {
  const bool isStandard = name == "-";
  const int file = isStandard ? STDIN_FILENO : open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return failure(name);
  }
  Bytes bytes;
  support::Status read;
  if (!readAll(file, bytes)) {
    read = failure(name);
  }
  if (!isStandard) {
    close(file);
  }
  return read ? support::Result<Bytes>(std::move(bytes)) : read.error();
}

/// Compares files, not names: a link or another spelling leads to the same one.
bool isSameFile(const std::string &first, const std::string &second) {
  struct stat one, other;
  return first != "-" && second != "-" && stat(first.c_str(), &one) == 0 &&
         stat(second.c_str(), &other) == 0 && S_ISREG(one.st_mode) && one.st_dev == other.st_dev &&
         one.st_ino == other.st_ino;
}

/// Chooses between replacing and writing into the file by its kind.
support::Status writeFile(const std::string &name, std::span<const std::byte> bytes) {
  struct stat status;
  const bool isStandard = name == "-" || name == "/dev/stdout";  // perhaps opened for appending
  const bool exists = !isStandard && stat(name.c_str(), &status) == 0;
  const bool isOfSystem = name.starts_with("/dev/") || name.starts_with("/proc/");
  // A file of the system is never replaced: /dev/null would become a regular file.
  const bool isInPlace = exists && (isOfSystem || !S_ISREG(status.st_mode));
  const bool written = isStandard  ? support::writeAll(STDOUT_FILENO, bytes)
                       : isInPlace ? writeInto(name, bytes)
                                   : replace(name, bytes);
  return written ? support::Status() : failure(name);
}

}  // namespace compiler::tools::clc
