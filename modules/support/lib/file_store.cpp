#include "support/file_store.h"

#define XXH_INLINE_ALL
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <system_error>

#include "support/byte_io.h"
#include "support/descriptor.h"
#include "support/hex.h"

namespace support {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

constexpr std::array<char, 8> magic = {'K', 'I', 'L', 'N', 'S', 'T', 'O', '\n'};
constexpr uint32_t version = 1;
constexpr size_t headerSize = sizeof magic + 4 + 4 + 16 + 8 + 8;
constexpr int64_t secondsOfUse = 3600;    // a use is noted if the last one is that long ago
constexpr int64_t secondsOfScan = 600;    // and so often the sizes are summed up
constexpr int64_t secondsOfWrite = 3600;  // no writer takes so long
constexpr char scanFile[] = "scanned";

int64_t now() {
  return static_cast<int64_t>(std::time(nullptr));
}

Bytes headerOf(const FileStore::Key &key, std::span<const std::byte> bytes) {
  ByteWriter out;
  out.writeBytes(std::as_bytes(std::span(magic)));
  out.write(version);
  out.write(uint32_t{0});
  out.writeBytes(key);
  out.write(static_cast<uint64_t>(bytes.size()));
  out.write(static_cast<uint64_t>(XXH3_64bits(bytes.data(), bytes.size())));
  return out.take();
}

bool readAll(int file, std::span<std::byte> to) {
  while (!to.empty()) {
    const ssize_t count = ::read(file, to.data(), to.size());
    if (count == 0 || (count < 0 && errno != EINTR)) {
      return false;
    }
    to = to.subspan(static_cast<size_t>(std::max<ssize_t>(count, 0)));
  }
  return true;
}

bool writeAll(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) {
      return false;
    }
    bytes = bytes.subspan(static_cast<size_t>(std::max<ssize_t>(count, 0)));
  }
  return true;
}

enum class Found { nothing, damaged, intact };

/// The bytes of an entry's file, and its status.
Found load(const std::string &path, const FileStore::Key &key, Bytes &bytes, Descriptor &file,
           struct stat &status) {
  file = Descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return Found::nothing;
  }
  const auto size = static_cast<size_t>(status.st_size);
  Bytes all(size);
  if (size < headerSize || !readAll(file.get(), all)) {
    return Found::damaged;
  }
  bytes.assign(all.begin() + headerSize, all.end());
  return std::ranges::equal(std::span(all).first(headerSize), headerOf(key, bytes))
             ? Found::intact
             : Found::damaged;
}

/// What writers left; none of a writer that may still be at it.
bool isLeftOver(const std::string &name, int64_t changed) {
  return name.starts_with('.') && now() - changed > secondsOfWrite;
}

struct File {
  fs::path path;
  uint64_t bytes;
  int64_t changed;
};

/// The files in the folders of entries.
std::vector<File> filesIn(const std::string &folder) {
  std::vector<File> files;
  std::error_code error;
  for (fs::directory_iterator outer(folder, error), end; !error && outer != end;
       outer.increment(error)) {
    if (outer->path().filename().string().size() != 2) {
      continue;
    }
    std::error_code skipped;  // another process may remove what this one looks at
    for (fs::directory_iterator inner(outer->path(), skipped); !skipped && inner != end;
         inner.increment(skipped)) {
      struct stat status;
      if (lstat(inner->path().c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
        files.push_back({inner->path(), static_cast<uint64_t>(status.st_size), status.st_mtime});
      }
    }
  }
  return files;
}

}  // namespace

std::string toString(const FileStore::Key &key) {
  return toHex(key);
}

std::optional<FileStore::Key> parseKey(std::string_view text) {
  FileStore::Key key;
  if (text.size() != 2 * key.size() ||
      text.find_first_not_of("0123456789abcdef") != std::string_view::npos) {
    return std::nullopt;
  }
  for (size_t i = 0; i < key.size(); ++i) {
    unsigned value = 0;
    std::from_chars(text.data() + 2 * i, text.data() + 2 * i + 2, value, 16);
    key[i] = static_cast<std::byte>(value);
  }
  return key;
}

std::optional<FileStore> FileStore::open(const std::string &folder, uint64_t maximumBytes,
                                         std::string &reason) {
  std::error_code error;
  const fs::path path = fs::absolute(folder, error);
  if (folder.empty() || error) {
    reason = "there is no folder";
    return std::nullopt;
  }
  const bool isNew = fs::create_directories(path, error);
  if (error) {
    reason = path.string() + ": " + error.message();
    return std::nullopt;
  }
  if (isNew) {
    fs::permissions(path, fs::perms::owner_all, error);
  }
  struct stat status;
  if (stat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
    reason = path.string() + ": " + std::strerror(errno);
    return std::nullopt;
  }
  if (status.st_uid != geteuid() && status.st_uid != 0) {
    reason = path.string() + " belongs to another user";
    return std::nullopt;
  }
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    reason = path.string() + " may be written by others";
    return std::nullopt;
  }
  return FileStore(path.string(), maximumBytes);
}

std::string FileStore::pathOf(const Key &key) const {
  const std::string name = toString(key);
  return folder_ + '/' + name.substr(0, 2) + '/' + name;
}

std::optional<Bytes> FileStore::read(const Key &key) const {
  const std::string path = pathOf(key);
  Bytes bytes;
  Descriptor file;
  struct stat status;
  switch (load(path, key, bytes, file, status)) {
    case Found::nothing:
      return std::nullopt;
    case Found::damaged:
      unlink(path.c_str());
      return std::nullopt;
    case Found::intact:
      break;
  }
  if (now() - status.st_mtime > secondsOfUse) {
    futimens(file.get(), nullptr);
  }
  return bytes;
}

bool FileStore::isIntact(const Key &key) const {
  Bytes bytes;
  Descriptor file;
  struct stat status;
  return load(pathOf(key), key, bytes, file, status) == Found::intact;
}

bool FileStore::write(const Key &key, std::span<const std::byte> bytes) const {
  static std::atomic<unsigned> number = 0;
  const std::string path = pathOf(key);
  const size_t slash = path.rfind('/');
  const std::string folder = path.substr(0, slash);
  const std::string other = folder + "/." + path.substr(slash + 1) + '.' +
                            std::to_string(getpid()) + '.' + std::to_string(number++);
  const auto create = [&] {
    return Descriptor(::open(other.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  };
  Descriptor file = create();
  if (!file && errno == ENOENT && mkdir(folder.c_str(), 0700) == 0) {
    file = create();
  }
  if (!file && errno == EEXIST) {  // another thread has just made the folder
    file = create();
  }
  if (!file) {
    return false;
  }
  const bool isWritten = writeAll(file.get(), headerOf(key, bytes)) && writeAll(file.get(), bytes);
  if (!isWritten || rename(other.c_str(), path.c_str()) != 0) {
    unlink(other.c_str());
    return false;
  }
  pruneNowAndThen(bytes.size());
  return true;
}

bool FileStore::remove(const Key &key) const {
  return unlink(pathOf(key).c_str()) == 0;
}

std::vector<FileStore::Entry> FileStore::list() const {
  std::vector<Entry> entries;
  for (const File &file : filesIn(folder_)) {
    if (const auto key = parseKey(file.path.filename().string())) {
      entries.push_back({*key, file.bytes, file.changed});
    }
  }
  return entries;
}

size_t FileStore::prune(uint64_t maximumBytes) const {
  std::vector<File> files = filesIn(folder_);
  std::ranges::sort(files, {}, &File::changed);
  uint64_t total = 0;
  for (const File &file : files) {
    total += file.bytes;
  }
  size_t removed = 0;
  for (const File &file : files) {
    const std::string name = file.path.filename().string();
    const bool isEntry = parseKey(name).has_value();
    const bool goes = isEntry ? total > maximumBytes : isLeftOver(name, file.changed);
    if (goes && unlink(file.path.c_str()) == 0) {
      total -= file.bytes;
      removed += isEntry ? 1 : 0;
    }
  }
  return removed;
}

bool FileStore::clear() const {
  bool isDone = true;
  for (const File &file : filesIn(folder_)) {
    const std::string name = file.path.filename().string();
    if (parseKey(name) || isLeftOver(name, file.changed)) {
      // Another process may have been faster.
      isDone = (unlink(file.path.c_str()) == 0 || errno == ENOENT) && isDone;
    }
  }
  return isDone;
}

/// Looking at all files takes milliseconds where there are many, so one process does it for all,
/// unless this one writes much.
void FileStore::pruneNowAndThen(uint64_t written) const {
  static std::atomic<uint64_t> since = 0;
  const bool isMuch = (since += written) > maximumBytes_ / 8;
  const std::string path = folder_ + '/' + scanFile;
  struct stat status;
  if (!isMuch && stat(path.c_str(), &status) == 0 && now() - status.st_mtime < secondsOfScan) {
    return;
  }
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  if (file && futimens(file.get(), nullptr) == 0) {
    since = 0;
    (void)prune(maximumBytes_);
  }
}

}  // namespace support
