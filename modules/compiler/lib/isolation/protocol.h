// The frames between the driver and its helper process: a magic number, a length and as many bytes.
// The helper greets with its build id; then there are one request and one response.
#pragma once

#include <deque>
#include <optional>

#include "steps/operation.h"

namespace compiler::isolation {

inline constexpr uint32_t frameMagic = 0x50484e4b;  // "KNHP"
inline constexpr uint64_t maximumFrame = uint64_t{1} << 31;
inline constexpr size_t frameHeaderSize = 12;  // u32 magic, u64 length

/// A request that was received. Refers to the bytes that it was read from.
struct Request {
  std::string_view target;
  std::string_view targetProperties;
  ModuleData data;
  Operation operation{};
  std::deque<ModuleData> inputs;  ///< what operation.inputs points to
};

Bytes writeRequest(std::string_view target, std::string_view targetProperties,
                   const ModuleData &data, const Operation &operation);
/// False if the bytes make no request.
bool readRequest(std::span<const std::byte> bytes, Request &request);

Bytes writeOutcome(const Outcome &outcome);
/// Empty if the bytes make no outcome.
std::optional<Outcome> readOutcome(std::span<const std::byte> bytes);

}  // namespace compiler::isolation
