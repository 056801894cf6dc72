#include "core/program_binary.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>

#include "support/byte_io.h"

namespace cl {
namespace {

constexpr std::array<char, 8> magic = {'K', 'I', 'L', 'N', 'C', 'L', '\r', '\n'};
constexpr uint32_t version = 1;
constexpr size_t headerSize = magic.size() + sizeof(uint32_t) + sizeof(uint64_t);

uint64_t checksum(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

void writeBlock(support::ByteWriter &out, std::span<const std::byte> block) {
  out.write(static_cast<uint64_t>(block.size()));
  out.writeBytes(block);
}

std::span<const std::byte> readBlock(support::ByteReader &in) {
  return in.readBytes(in.read<uint64_t>());
}

bool isKind(uint32_t kind) {
  return kind == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT || kind == CL_PROGRAM_BINARY_TYPE_LIBRARY ||
         kind == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

}  // namespace

std::vector<std::byte> writeProgramBinary(const ProgramBinary &binary) {
  support::ByteWriter body;
  body.write(static_cast<uint32_t>(binary.kind));
  body.writeString(binary.target);
  body.writeString(binary.compilerFacts);
  body.writeString(binary.options);
  writeBlock(body, compiler::serialize(binary.info));
  writeBlock(body, binary.payload);

  support::ByteWriter file;
  file.writeBytes(std::as_bytes(std::span(magic)));
  file.write(version);
  file.write(checksum(body.bytes()));
  file.writeBytes(body.bytes());
  return file.take();
}

std::optional<ProgramBinary> readProgramBinary(std::span<const std::byte> bytes) {
  support::ByteReader header(bytes);
  const auto start = header.readBytes(magic.size());
  const auto expected = std::as_bytes(std::span(magic));
  if (bytes.size() < headerSize || !std::equal(start.begin(), start.end(), expected.begin()) ||
      header.read<uint32_t>() != version ||
      header.read<uint64_t>() != checksum(bytes.subspan(headerSize))) {
    return std::nullopt;
  }
  support::ByteReader in(bytes.subspan(headerSize));
  ProgramBinary binary;
  binary.kind = in.read<uint32_t>();
  binary.target = in.readString();
  binary.compilerFacts = in.readString();
  binary.options = in.readString();
  auto info = compiler::deserializeProgramInfo(readBlock(in));
  const auto payload = readBlock(in);
  if (!in.ok() || !in.atEnd() || !isKind(binary.kind) || !info) {
    return std::nullopt;
  }
  binary.info = std::move(*info);
  binary.payload.assign(payload.begin(), payload.end());
  return binary;
}

}  // namespace cl
