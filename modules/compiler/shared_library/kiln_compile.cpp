// The tool kilnCompile: what the program kiln-compile runs.

#include "isolation/helper_main.h"
#include "library.h"
#include "tool_main.h"

namespace compiler::tools {

int kilnCompileMain(Arguments) {
  return helperMain(theLibrary());
}

}  // namespace compiler::tools
