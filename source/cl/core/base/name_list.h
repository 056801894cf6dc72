// Splits and searches lists of names in one string, as mux and OpenCL use them for extensions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/info_writer.h"

namespace cl {

/// Returns the words between spaces, as views of `text`.
std::vector<std::string_view> splitWords(std::string_view text);
/// Tells if one of the words equals `word`.
bool containsWord(std::string_view text, std::string_view word);

/// Returns a cl_name_version; names are cut to CL_NAME_VERSION_MAX_NAME_SIZE - 1 characters.
cl_name_version named(std::string_view name, cl_version version);

/// Answers with one cl_name_version per word, all of the same version.
Status writeNames(const InfoWriter &out, std::string_view words, cl_version version);

}  // namespace cl
