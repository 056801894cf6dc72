// Lists of names as mux has them: words in one string.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/info_writer.h"

namespace cl {

std::vector<std::string_view> splitWords(std::string_view text);
bool containsWord(std::string_view text, std::string_view word);

/// CL_NAME_VERSION_MAX_NAME_SIZE - 1 characters of `name`, with a version.
cl_name_version named(std::string_view name, cl_version version);

/// Answers with one cl_name_version for each word.
Status writeNames(const InfoWriter &out, std::string_view words, cl_version version);

}  // namespace cl
