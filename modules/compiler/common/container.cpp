// Containers, as doc/binary-format.md specifies them: a header, a directory of self-describing
// records, and payloads that are aligned so that code can be mapped from the file.
//
// Everything is checked before it is used. The layout is canonical (payloads lie in the order
// of their records, with the least padding, of zeros), so that ranges cannot overlap and every
// byte of a file is covered by a check.

#include "compiler/container.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>

#include "support/byte_io.h"

namespace compiler {
namespace {

constexpr std::array<char, 8> magic = {'K', 'I', 'L', 'N', '\r', '\n', '\x1a', '\n'};
constexpr uint32_t version = 1;
constexpr size_t checkedOffset = 16;  // the header's checksum covers it and on, up to the payloads
constexpr size_t headerSize = 40;
constexpr size_t recordHeaderSize = 40;
constexpr uint32_t flagRequired = 1;
constexpr uint32_t maximumAlignment = 1 << 20;
constexpr uint32_t maximumEntries = 4096;
// A page, so that code can be mapped from the file.
constexpr uint32_t codeAlignment = 4096;
constexpr uint32_t otherAlignment = 8;

uint64_t checksum(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

/// No overflow: offsets come with at most the file's size, alignments are limited.
uint64_t alignUp(uint64_t offset, uint64_t alignment) {
  return (offset + alignment - 1) & ~(alignment - 1);
}

Failure damaged(const std::string &what) {
  return {Error::invalidBinary, "not a program container: " + what};
}

Failure damaged(size_t entry, const std::string &what) {
  return damaged("entry " + std::to_string(entry) + ": " + what);
}

/// What every record starts with, known kind or not.
struct RecordHeader {
  uint32_t size;  ///< bytes of the record
  uint32_t kind;
  uint32_t flags;
  uint32_t alignment;
  uint64_t offset;
  uint64_t payloadSize;
  uint64_t payloadChecksum;
};

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

/// Fields that a later writer appended to the body are not looked at.
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

/// Reads the records one after the other and keeps track of where the payloads have got to.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  Result<std::vector<ContainerEntry>> read();

 private:
  std::optional<Failure> readHeader();
  std::optional<Failure> readRecord(size_t index, support::ByteReader &directory);
  std::optional<Failure> checkPayload(size_t index, const RecordHeader &header);
  bool isDuplicate(const ContainerEntry &entry) const;

  std::span<const std::byte> bytes_;
  uint32_t entryCount_ = 0;
  uint64_t end_ = 0;  ///< of the directory, then of the last payload
  std::vector<ContainerEntry> entries_;
};

std::optional<Failure> Reader::readHeader() {
  support::ByteReader in(bytes_);
  in.readBytes(magic.size());
  const auto sum = in.read<uint64_t>();
  const auto fileVersion = in.read<uint32_t>();
  entryCount_ = in.read<uint32_t>();
  const auto fileSize = in.read<uint64_t>();
  const auto directorySize = in.read<uint64_t>();
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

std::optional<Failure> Reader::checkPayload(size_t index, const RecordHeader &header) {
  if (header.alignment == 0 || header.alignment > maximumAlignment ||
      (header.alignment & (header.alignment - 1)) != 0) {
    return damaged(index, "its alignment is no power of two, or too large");
  }
  const uint64_t start = alignUp(end_, header.alignment);
  if (header.offset != start || start > bytes_.size() ||
      header.payloadSize > bytes_.size() - start) {
    return damaged(index, "its payload lies where it must not");
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
  if (header.kind < static_cast<uint32_t>(EntryKind::code) ||
      header.kind > static_cast<uint32_t>(EntryKind::embedded)) {
    if ((header.flags & flagRequired) != 0) {
      return damaged(index, "it is of a kind that this driver does not know and has to know");
    }
    return std::nullopt;
  }
  ContainerEntry entry;
  entry.kind = static_cast<EntryKind>(header.kind);
  if (!readBody(body, entry)) {
    return damaged(index, "what it says of itself makes no sense");
  }
  if (isDuplicate(entry)) {
    return damaged(index, "another entry is for the same target and properties");
  }
  entry.payload = bytes_.subspan(header.offset, header.payloadSize);
  entries_.push_back(std::move(entry));
  return std::nullopt;
}

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
  if (!directory.atEnd()) {
    return damaged("its directory is longer than its entries");
  }
  if (end_ != bytes_.size()) {
    return damaged("something follows its last payload");
  }
  return std::move(entries_);
}

}  // namespace

bool isContainer(std::span<const std::byte> bytes) {
  return bytes.size() >= headerSize &&
         std::ranges::equal(bytes.first(magic.size()), std::as_bytes(std::span(magic)));
}

Bytes writeContainer(std::span<const ContainerEntry> entries) {
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
    header.size = static_cast<uint32_t>(recordHeaderSize + bodies[i].size());
    header.kind = static_cast<uint32_t>(entry.kind);
    header.alignment = entry.kind == EntryKind::code ? codeAlignment : otherAlignment;
    header.offset = alignUp(end, header.alignment);
    header.payloadSize = entry.payload.size();
    header.payloadChecksum = checksum(entry.payload);
    writeRecord(directory, header, bodies[i]);
    end = header.offset + header.payloadSize;
  }

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

Result<std::vector<ContainerEntry>> readContainer(std::span<const std::byte> bytes) {
  return Reader(bytes).read();
}

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
