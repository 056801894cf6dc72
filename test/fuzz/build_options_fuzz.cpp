// Any text either fails with a log, or parses to options whose text parses to the same.
#include <cstdint>
#include <cstdlib>

#include "frontend/build_options.h"

using namespace compiler;
using namespace compiler::frontend;

namespace {

void require(bool condition) {
  if (!condition) {
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) {
    return 0;
  }
  constexpr OptionsMode modes[] = {OptionsMode::build, OptionsMode::compile, OptionsMode::link};
  OptionsMode mode = modes[data[0] % 3];
  std::string_view text(reinterpret_cast<const char *>(data) + 1, size - 1);
  std::string log;
  auto options = parseBuildOptions(text, mode, log);
  require(options ? log.empty() : log.ends_with('\n'));
  if (options) {
    auto again = parseBuildOptions(toString(*options), mode, log);
    require(again && *again == *options);
  }
  return 0;
}
