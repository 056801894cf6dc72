#include "file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace compiler::tools::clc {
namespace {

constexpr size_t maximumSize = size_t{1} << 30;

std::string failure(const std::string &name) {
  return "'" + name + "': " + std::strerror(errno);
}

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

bool writeAll(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(file, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) {
      return false;
    }
    bytes = bytes.subspan(static_cast<size_t>(count < 0 ? 0 : count));
  }
  return true;
}

/// Into what is there, as it is: a pipe, a device.
bool writeInto(const std::string &name, std::span<const std::byte> bytes) {
  const int file = open(name.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) {
    return false;
  }
  const bool written = writeAll(file, bytes);
  return (close(file) == 0) && written;
}

/// The access that open() would have given the file.
mode_t defaultMode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

bool replace(const std::string &name, std::span<const std::byte> bytes) {
  std::string temporary = name + ".XXXXXX";
  const int file = mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0) {
    return false;
  }
  bool done = writeAll(file, bytes) && fchmod(file, defaultMode()) == 0;
  done = (close(file) == 0) && done && rename(temporary.c_str(), name.c_str()) == 0;
  if (!done) {
    const int reason = errno;
    unlink(temporary.c_str());
    errno = reason;
  }
  return done;
}

}  // namespace

std::optional<Bytes> readFile(const std::string &name, std::string &error) {
  const bool isStandard = name == "-";
  const int file = isStandard ? STDIN_FILENO : open(name.c_str(), O_RDONLY | O_CLOEXEC);
  Bytes bytes;
  if (file < 0 || !readAll(file, bytes)) {
    error = failure(name);
  }
  if (file >= 0 && !isStandard) {
    close(file);
  }
  return error.empty() ? std::optional(std::move(bytes)) : std::nullopt;
}

bool writeFile(const std::string &name, std::span<const std::byte> bytes, std::string &error) {
  struct stat status;
  const bool exists = name != "-" && stat(name.c_str(), &status) == 0;
  const bool written = name == "-"                          ? writeAll(STDOUT_FILENO, bytes)
                       : exists && !S_ISREG(status.st_mode) ? writeInto(name, bytes)
                                                            : replace(name, bytes);
  if (!written) {
    error = failure(name);
  }
  return written;
}

}  // namespace compiler::tools::clc
