// The program metadata of the sample binaries.
#pragma once

#include "mux/target_support/program_metadata.h"

mux::ProgramMetadata sampleMetadata();
