// Serialises requests to the helper process and its outcomes (the payloads of frames).
//
// A frame is a magic number, a length and as many bytes. The helper greets with the driver's build
// id; one request and one outcome follow. Both sides are of one build, so there is no version and
// no compatibility: a new field goes into the writer and the reader of the same commit.
//
// Readers accept any bytes. Numbers are little-endian; a count precedes strings and arrays.
#pragma once

#include <deque>
#include <optional>

#include "operations/operation.h"

namespace compiler::isolation {

inline constexpr uint32_t frameMagic = 0x50484e4b;  ///< "KNHP" in little-endian order
/// Bytes; a receiver refuses larger frames before it reads them.
inline constexpr uint64_t maximumFrame = uint64_t{1} << 31;
inline constexpr size_t frameHeaderSize = 12;  // u32 magic, u64 length

/// A received request. Views refer to its bytes in the frame; operation.inputs points into
/// `inputs`. So it can be neither copied nor outlive the frame.
struct Request {
  std::string_view target;            ///< name of the target
  std::string_view targetProperties;  ///< as mux::formatTargetProperties
  ModuleData data;                    ///< the operation's module
  Operation operation{};
  /// The elements of operation.inputs; a deque never moves them.
  std::deque<ModuleData> inputs;
};

/// Serialises a request.
Bytes writeRequest(std::string_view target, std::string_view targetProperties,
                   const ModuleData &data, const Operation &operation);
/// Reads a request into an empty `request`. Returns false if the bytes are none; enumerators out of
/// range and bytes left over count as damage.
bool readRequest(std::span<const std::byte> bytes, Request &request);

/// Serialises an outcome, of success or failure.
Bytes writeOutcome(const Outcome &outcome);
/// Reads an outcome; nothing if the bytes are none. The bitcode in it is not looked at.
std::optional<Outcome> readOutcome(std::span<const std::byte> bytes);

}  // namespace compiler::isolation
