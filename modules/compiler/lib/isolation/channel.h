// Frames over a socket, with a time limit and without signals.
#pragma once

#include <chrono>
#include <optional>
#include <span>

#include "compiler/module.h"

namespace compiler::isolation {

using Deadline = std::chrono::steady_clock::time_point;

/// False if the peer has gone or the deadline has passed.
bool sendFrame(int socket, std::span<const std::byte> bytes, Deadline deadline);

/// Empty if the peer has gone before the frame was complete, sent no frame, or the deadline
/// has passed.
std::optional<Bytes> receiveFrame(int socket, Deadline deadline);

}  // namespace compiler::isolation
