// Program containers: one file with code, intermediate code and embedded source for several devices
// -------------------------------------------------------------------------------------------------
// doc/binary-format.md specifies the bytes:
//
//   header     magic, checksum, version, number of entries, file size, directory size
//   directory  one record per entry: size, kind, flags, place and checksum of the payload, a body
//   payload 0, padding, payload 1, ...
//
// Code starts at page boundaries, so a runtime can map it from the file.
//
// The reader accepts any bytes and checks everything before it uses it. The layout is canonical:
// payloads lie in the order of their records, with the least padding, of zeros. So ranges cannot
// overlap, each byte of a file is covered by some check, and equal entries make equal files.
//
// Compatibility: a record of an unknown kind is skipped, unless its flag says that readers must
// know it. Fields appended to a body are ignored by older readers. Other changes raise the version.

#include "compiler/container.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>

#include "support/byte_io.h"

namespace compiler {
namespace {

/// Begins each file. Line ends and the DOS end-of-file character reveal transfers as text, as in
/// PNG.
constexpr std::array<char, 8> magic = {'K', 'I', 'L', 'N', '\r', '\n', '\x1a', '\n'};
/// Raised by incompatible changes alone; older readers refuse such files.
constexpr uint32_t version = 1;
/// Start of the bytes under the header's checksum; they end with the directory.
constexpr size_t checkedOffset = 16;
constexpr size_t headerSize = 40;
constexpr size_t recordHeaderSize = 40;
/// In a record of an unknown kind: the reader must refuse the file.
constexpr uint32_t flagRequired = 1;
/// Limits for the reader: no writer comes near them, and sums cannot overflow below them.
constexpr uint32_t maximumAlignment = 1 << 20;
constexpr uint32_t maximumEntries = 4096;
// A page, so that code can be mapped from the file.
constexpr uint32_t codeAlignment = 4096;
constexpr uint32_t otherAlignment = 8;

/// XXH3 of the bytes, without a seed.
uint64_t checksum(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

/// Rounds up to a power of two. Cannot overflow: offsets are at most the file's size, alignments
/// are limited.
uint64_t alignUp(uint64_t offset, uint64_t alignment) {
  return (offset + alignment - 1) & ~(alignment - 1);
}

/// The failure of a file with this fault.
Failure damaged(const std::string &what) {
  return {Error::invalidBinary, "not a program container: " + what};
}

/// The failure of a file with this fault in one entry.
Failure damaged(size_t entry, const std::string &what) {
  return damaged("entry " + std::to_string(entry) + ": " + what);
}

/// The fixed part of a record, alike for known and unknown kinds.
struct RecordHeader {
  uint32_t size;  ///< bytes of the record, header and body
  uint32_t kind;
  uint32_t flags;  ///< flagRequired or 0
  uint32_t alignment;
  uint64_t offset;  ///< start of the payload in the file
  uint64_t payloadSize;
  uint64_t payloadChecksum;
};

/// Writes the fixed part, then the body.
void writeRecord(support::ByteWriter &out, const RecordHeader &header,
                 std::span<const std::byte> body) {
  out.write(header.size);
  out.write(header.kind);
  out.write(header.flags);
  out.write(header.alignment);
  out.write(header.offset);
  out.write(header.payloadSize);
  out.write(header.payloadChecksum);
  out.writeBytes(body);
}

/// The reverse, without the body. Errors are left in the reader's state.
RecordHeader readRecordHeader(support::ByteReader &in) {
  RecordHeader header = {};
  header.size = in.read<uint32_t>();
  header.kind = in.read<uint32_t>();
  header.flags = in.read<uint32_t>();
  header.alignment = in.read<uint32_t>();
  header.offset = in.read<uint64_t>();
  header.payloadSize = in.read<uint64_t>();
  header.payloadChecksum = in.read<uint64_t>();
  return header;
}

/// Writes the entry's own fields, padded to 8 bytes.
Bytes writeBody(const ContainerEntry &entry) {
  support::ByteWriter out;
  out.write(entry.programKind);
  out.write(entry.addressBits);
  out.write(entry.abiVersion);
  out.writeString(entry.target);
  out.writeString(entry.properties);
  out.writeString(entry.driverBuild);
  out.writeString(entry.options);
  out.writeString(entry.log);
  const auto info = serialize(entry.info);
  out.write(static_cast<uint32_t>(info.size()));
  out.writeBytes(info);
  out.align(8);
  return out.take();
}

/// Reads the fields, with checks of ranges and of combinations (code names a target and is
/// executable). Further fields of a later writer are ignored.
bool readBody(std::span<const std::byte> body, ContainerEntry &entry) {
  support::ByteReader in(body);
  entry.programKind = in.read<ProgramKind>();
  entry.addressBits = in.read<uint32_t>();
  entry.abiVersion = in.read<uint32_t>();
  entry.target = in.readString();
  entry.properties = in.readString();
  entry.driverBuild = in.readString();
  entry.options = in.readString();
  entry.log = in.readString();
  auto info = deserializeProgramInfo(in.readBytes(in.read<uint32_t>()));
  if (!in.ok() || !info) {
    return false;
  }
  entry.info = std::move(*info);
  const bool isCode = entry.kind == EntryKind::code;
  const auto kind = static_cast<uint32_t>(entry.programKind);
  return kind >= static_cast<uint32_t>(ProgramKind::object) &&
         kind <= static_cast<uint32_t>(ProgramKind::executable) &&
         (entry.addressBits == 32 || entry.addressBits == 64) && isCode != entry.target.empty() &&
         (!isCode || entry.programKind == ProgramKind::executable) &&
         (entry.kind != EntryKind::embedded || entry.properties.empty());
}

/// Reads one file: the header, then record after record. `end_` moves along the payloads.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  Result<std::vector<ContainerEntry>> read();

 private:
  /// Checks all but the records; sets entryCount_ and end_.
  std::optional<Failure> readHeader();
  /// Checks one record with its payload, and appends the entry if its kind is known.
  std::optional<Failure> readRecord(size_t index, support::ByteReader &directory);
  /// Checks place, padding and checksum of a payload, and moves end_ behind it.
  std::optional<Failure> checkPayload(size_t index, const RecordHeader &header);
  /// Returns true if an equal entry was read: a device could not tell the two apart.
  bool isDuplicate(const ContainerEntry &entry) const;

  /// The whole file.
  std::span<const std::byte> bytes_;
  /// From the header, known kinds or not.
  uint32_t entryCount_ = 0;
  uint64_t end_ = 0;                     ///< end of the directory, then of the last payload
  std::vector<ContainerEntry> entries_;  ///< the entries read so far, known kinds only
};

/// The payloads are not looked at here; each is checked with its record.
std::optional<Failure> Reader::readHeader() {
  support::ByteReader in(bytes_);
  in.readBytes(magic.size());
  const auto sum = in.read<uint64_t>();
  const auto fileVersion = in.read<uint32_t>();
  entryCount_ = in.read<uint32_t>();
  const auto fileSize = in.read<uint64_t>();
  const auto directorySize = in.read<uint64_t>();
  // In the order of usefulness to a user: not a container, wrong version, truncated, damaged.
  if (!isContainer(bytes_) || !in.ok()) {
    return damaged("it does not begin as one");
  }
  if (fileVersion != version) {
    return damaged("it has format version " + std::to_string(fileVersion) +
                   ", and this driver reads version " + std::to_string(version));
  }
  if (fileSize != bytes_.size()) {
    return damaged("it should have " + std::to_string(fileSize) + " bytes and has " +
                   std::to_string(bytes_.size()));
  }
  // Before the checksum: these two numbers bound the bytes under it.
  if (entryCount_ > maximumEntries) {
    return damaged("it has more entries than any writer makes");
  }
  if (directorySize > in.remaining()) {
    return damaged("its directory is longer than the file");
  }
  end_ = headerSize + directorySize;
  if (sum != checksum(bytes_.subspan(checkedOffset, end_ - checkedOffset))) {
    return damaged("its directory is damaged (checksum)");
  }
  return std::nullopt;
}

/// Order of checks: alignment, place, padding, checksum; each relies on the one before.
std::optional<Failure> Reader::checkPayload(size_t index, const RecordHeader &header) {
  if (header.alignment == 0 || header.alignment > maximumAlignment ||
      (header.alignment & (header.alignment - 1)) != 0) {
    return damaged(index, "its alignment is no power of two, or too large");
  }
  // The canonical place is the only one allowed, so payloads neither overlap nor leave gaps.
  const uint64_t start = alignUp(end_, header.alignment);
  if (header.offset != start || start > bytes_.size() ||
      header.payloadSize > bytes_.size() - start) {
    return damaged(index, "its payload lies at a wrong place");
  }
  const auto padding = bytes_.subspan(end_, start - end_);
  if (std::ranges::any_of(padding, [](std::byte byte) { return byte != std::byte{0}; })) {
    return damaged(index, "the bytes before its payload are not zero");
  }
  const auto payload = bytes_.subspan(start, header.payloadSize);
  if (checksum(payload) != header.payloadChecksum) {
    return damaged(index, "its payload is damaged (checksum)");
  }
  end_ = start + header.payloadSize;
  return std::nullopt;
}

/// Quadratic, with at most maximumEntries entries.
bool Reader::isDuplicate(const ContainerEntry &entry) const {
  return std::ranges::any_of(entries_, [&](const ContainerEntry &other) {
    return other.kind == entry.kind && other.target == entry.target &&
           other.properties == entry.properties;
  });
}

std::optional<Failure> Reader::readRecord(size_t index, support::ByteReader &directory) {
  const size_t available = directory.remaining();
  const RecordHeader header = readRecordHeader(directory);
  if (!directory.ok() || header.size < recordHeaderSize || header.size > available ||
      header.size % 8 != 0) {
    return damaged(index, "its record is cut off");
  }
  const auto body = directory.readBytes(header.size - recordHeaderSize);
  if (auto failure = checkPayload(index, header)) {
    return failure;
  }
  // A kind of a later writer: its payload was checked like any other, and its body is left alone.
  if (header.kind < static_cast<uint32_t>(EntryKind::code) ||
      header.kind > static_cast<uint32_t>(EntryKind::embedded)) {
    if ((header.flags & flagRequired) != 0) {
      return damaged(index, "its kind is required and unknown to this driver");
    }
    return std::nullopt;
  }
  ContainerEntry entry;
  entry.kind = static_cast<EntryKind>(header.kind);
  if (!readBody(body, entry)) {
    return damaged(index, "its description of the program is inconsistent");
  }
  if (isDuplicate(entry)) {
    return damaged(index, "another entry is for the same target and properties");
  }
  entry.payload = bytes_.subspan(header.offset, header.payloadSize);
  entries_.push_back(std::move(entry));
  return std::nullopt;
}

/// The records must fill the directory, and the payloads the file.
Result<std::vector<ContainerEntry>> Reader::read() {
  if (auto failure = readHeader()) {
    return std::move(*failure);
  }
  support::ByteReader directory(bytes_.subspan(headerSize, end_ - headerSize));
  for (size_t i = 0; i < entryCount_; ++i) {
    if (auto failure = readRecord(i, directory)) {
      return std::move(*failure);
    }
  }
  // Bytes outside of records and payloads are under no checksum, so there must be none.
  if (!directory.atEnd()) {
    return damaged("its directory is longer than its entries");
  }
  if (end_ != bytes_.size()) {
    return damaged("something follows its last payload");
  }
  return std::move(entries_);
}

}  // namespace

/// Looks at the magic number alone: a damaged container is one.
bool isContainer(std::span<const std::byte> bytes) {
  return bytes.size() >= headerSize &&
         std::ranges::equal(bytes.first(magic.size()), std::as_bytes(std::span(magic)));
}

/// Three passes: bodies (for the size of the directory), records (for the offsets), payloads.
Bytes writeContainer(std::span<const ContainerEntry> entries) {
  // Offsets depend on the directory's size, so the bodies come first.
  std::vector<Bytes> bodies;
  uint64_t end = headerSize;
  for (const ContainerEntry &entry : entries) {
    bodies.push_back(writeBody(entry));
    end += recordHeaderSize + bodies.back().size();
  }
  const uint64_t directorySize = end - headerSize;

  support::ByteWriter directory;
  for (size_t i = 0; i < entries.size(); ++i) {
    const ContainerEntry &entry = entries[i];
    RecordHeader header = {};
    // Bodies are padded to 8 bytes, so records are as well.
    header.size = static_cast<uint32_t>(recordHeaderSize + bodies[i].size());
    header.kind = static_cast<uint32_t>(entry.kind);
    header.alignment = entry.kind == EntryKind::code ? codeAlignment : otherAlignment;
    header.offset = alignUp(end, header.alignment);
    header.payloadSize = entry.payload.size();
    header.payloadChecksum = checksum(entry.payload);
    writeRecord(directory, header, bodies[i]);
    end = header.offset + header.payloadSize;
  }

  // The checksum covers the header's numbers and the directory; payloads have their own.
  support::ByteWriter checked;
  checked.write(version);
  checked.write(static_cast<uint32_t>(entries.size()));
  checked.write(end);
  checked.write(directorySize);
  checked.writeBytes(directory.bytes());

  support::ByteWriter file;
  file.writeBytes(std::as_bytes(std::span(magic)));
  file.write(checksum(checked.bytes()));
  file.writeBytes(checked.bytes());
  for (const ContainerEntry &entry : entries) {
    file.align(entry.kind == EntryKind::code ? codeAlignment : otherAlignment);
    file.writeBytes(entry.payload);
  }
  return file.take();
}

/// Payloads of the result refer to `bytes`.
Result<std::vector<ContainerEntry>> readContainer(std::span<const std::byte> bytes) {
  return Reader(bytes).read();
}

/// For messages and dumps.
std::string_view toString(ProgramKind kind) {
  switch (kind) {
    case ProgramKind::object:
      return "object";
    case ProgramKind::library:
      return "library";
    case ProgramKind::executable:
      break;
  }
  return "executable";
}

}  // namespace compiler
