// A key-value store in a folder, shared by any number of processes without locks.
//
// Each entry is a file with its key, its size and a checksum in front. A writer renames a
// complete file into place, so a reader sees all of it or nothing. A full disk or a crash may
// still damage an entry; the next read notices and removes it. Two writers of one key write the
// same bytes, so no lock is needed.
//
// A file's modification time records its last use, to within an hour. When the store outgrows
// its limit, the least recently used entries go first. A journal file makes the check cheap:
// every writer appends to it, and its length is the growth since the last full count.
//
// The store never touches files with foreign names in its folder.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace support {

/// The store in one folder. Thread-safe; copies refer to the same folder. An error of the file
/// system looks like a missing entry, because a cache must never fail a build.
class FileStore {
 public:
  /// A hash over everything the bytes depend on; 32 hexadecimal digits as a file name. Different
  /// inputs with one key would exchange their results, so the hash has 128 bits.
  using Key = std::array<std::byte, 16>;
  /// An entry for display. The file may be gone by the time of its display, because other processes
  /// prune.
  struct Entry {
    /// The entry's key.
    Key key;
    /// Bytes of the file, its header included.
    uint64_t bytes;
    /// Seconds since 1970, late by up to an hour; 0 if the clock was set back since.
    int64_t lastUsed;
  };
  /// The state of an entry's file.
  enum class State {
    absent,  ///< also: above the size limit, owned by another user, or writable by others
    damaged,
    intact,
  };

  /// Opens the store in `folder`, and creates missing folders with access for their owner alone.
  ///
  /// Fails if the path is no folder, if others may write to it, or if it belongs to
  /// a user other than this one and root. Fails too if the folder would be created inside of
  /// another user's: its owner could replace it. `maximumBytes` limits the sum of all files, and so
  /// each single entry.
  static Result<FileStore> open(const std::string &folder, uint64_t maximumBytes);

  /// The folder's absolute path. Valid as long as this object.
  const std::string &folder() const { return folder_; }

  /// Returns an entry's bytes and marks it as used. Empty if absent or damaged. A damaged entry is
  /// removed, so the next write replaces it.
  std::optional<std::vector<std::byte>> read(const Key &key) const;
  /// Writes an entry, replacing one of the same key.
  ///
  /// Returns false if it is larger than the whole store may be, or could not be written. Recreates
  /// a removed folder, and removes old entries above the limit. The bytes may be read by another
  /// process as soon as the function returns true.
  bool write(const Key &key, std::span<const std::byte> bytes) const;
  /// Removes an entry; false if there was none. A reader with the file open keeps its bytes.
  bool remove(const Key &key) const;

  /// Lists all entries, in no order. Looks at every file of the store, so it takes milliseconds
  /// with many of them.
  std::vector<Entry> list() const;
  /// Verifies an entry's checksum and, if it is intact, returns its bytes. Neither marks it as used
  /// nor removes it. For tools: `bytes` (may be null) is only meaningful for an intact entry.
  State check(const Key &key, std::vector<std::byte> *bytes = nullptr) const;
  /// Removes the least recently used entries until the rest takes at most `maximumBytes`.
  ///
  /// Also removes temporary files of crashed writers. Returns the number of removed entries.
  /// Several processes may prune at once. A limit of 0 removes all entries.
  size_t prune(uint64_t maximumBytes) const;
  /// Removes all entries present at the call. Returns false if some could not be removed. Files of
  /// writers at work stay. Entries written meanwhile may stay too.
  bool clear() const;

 private:
  FileStore(std::string folder, uint64_t maximumBytes)
      : folder_(std::move(folder)), maximumBytes_(maximumBytes) {}

  // Path of an entry: <folder>/<first two digits>/<all digits>.
  std::string pathOf(const Key &key) const;
  // Notes the growth in the journal.
  uint64_t noteWritten(uint64_t bytes) const;
  // Prunes if it is time.
  void pruneNowAndThen(uint64_t written) const;

  // The folder's absolute path, and the limit in bytes.
  std::string folder_;
  uint64_t maximumBytes_;
};

/// Formats a key as 32 hexadecimal digits, the name of its file. parseKey() reads it back.
std::string toString(const FileStore::Key &key);
/// Parses 32 hexadecimal digits. Empty for any other text.
std::optional<FileStore::Key> parseKey(std::string_view text);

}  // namespace support
