#include "base/module_data.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace compiler {
namespace {

constexpr uint32_t magic = 0x444d4e4b;  // "KNMD"
constexpr uint32_t version = 1;

uint64_t checksum(std::span<const std::byte> bytes, std::string_view owner) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), XXH3_64bits(owner.data(), owner.size()));
}

void writeBytes(support::ByteWriter &out, std::span<const std::byte> bytes) {
  out.write(static_cast<uint64_t>(bytes.size()));
  out.writeBytes(bytes);
}

std::span<const std::byte> readBytes(support::ByteReader &in) {
  return in.readBytes(in.read<uint64_t>());
}

bool hasCode(ModuleState state) {
  return state != ModuleState::empty && state != ModuleState::failed;
}

}  // namespace

void write(support::ByteWriter &out, const ModuleData &data) {
  out.write(data.state);
  out.write(static_cast<uint8_t>(data.mode));
  out.writeString(data.options);
  writeBytes(out, data.bitcode);
  writeBytes(out, serialize(data.info));
}

std::optional<ModuleData> readModuleData(support::ByteReader &in) {
  ModuleData data;
  data.state = in.read<ModuleState>();
  const auto mode = in.read<uint8_t>();
  data.mode = static_cast<OptionsMode>(mode);
  data.options = in.readString();
  const auto bitcode = readBytes(in);
  data.bitcode.assign(bitcode.begin(), bitcode.end());
  auto info = deserializeProgramInfo(readBytes(in));
  if (!in.ok() || data.state > ModuleState::failed ||
      mode > static_cast<uint8_t>(OptionsMode::link) || !info ||
      hasCode(data.state) == data.bitcode.empty()) {
    return std::nullopt;
  }
  data.info = std::move(*info);
  return data;
}

Bytes seal(const ModuleData &data, std::string_view owner) {
  support::ByteWriter body;
  body.writeString(owner);
  write(body, data);
  support::ByteWriter out;
  out.write(magic);
  out.write(version);
  out.write(checksum(body.bytes(), owner));
  out.writeBytes(body.bytes());
  return out.take();
}

std::optional<ModuleData> unseal(std::span<const std::byte> bytes, std::string_view owner) {
  support::ByteReader in(bytes);
  if (in.read<uint32_t>() != magic || in.read<uint32_t>() != version) {
    return std::nullopt;
  }
  const auto sum = in.read<uint64_t>();
  if (!in.ok() || sum != checksum(bytes.subspan(in.position()), owner) ||
      in.readString() != owner) {
    return std::nullopt;
  }
  auto data = readModuleData(in);
  return data && in.atEnd() ? std::move(data) : std::nullopt;
}

}  // namespace compiler
