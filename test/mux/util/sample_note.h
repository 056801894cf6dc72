// The note of the sample binaries.
#pragma once

#include "mux/util/note.h"

mux::BinaryNote sampleNote();
