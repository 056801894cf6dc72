// The integer types and integer values of a module by their ids, as far as it has been read.
//
// The rules of kernels ask for them where SPIRV-Tools wants something else than an integer:
//
//   %t = OpTypeInt 64 0                     width(%t) is 64
//   %v = OpTypeVector %t 2                  width(%v) is 0
//   %x = OpLoad %v %p                       typeOf(%x) is %v
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "binary/binary.h"

namespace spirv_ll {

/// Integer types, vectors of integers, and values of both. One table serves all rules of a module:
/// relax() (relaxation.h) shows it each instruction before the rules see it. A table of its own in
/// each rule would hash every id of the module once for each of them.
class IntegerIds {
 public:
  /// Takes the instructions in the module's order, since types precede their values. An instruction
  /// counts from its own observation on.
  void observe(const Instruction &instruction);

  /// The bits of a scalar integer type, or 0 for another id.
  uint32_t width(uint32_t type) const;
  /// The type of an integer or a vector of integers, or 0 for another id.
  uint32_t typeOf(uint32_t value) const;

 private:
  std::unordered_map<uint32_t, uint32_t> widths_;  ///< of scalar types
  std::unordered_map<uint32_t, uint32_t> values_;  ///< their types
  std::unordered_set<uint32_t> types_;             ///< with vectors of integers
};

}  // namespace spirv_ll
