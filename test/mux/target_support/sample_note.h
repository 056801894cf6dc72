// The note of the sample binaries.
#pragma once

#include "mux/target_support/note.h"

mux::BinaryNote sampleNote();
