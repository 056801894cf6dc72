#include "thread/base_context.h"

#include "thread/fatal_errors.h"

namespace compiler {

BaseContext::BaseContext(Library &library)
    : library_(library), threads_(CompileThreads::instance()) {
  // Before the first job: an error without the handlers would end the application's process.
  installFatalErrorHandlers();
  threads_.retain();
}

BaseContext::~BaseContext() {
  threads_.release();
}

}  // namespace compiler
