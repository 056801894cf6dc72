// The store of files behind the cache of builds.
//
// An entry is a file: magic, version, key, size and XXH3 of the contents, then the contents. A
// writer makes a file under a name of its own (.<key>.<process>.<number>.<time>) and renames it. So
// readers see a complete entry or none, without a lock:
//
//   <folder>/3f/3f2a...91           an entry;
//   <folder>/3f/.3f2a...91.712.0.5  a writer at work, or the rest of a crashed one;
//   <folder>/scanned                its time is the last look at all files;
//   <folder>/written                its size is the growth since then.
//
// The least recently used entries go when the store outgrows its limit. Summing up all sizes takes
// milliseconds with many files. So one process does it for all, when ten minutes have passed or an
// eighth of the limit has been written.
//
// Nothing in the folder is trusted: a file may be damaged, foreign, or planted by another user.
// Ownership and mode decide if it is read, the checksum if it is believed.
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
#include <tuple>

#include "support/byte_io.h"
#include "support/descriptor.h"
#include "support/hex.h"

namespace support {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

// The header of an entry.
constexpr std::array<char, 8> magic = {'K', 'I', 'L', 'N', 'S', 'T', 'O', '\n'};
constexpr uint32_t version = 1;
constexpr size_t headerSize = sizeof magic + 4 + 4 + 16 + 8 + 8;
// A use is noted if the last note is that old.
constexpr int64_t secondsOfUse = 3600;
// The sizes are summed up that often.
constexpr int64_t secondsOfScan = 600;
// A writer that takes longer has written in vain: its file counts as left over.
constexpr int64_t secondsOfWrite = 600;
// Allowed difference between the clocks of machines with a common folder.
constexpr int64_t secondsOfSkew = 3600;
// Its last change is the last scan.
constexpr char scanFile[] = "scanned";
// Holds a byte for each growthUnit since the last scan.
constexpr char growthFile[] = "written";
constexpr uint64_t growthUnit = 4096;

constexpr int64_t nanoseconds = 1'000'000'000;

// Returns the time of a file's last change, in nanoseconds since 1970.
//
// Returns 0 for a time in the future: the clock was set back since then, and the age is unknown.
int64_t changeOf(const struct stat &status) {
  const int64_t seconds = status.st_mtim.tv_sec;
  return seconds > std::time(nullptr) + secondsOfSkew
             ? 0
             : seconds * nanoseconds + status.st_mtim.tv_nsec;
}

// Returns the seconds since a time of changeOf. At least 0. A time of 0, an unknown age, counts as
// very old.
int64_t ageOf(int64_t changed) {
  return std::max<int64_t>(std::time(nullptr) - changed / nanoseconds, 0);
}

// Returns the header of an entry with these contents.
//
//   magic (8) | version (4) | zero (4) | key (16) | size (8) | XXH3 (8) | contents
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

// Returns the size of the contents stated in a header. The size is the last field but one.
// Precondition: a whole header.
uint64_t sizeIn(std::span<const std::byte> header) {
  return ByteReader(header.last(2 * sizeof(uint64_t))).read<uint64_t>();
}

// Reads so many bytes; false if the file ends before. Continues after interruptions and short
// reads.
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

// Returns true if only this user or root can have written the file. Entries are code to be run in
// this process, so a file that others can write is never read.
bool isOwn(const struct stat &status) {
  return (status.st_uid == geteuid() || status.st_uid == 0) &&
         (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// The outcome of reading an entry's file. The file stays open, so that a use is noted on the very
// file that was read.
struct Loaded {
  FileStore::State state = FileStore::State::absent;
  Bytes bytes = {};
  Descriptor file = Descriptor();
  int64_t changed = 0;
};

// Reads and checks an entry's file. No file makes it allocate more than `maximumBytes`. O_NOFOLLOW
// and O_NONBLOCK keep a planted link or pipe from leading or stopping the reader.
Loaded load(const std::string &path, const FileStore::Key &key, uint64_t maximumBytes) {
  Loaded loaded;
  loaded.file = Descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status;
  if (!loaded.file || fstat(loaded.file.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
      !isOwn(status)) {
    return loaded;
  }
  loaded.changed = changeOf(status);
  loaded.state = FileStore::State::damaged;
  const auto size = static_cast<uint64_t>(status.st_size);
  std::array<std::byte, headerSize> header;
  if (size < headerSize || !readAll(loaded.file.get(), header) ||
      sizeIn(header) != size - headerSize) {
    return loaded;
  }
  if (size > maximumBytes) {
    loaded.state = FileStore::State::absent;
    return loaded;
  }
  loaded.bytes.resize(size - headerSize);
  if (readAll(loaded.file.get(), loaded.bytes) &&
      std::ranges::equal(header, headerOf(key, loaded.bytes))) {
    loaded.state = FileStore::State::intact;
  }
  return loaded;
}

// Creates a folder and its parents, for their owner alone whatever the umask allows. Returns 0, or
// an errno. EACCES: the parent belongs to another user, who could replace the folder.
int makeFolder(const fs::path &path) {
  struct stat status;
  if (stat(path.c_str(), &status) == 0) {
    return 0;
  }
  const fs::path above = path.parent_path();
  if (above == path) {
    return errno;
  }
  if (const int error = makeFolder(above); error != 0) {
    return error;
  }
  if (stat(above.c_str(), &status) == 0 && status.st_uid != geteuid() && status.st_uid != 0) {
    return EACCES;
  }
  return mkdir(path.c_str(), S_IRWXU) == 0 || errno == EEXIST ? 0 : errno;
}

// A file of the store in a listing.
struct File {
  fs::path path;
  // Empty for a file that its writer has not renamed.
  std::optional<FileStore::Key> key;
  uint64_t bytes;
  int64_t changed;
};

// Returns a file in the sub-folder `prefix`, or nothing if its name is foreign.
//
// An entry's name has 32 digits, and its first two are the folder's name. A writer's name has a
// dot, these digits, another dot and its numbers.
std::optional<File> fileOfStore(const fs::path &path, std::string_view prefix) {
  constexpr size_t keyDigits = 2 * std::tuple_size_v<FileStore::Key>;
  const std::string name = path.filename().string();
  const bool isEntry = name.size() == keyDigits;
  const bool isWriters =
      name.size() > keyDigits + 2 && name[0] == '.' && name[keyDigits + 1] == '.';
  const auto key = parseKey(std::string_view(name).substr(isEntry ? 0 : 1, keyDigits));
  struct stat status;
  if ((!isEntry && !isWriters) || !key || !toString(*key).starts_with(prefix) ||
      lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return std::nullopt;
  }
  return File{path, isEntry ? key : std::nullopt, static_cast<uint64_t>(status.st_size),
              changeOf(status)};
}

// Returns true for a file left by a crashed writer. A writer may still be at work on a younger one.
// Clocks of two machines may differ, and then a file of a slow writer may be removed: its rename
// fails and the entry is missing.
bool isLeftOver(const File &file) {
  return !file.key && ageOf(file.changed) > secondsOfWrite;
}

// Lists all files of the store. Another process may remove some meanwhile. The order is that of the
// file system. A folder that cannot be read counts as empty.
std::vector<File> filesIn(const std::string &folder) {
  std::vector<File> files;
  std::error_code error;
  for (fs::directory_iterator outer(folder, error), end; !error && outer != end;
       outer.increment(error)) {
    const std::string prefix = outer->path().filename().string();
    if (prefix.size() != 2) {
      continue;
    }
    std::error_code skipped;  // another process may remove what this one looks at
    for (fs::directory_iterator inner(outer->path(), skipped); !skipped && inner != end;
         inner.increment(skipped)) {
      if (auto file = fileOfStore(inner->path(), prefix)) {
        files.push_back(std::move(*file));
      }
    }
  }
  return files;
}

}  // namespace

std::string toString(const FileStore::Key &key) {
  return toHex(key);
}

// Upper-case digits are refused, so each key has one name only.
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

Result<FileStore> FileStore::open(const std::string &folder, uint64_t maximumBytes) {
  std::error_code error;
  const fs::path path = fs::absolute(folder, error);
  if (folder.empty() || error) {
    return Failure{"there is no folder"};
  }
  if (const int failed = makeFolder(path); failed != 0) {
    return Failure{path.string() + ": " + std::strerror(failed)};
  }
  struct stat status;
  if (stat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
    return Failure{path.string() + " is no folder"};
  }
  if (status.st_uid != geteuid() && status.st_uid != 0) {
    return Failure{path.string() + " belongs to another user"};
  }
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return Failure{path.string() + " may be written by others"};
  }
  return FileStore(path.string(), maximumBytes);
}

std::string FileStore::pathOf(const Key &key) const {
  const std::string name = toString(key);
  return folder_ + '/' + name.substr(0, 2) + '/' + name;
}

// A damaged entry is removed, so the next build replaces it.
std::optional<Bytes> FileStore::read(const Key &key) const {
  const std::string path = pathOf(key);
  Loaded loaded = load(path, key, maximumBytes_);
  if (loaded.state != State::intact) {
    if (loaded.state == State::damaged) {
      unlink(path.c_str());
    }
    return std::nullopt;
  }
  if (ageOf(loaded.changed) > secondsOfUse) {
    futimens(loaded.file.get(), nullptr);
  }
  return std::move(loaded.bytes);
}

// Leaves the time of the last use alone, so looking at a store does not change it.
FileStore::State FileStore::check(const Key &key, Bytes *bytes) const {
  Loaded loaded = load(pathOf(key), key, maximumBytes_);
  if (bytes) {
    *bytes = std::move(loaded.bytes);
  }
  return loaded.state;
}

// A removed sub-folder is created once and the file tried again. A full disk asks for a look at
// left files, because crashed writers may have filled it.
bool FileStore::write(const Key &key, std::span<const std::byte> bytes) const {
  static std::atomic<unsigned> number = 0;
  if (bytes.size() + headerSize > maximumBytes_) {
    return false;
  }
  const std::string path = pathOf(key);
  const size_t slash = path.rfind('/');
  const std::string folder = path.substr(0, slash);
  // The name has a time, because processes of other machines and containers have the same numbers.
  struct timespec time = {};
  clock_gettime(CLOCK_REALTIME, &time);
  const std::string other = folder + "/." + path.substr(slash + 1) + '.' +
                            std::to_string(getpid()) + '.' + std::to_string(number++) + '.' +
                            std::to_string(time.tv_nsec);
  const auto create = [&] {
    return Descriptor(::open(other.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  };
  Descriptor file = create();
  if (!file && errno == ENOENT && makeFolder(folder) == 0) {
    file = create();
  }
  const bool isWritten =
      file && writeAll(file.get(), headerOf(key, bytes)) && writeAll(file.get(), bytes);
  const bool isFull = !isWritten && (errno == ENOSPC || errno == EDQUOT);
  const bool isDone = isWritten && rename(other.c_str(), path.c_str()) == 0;
  if (file && !isDone) {
    unlink(other.c_str());
  }
  if (isDone || isFull) {  // perhaps of what writers left
    pruneNowAndThen(isDone ? bytes.size() + headerSize : 0);
  }
  return isDone;
}

// No journal: a removal only makes the sum smaller than assumed.
bool FileStore::remove(const Key &key) const {
  return unlink(pathOf(key).c_str()) == 0;
}

std::vector<FileStore::Entry> FileStore::list() const {
  std::vector<Entry> entries;
  for (const File &file : filesIn(folder_)) {
    if (file.key) {
      entries.push_back({*file.key, file.bytes, file.changed / nanoseconds});
    }
  }
  return entries;
}

// Removes in one order for all processes: several that prune at once then remove the same entries.
size_t FileStore::prune(uint64_t maximumBytes) const {
  std::vector<File> files = filesIn(folder_);
  // In one order for all processes: those that prune at once remove the same entries.
  std::ranges::sort(files, {}, [](const File &file) { return std::tie(file.changed, file.path); });
  uint64_t total = 0;
  for (const File &file : files) {
    total += file.key ? file.bytes : 0;
  }
  size_t removed = 0;
  for (const File &file : files) {
    if (file.key ? total <= maximumBytes : !isLeftOver(file)) {
      continue;
    }
    const bool isRemoved = unlink(file.path.c_str()) == 0;
    if (file.key && (isRemoved || errno == ENOENT)) {
      total -= file.bytes;
      removed += isRemoved ? 1 : 0;
    }
  }
  return removed;
}

// A file that another process removed first counts as removed.
bool FileStore::clear() const {
  bool isDone = true;
  for (const File &file : filesIn(folder_)) {
    if (file.key || isLeftOver(file)) {
      // Another process may have been faster.
      isDone = (unlink(file.path.c_str()) == 0 || errno == ENOENT) && isDone;
    }
  }
  return isDone;
}

// Appends to the journal and returns the bytes that all processes have written since the last scan.
uint64_t FileStore::noteWritten(uint64_t bytes) const {
  const std::string path = folder_ + '/' + growthFile;
  const Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  const Bytes more((bytes + growthUnit - 1) / growthUnit);
  struct stat status;
  if (!file || !writeAll(file.get(), more) || fstat(file.get(), &status) != 0) {
    return 0;
  }
  return static_cast<uint64_t>(status.st_size) * growthUnit;
}

// Prunes if much has been written or the last scan is old. The time of the scan is set first, so
// that other processes do not scan as well.
void FileStore::pruneNowAndThen(uint64_t written) const {
  const bool isMuch = noteWritten(written) > maximumBytes_ / 8;
  const std::string path = folder_ + '/' + scanFile;
  struct stat status;
  if (!isMuch && stat(path.c_str(), &status) == 0 && ageOf(changeOf(status)) < secondsOfScan) {
    return;
  }
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (file) {
    futimens(file.get(), nullptr);
  }
  (void)truncate((folder_ + '/' + growthFile).c_str(), 0);
  (void)prune(maximumBytes_);
}

}  // namespace support
