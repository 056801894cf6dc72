// Defines the tool kilnCompile, the main function of the helper program kiln-compile.

#include "isolation/helper_main.h"
#include "library.h"
#include "tool_main.h"

namespace compiler::tools {

int kilnCompileMain(Arguments) {
  return helperMain(theLibrary());
}

}  // namespace compiler::tools
