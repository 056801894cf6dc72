// Sends and receives length-prefixed frames over a socket, with a deadline and without SIGPIPE.
//
// The driver and its helper process talk through these two functions. Neither side trusts the
// other: a peer may die, stall, or send garbage, and each of these ends a call instead of the
// process.
#pragma once

#include <chrono>
#include <optional>
#include <span>

#include "compiler/module.h"

namespace compiler::isolation {

/// The time at which a call gives up. time_point::max() means never.
using Deadline = std::chrono::steady_clock::time_point;

/// Sends a header (magic and length, protocol.h) and `bytes`. Returns false if the peer has gone or
/// the deadline has passed. Never raises SIGPIPE.
bool sendFrame(int socket, std::span<const std::byte> bytes, Deadline deadline);

/// Receives one frame. Returns nothing if the peer ended before the frame was complete, the header
/// is wrong, the length is above maximumFrame, or the deadline has passed. Memory grows with the
/// bytes that arrive, so a wrong length cannot exhaust it.
std::optional<Bytes> receiveFrame(int socket, Deadline deadline);

}  // namespace compiler::isolation
