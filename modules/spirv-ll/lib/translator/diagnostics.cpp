// Composes the messages of the first error and of warnings.
#include "translator/diagnostics.h"

#include "binary/grammar.h"

namespace spirv_ll {

void Diagnostics::report(const Instruction &instruction, const std::string &message,
                         Error::Kind kind) {
  if (!error_) {
    error_ = Error{kind, instruction.word,
                   opcodeName(static_cast<uint32_t>(instruction.op)) + ": " + message};
  }
}

void Diagnostics::report(const std::string &message, Error::Kind kind) {
  if (current_) {
    report(*current_, message, kind);
  } else if (!error_) {
    error_ = Error{kind, 0, message};
  }
}

void Diagnostics::warn(const Instruction &instruction, const std::string &message) {
  warnings_ += "warning: word " + std::to_string(instruction.word) + ": " +
               opcodeName(static_cast<uint32_t>(instruction.op)) + ": " + message + '\n';
}

}  // namespace spirv_ll
