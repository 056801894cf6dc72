// Loads the test modules, and asks SPIRV-Tools and spirv-ll for their verdict on a module.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "spirv-ll/spirv_ll.h"

using Words = std::vector<uint32_t>;

/// The verdict: nothing for a valid module, else the first line of the error. For an undefined id
/// the instruction follows.
std::optional<std::string> verdictOfTools(const Words &words);

/// spirv-ll's verdict for a device with all features.
std::optional<spirv_ll::Error> verdictOfOurs(const Words &words);

/// The kernel modules of this folder and of test/spirv that assemble; some of them are invalid.
std::map<std::string, Words> readCorpus();

Words readWords(const std::filesystem::path &path);
