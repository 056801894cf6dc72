// The limit on the bytes of all program-scope pipes of a module.
//
// A pipe of the capability PipeStorage is a variable of the program (images/pipe_storage.cpp).
#pragma once

#include <cstdint>

namespace spirv_ll {

/// Adds up the sizes of pipes. Each pipe becomes a variable in the program's image, so a small
/// module could otherwise ask for an image of any size. One object serves one module.
class PipeBudget {
 public:
  static constexpr uint64_t largest = uint64_t{16} << 20;  ///< bytes of all pipes together

  /// Takes the bytes of one pipe. False, with nothing taken, if the sum would exceed the limit.
  bool take(uint64_t bytes) {
    if (bytes > left_) {
      return false;
    }
    left_ -= bytes;
    return true;
  }

 private:
  uint64_t left_ = largest;
};

}  // namespace spirv_ll
