#include "core/build/missing_compiler.h"

#include "core/context/context.h"
#include "core/process/compiler_loader.h"

namespace cl {

/// CL 3.0 §5.8.4: CL_COMPILER_NOT_AVAILABLE, or the `error` that the call lists instead.
Error withoutCompiler(Context &context, std::string_view call, cl_int error) {
  (void)CompilerLoader::load();
  context.report("Kiln: " + std::string(call) + ": " + CompilerLoader::problem());
  return Error{error};
}

}  // namespace cl
