// The severity of a diagnostic decides: errors and warnings always get a line, remarks only if they
// come from Kiln's passes (-cl-kiln-remarks), notes never. Everything counts as handled, so LLVM
// prints nothing itself.

#include "llvm_support/log_handler.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

namespace compiler {

/// LLVM's side: the context owns it, and it writes into the DiagnosticLog.
class DiagnosticLog::Handler final : public llvm::DiagnosticHandler {
 public:
  Handler(std::string &log, bool &hasErrors) : log_(log), hasErrors_(hasErrors) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &diagnostic) override {
    switch (diagnostic.getSeverity()) {
      case llvm::DS_Error:
        hasErrors_ = true;
        add("error: ", diagnostic);
        break;
      case llvm::DS_Warning:
        add("warning: ", diagnostic);
        break;
      case llvm::DS_Remark:
        // Kiln's passes report generic remarks; LLVM's optimisation remarks are of other kinds.
        if (diagnostic.getKind() == llvm::DK_Generic) {
          add("remark: ", diagnostic);
        }
        break;
      case llvm::DS_Note:
        break;
    }
    return true;
  }

 private:
  /// Appends one line, e.g. "error: <message>".
  void add(const char *severity, const llvm::DiagnosticInfo &diagnostic) {
    llvm::raw_string_ostream stream(log_);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    stream << severity;
    diagnostic.print(printer);
    stream << '\n';
  }

  std::string &log_;
  bool &hasErrors_;
};

DiagnosticLog::DiagnosticLog(llvm::LLVMContext &context, std::string &log)
    : context_(context), log_(log) {
  context.setDiagnosticHandler(std::make_unique<Handler>(log, hasErrors_));
}

void DiagnosticLog::add(const std::string &text, bool hasErrors) {
  log_ += text;
  hasErrors_ |= hasErrors;
}

DiagnosticLog::~DiagnosticLog() {
  context_.setDiagnosticHandler(nullptr);
}

}  // namespace compiler
