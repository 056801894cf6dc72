// The modules of the tests, and what SPIRV-Tools and spirv-ll say of a module.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "spirv-ll/spirv_ll.h"

using Words = std::vector<uint32_t>;

/// Nothing if the module is valid, else the first line of what is wrong.
std::optional<std::string> verdictOfTools(const Words &words);

/// For a device that has everything.
std::optional<spirv_ll::Error> verdictOfOurs(const Words &words);

/// The modules of kernels in this folder and in test/spirv that can be assembled; some of them are
/// wrong.
std::map<std::string, Words> readCorpus();

Words readWords(const std::filesystem::path &path);
