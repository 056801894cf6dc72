// Bytes under keys in a folder that any number of processes share.
//
// An entry is a file that begins with its key, its size and a checksum. It is written under another
// name and renamed, so a reader sees all of it or nothing; one that is damaged all the same, by a
// full disk or a crash, is found out when it is read, and removed. Nothing is ever locked: two
// writers of one key write the same. The time of a file's last change is that of its last use,
// roughly, and when the files take too much, those that were not used for longest go first. What
// writers have added since sizes were last summed up is the length of a file that all append to.
// Files in the folder that are not named as those of a store are never touched.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace support {

/// Thread-safe. Errors of the file system only mean that there is no such entry.
class FileStore {
 public:
  using Key = std::array<std::byte, 16>;
  struct Entry {
    Key key;
    uint64_t bytes;  ///< of the file
    /// Seconds since 1970, late by up to an hour; 0 if the clock was set back since.
    int64_t lastUsed;
  };
  enum class State {
    absent,  ///< or larger than all may be, another user's, or writable by others
    damaged,
    intact,
  };

  /// Uses `folder`, and makes it and those above it where they are missing, for their owner alone.
  /// Nothing, and the reason, if it is no folder, belongs to another user than this one or root (or
  /// would be made in a folder of one: whoever owns that could put another in its place), or others
  /// may write to it.
  static std::optional<FileStore> open(const std::string &folder, uint64_t maximumBytes,
                                       std::string &reason);

  const std::string &folder() const { return folder_; }

  std::optional<std::vector<std::byte>> read(const Key &key) const;
  /// Whether it could be written; nothing larger than all entries may be ever is. Makes the folder
  /// anew if it is gone, and removes other entries if there are too many.
  bool write(const Key &key, std::span<const std::byte> bytes) const;
  bool remove(const Key &key) const;

  /// In no order.
  std::vector<Entry> list() const;
  /// Whether the entry is as it was written, and then its bytes. Neither marks it as used nor
  /// removes it.
  State check(const Key &key, std::vector<std::byte> *bytes = nullptr) const;
  /// Removes those that were not used for longest, until the rest takes at most `maximumBytes`, and
  /// what writers left that did not end. Returns the number of removed entries. Several may do that
  /// at once.
  size_t prune(uint64_t maximumBytes) const;
  /// Removes all entries that are there when it is called; false if some could not be removed.
  bool clear() const;

 private:
  FileStore(std::string folder, uint64_t maximumBytes)
      : folder_(std::move(folder)), maximumBytes_(maximumBytes) {}

  std::string pathOf(const Key &key) const;
  uint64_t noteWritten(uint64_t bytes) const;
  void pruneNowAndThen(uint64_t written) const;

  std::string folder_;
  uint64_t maximumBytes_;
};

/// 32 hexadecimal digits.
std::string toString(const FileStore::Key &key);
/// Nothing for any other text.
std::optional<FileStore::Key> parseKey(std::string_view text);

}  // namespace support
