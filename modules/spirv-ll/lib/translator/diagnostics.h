// The first error of a translation, its warnings, and the instruction that later reports refer to.
//
// Most reports come from code that knows an id or a type and not the instruction around it. So the
// translator names the current instruction once, in front of each handler, and a report needs the
// message alone:
//
//   report("an operand is of the wrong type", …) at an OpFAdd in word 57
//     word 57, "OpFAdd: an operand is of the wrong type"
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "binary/binary.h"

namespace spirv_ll {

/// Keeps the first reported error; a broken module often causes further ones, which only repeat
/// it. One object serves one module and one thread.
class Diagnostics {
 public:
  /// Reports an error at an instruction. The message begins with the instruction's name.
  void report(const Instruction &instruction, const std::string &message, Error::Kind kind);
  /// Reports an error at the current instruction, or about the whole module without one.
  void report(const std::string &message, Error::Kind kind);

  /// Adds a line about an instruction to the warnings; the translation goes on.
  void warn(const Instruction &instruction, const std::string &message);
  /// All warnings as lines of a build log, in the order of the reports.
  const std::string &warnings() const { return warnings_; }

  /// True from the first report on, also after take().
  bool failed() const { return error_.has_value(); }
  /// Moves the error out; empty without one.
  std::optional<Error> take() { return std::move(error_); }

  /// Makes an instruction the current one, or none for null. Returns the one before, so that the
  /// caller can restore it. The instruction must live until the next call.
  const Instruction *moveTo(const Instruction *instruction) {
    return std::exchange(current_, instruction);
  }

 private:
  std::optional<Error> error_;
  std::string warnings_;
  const Instruction *current_ = nullptr;
};

}  // namespace spirv_ll
