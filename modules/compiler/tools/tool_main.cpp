// Defines kiln_tool_main, which libkiln-compiler.so exports beside kiln_compiler_get_library. It
// runs the tool of this name, and returns 127 for an unknown one.

#include "tool_main.h"

#include <string_view>

extern "C" __attribute__((visibility("default"))) int kiln_tool_main(const char *tool, int argc,
                                                                     const char *const *argv) {
  constexpr int noSuchTool = 127;
  if (!tool || argc < 1 || !argv) {
    return noSuchTool;
  }
  const std::string_view name = tool;
  const compiler::tools::Arguments arguments(argv + 1, static_cast<size_t>(argc - 1));
#define KILN_TOOL(tool_name)                            \
  if (name == #tool_name) {                             \
    return compiler::tools::tool_name##Main(arguments); \
  }
#include "tools.def"
#undef KILN_TOOL
  return noSuchTool;
}
