// A target's part of the counting plugin.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// To which of the device's counters after the first one an instruction adds 1: bit n is for
/// counter n + 1. The first counts all instructions. At most 3 counters.
unsigned classifyInstruction(const uint8_t *bytes, size_t size);
