// Writes and reads little-endian byte formats, with every bound checked.
//
// Kiln's notes, cache entries and messages between processes use these two classes. Both sides
// write fields without padding; a count or a size precedes each variable part.
//
//   ByteWriter out;                     ByteReader in(bytes);
//   out.write(uint32_t{7});             auto number = in.read<uint32_t>();
//   out.writeString("name");            auto name = in.readString();
//   send(out.take());                   if (!in.ok() || !in.atEnd()) { refuse(); }
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace support {

static_assert(std::endian::native == std::endian::little, "Kiln's formats are little-endian");

/// Appends fixed-size values and length-prefixed strings to a byte vector.
///
/// One thread at a time. Throws std::bad_alloc.
class ByteWriter {
 public:
  /// Appends a number or an enumerator in its own size, without padding.
  template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  /// The byte order is the host's, little-endian by the assertion above.
  void write(T value) {
    const auto *bytes = reinterpret_cast<const std::byte *>(&value);
    bytes_.insert(bytes_.end(), bytes, bytes + sizeof value);
  }
  /// Appends the bytes as they are, without a length. The reader has to know the number from
  /// elsewhere.
  void writeBytes(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  /// A u32 length, then the bytes. The text may have any bytes, zeros included. It is shorter than
  /// 4 GiB.
  void writeString(std::string_view text) {
    write(static_cast<uint32_t>(text.size()));
    writeBytes(std::as_bytes(std::span(text.data(), text.size())));
  }
  /// A u64 length, then the bytes. For contents that may exceed 4 GiB.
  void writeBlob(std::span<const std::byte> bytes) {
    write(static_cast<uint64_t>(bytes.size()));
    writeBytes(bytes);
  }
  /// Appends zero bytes up to the next multiple of alignment (a power of two). Counted from the
  /// start of the output.
  void align(size_t alignment) {
    bytes_.resize((bytes_.size() + alignment - 1) & ~(alignment - 1));
  }

  /// Bytes written so far. Padding by align() counts.
  size_t size() const { return bytes_.size(); }
  /// Moves the bytes out; the writer is empty then.
  std::vector<std::byte> take() { return std::move(bytes_); }
  /// The bytes written so far; valid until the next write.
  const std::vector<std::byte> &bytes() const { return bytes_; }

 private:
  // The bytes written so far.
  std::vector<std::byte> bytes_;
};

/// Reads the output of a ByteWriter, or any hostile bytes, which outlive the reader.
///
/// A read past the end yields zeros or an empty value and makes ok() false for good. So a caller
/// may check once at the end, but checks before an allocation sized by the input (see readCount).
class ByteReader {
 public:
  /// Begins at the first byte. The bytes are not copied.
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  /// Reads a number; 0 past the end. An enumerator may have any value of its type: check it.
  template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  /// Needs no alignment of the input.
  T read() {
    T value{};
    if (auto bytes = readBytes(sizeof value); bytes.size() == sizeof value) {
      std::memcpy(&value, bytes.data(), sizeof value);
    }
    return value;
  }
  /// Returns the next `count` bytes, a reference into the input; empty if fewer are left. A read
  /// past the end consumes the whole rest, so loops until atEnd() end.
  std::span<const std::byte> readBytes(size_t count) {
    if (count > remaining()) {
      ok_ = false;
      position_ = bytes_.size();
      return {};
    }
    auto result = bytes_.subspan(position_, count);
    position_ += count;
    return result;
  }
  /// Reads a u32 length and returns so many bytes as text, a reference into the input. Empty past
  /// the end. The bytes may be no valid text.
  std::string_view readString() {
    auto bytes = readBytes(read<uint32_t>());
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
  }
  /// Reads a u64 length and returns so many bytes. The result refers to the input; empty if the
  /// input is shorter.
  std::span<const std::byte> readBlob() { return readBytes(read<uint64_t>()); }
  /// Reads a u32 count of elements of at least elementBytes each.
  ///
  /// Returns 0 and fails the reader if the rest of the input is too short for them. A vector sized
  /// by the result is therefore at most a small factor larger than the input.
  uint32_t readCount(size_t elementBytes) {
    auto count = read<uint32_t>();
    if (elementBytes != 0 && count > remaining() / elementBytes) {
      ok_ = false;
      return 0;
    }
    return count;
  }
  /// Skips the padding up to the next multiple of alignment (a power of two).
  void align(size_t alignment) {
    readBytes(((position_ + alignment - 1) & ~(alignment - 1)) - position_);
  }

  /// Returns true if no read has gone past the end. Values read before may be wrong in meaning;
  /// this speaks of their presence alone.
  bool ok() const { return ok_; }
  /// Returns true if all input has been read. After a read past the end it is true as well, so
  /// callers look at ok() too.
  bool atEnd() const { return position_ == bytes_.size(); }
  /// Bytes read so far, and bytes left.
  size_t position() const { return position_; }
  /// Bytes left.
  size_t remaining() const { return bytes_.size() - position_; }

 private:
  // All input, the position of the next read, and false after a read past the end.
  std::span<const std::byte> bytes_;
  size_t position_ = 0;
  bool ok_ = true;
};

}  // namespace support
