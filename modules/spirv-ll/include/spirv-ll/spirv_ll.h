// Translates SPIR-V modules (OpenCL kernels or Vulkan compute shaders) to LLVM IR.
//
// The IR is in the form shared by all front ends (doc/compiler-spec.md, section 1): as Clang would
// emit it for OpenCL C. Nothing after this library knows the source language of a kernel.
// doc/spirv.md lists the supported versions, capabilities and extensions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spirv-ll/supported.h"
#include "support/result.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace spirv_ll {

/// The client API of a module (SPIR-V 1.6 §2.2.5): OpenCL with the capability Kernel, or Vulkan
/// with the capability Shader and entry points of the execution model GLCompute only.
enum class Api : uint8_t { openCL, vulkan };

/// The properties of a device, to decide if it supports a module.
struct Device {
  /// Width of pointers and size_t: 32 or 64. OpenCL modules must declare the addressing model
  /// Physical32 or Physical64 to match.
  uint32_t addressBits = 64;
  /// Names of the device's OpenCL extensions (cl_khr_fp16) and OpenCL C features
  /// (__opencl_c_images), in any order.
  std::vector<std::string> features;
  Api api = Api::openCL;
};

/// An application's value for a specialization constant (CL 3.0 §5.8.3,
/// clSetProgramSpecializationConstant).
struct Specialization {
  /// The literal of the decoration SpecId. An id unknown to the module is ignored; of several
  /// values for one id, the last counts.
  uint32_t id;
  /// The value in the host's byte order. Its size must equal the size of the constant's type, 1
  /// byte for a boolean; any other size is an error of the translation. Not owned.
  std::span<const std::byte> value;
};

/// The reason why a module was refused: the failure of this library's results.
struct Error {
  enum class Kind {
    notSpirv,     ///< the words do not begin with a SPIR-V header
    invalid,      ///< the module violates the SPIR-V specification
    unsupported,  ///< valid, but the device or this library lacks something it needs
  } kind;
  /// Index of the offending instruction's first word, counted from the start of the module.
  size_t word;
  /// One line of text with the name of the instruction, without the position.
  std::string message;
};

/// Formats an error as a line of a build log: "error: word 123: message\n". The position
/// counts words from the start of the module.
std::string toString(const Error &error);

/// A T, or the reason why there is none.
template <class T>
using Result = support::Result<T, Error>;

/// Validates a module and translates it to LLVM IR in `context`.
///
/// `words` may hold anything, in either byte order: the result is IR accepted by LLVM's verifier,
/// never null, or an error. Warnings are appended to `warnings`, one line each, if it is not null;
/// after an error they are left out. Nothing in `words` or `specializations` needs to outlive the
/// call. Calls with different contexts may run at the same time. The caller provides a stack of
/// frontend::requiredStackSize bytes, since LLVM recurses into nested types.
Result<std::unique_ptr<llvm::Module>> translate(llvm::LLVMContext &context,
                                                std::span<const uint32_t> words,
                                                const Device &device,
                                                std::span<const Specialization> specializations,
                                                std::string *warnings = nullptr);

/// The state of support for each instruction and enumerant of SPIR-V's grammar.
struct Coverage {
  /// One line per name: the name, and "translated" or "refused" with the reason. For example
  /// "OpGetKernelMaxNumSubgroups: refused, kernels cannot enqueue kernels".
  std::vector<std::string> lines;
  /// False if a line says "missing": neither a handler nor a reason exists, a bug of this library.
  bool isComplete = true;
};
/// Lists the support for modules of an API, without names that belong to another API alone.
/// Thread-safe.
Coverage coverage(Api api = Api::openCL);

/// Assembles the textual form of SPIR-V with SPIRV-Tools. Empty for a wrong text; `error` then
/// holds the line and the reason. Numeric ids keep their numbers. Thread-safe.
std::optional<std::vector<uint32_t>> assemble(std::string_view text, std::string &error);

}  // namespace spirv_ll
