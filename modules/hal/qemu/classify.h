// A target's part of the counting plugin: the classes of its instructions.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Returns the counters, beside the first, to which an instruction adds 1: bit n is for counter n +
/// 1.
///
/// `bytes` are the `size` bytes of one instruction. The first counter counts all instructions. At
/// most 3 counters besides it.
unsigned classifyInstruction(const uint8_t *bytes, size_t size);
