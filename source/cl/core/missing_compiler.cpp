#include "core/missing_compiler.h"

#include "core/compiler_loader.h"
#include "core/context.h"

namespace cl {

Error withoutCompiler(Context &context, std::string_view call, cl_int error) {
  (void)CompilerLoader::load();
  context.report("Kiln: " + std::string(call) + ": " + CompilerLoader::problem());
  return Error{error};
}

}  // namespace cl
