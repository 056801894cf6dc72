// From SPIR-V modules, of OpenCL's kernels or of Vulkan's compute shaders, to the common form of
// LLVM IR (doc/compiler-spec.md, section 1): what a front end makes, so that nothing after it knows
// the language. doc/spirv.md says what is supported.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spirv-ll/supported.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace spirv_ll {

/// Whose modules are taken: OpenCL's (Kernel) or Vulkan's (Shader, entry points of GLCompute
/// alone).
enum class Api : uint8_t { openCL, vulkan };

/// What a device can do, as far as capabilities ask for it.
struct Device {
  uint32_t addressBits = 64;
  /// Extensions (cl_khr_fp16) and features of OpenCL C (__opencl_c_images) that it has.
  std::vector<std::string> features;
  Api api = Api::openCL;
};

/// The value of a specialization constant: as many bytes as its type has (1 for a boolean), in
/// the machine's order. A constant with another size is an error, an id that the module does
/// not have is ignored.
struct Specialization {
  uint32_t id;
  std::span<const std::byte> value;
};

struct Error {
  enum class Kind {
    notSpirv,     ///< the words do not begin as a module does
    invalid,      ///< not valid SPIR-V
    unsupported,  ///< valid, but asks for what the device or this library lacks
  } kind;
  /// Where the instruction begins that is at fault, in words from the beginning of the module.
  size_t word;
  /// One line, without the position.
  std::string message;
};

/// "error: word 123: message", a line for a build log.
std::string toString(const Error &error);

struct Translation {
  std::unique_ptr<llvm::Module> module;  ///< null if there is an error
  std::optional<Error> error;
};

/// Validates and translates. Any words may be passed, in either byte order; what comes back is
/// well-formed IR or an error. Thread-safe for different contexts. Needs a stack as the front
/// end does.
Translation translate(llvm::LLVMContext &context, std::span<const uint32_t> words,
                      const Device &device, std::span<const Specialization> specializations);

/// What becomes of the instructions of SPIR-V that modules of the API may use, a line for each:
/// its name, and "translated" or why it is refused. One that nothing is said of, which is an error
/// of this library, has "missing", and `isComplete` is false then.
struct Coverage {
  std::vector<std::string> lines;
  bool isComplete = true;
};
Coverage coverage(Api api = Api::openCL);

/// What SPIRV-Tools' assembler makes of a text. Empty if it is wrong; `error` then says where.
std::optional<std::vector<uint32_t>> assemble(std::string_view text, std::string &error);

}  // namespace spirv_ll
