// Implements lists of names. Lists are as long as CL_DEVICE_EXTENSIONS; queries of them are rare,
// so nothing is cached.
#include "core/base/name_list.h"

#include <algorithm>

namespace cl {

std::vector<std::string_view> splitWords(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    if (end != 0) {
      words.push_back(text.substr(0, end));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

bool containsWord(std::string_view text, std::string_view word) {
  const auto words = splitWords(text);
  return std::ranges::find(words, word) != words.end();
}

cl_name_version named(std::string_view name, cl_version version) {
  cl_name_version entry = {};
  entry.version = version;
  name.copy(entry.name, CL_NAME_VERSION_MAX_NAME_SIZE - 1);
  return entry;
}

Status writeNames(const InfoWriter &out, std::string_view words, cl_version version) {
  std::vector<cl_name_version> entries;
  for (auto word : splitWords(words)) {
    entries.push_back(named(word, version));
  }
  return out.array<cl_name_version>(entries);
}

}  // namespace cl
