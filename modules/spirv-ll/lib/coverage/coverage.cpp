// Answers why an instruction or an enumerant is refused, and lists the state of the whole grammar.
//
// The reason is searched from the special to the general:
//   1. the tables below: single names, with a reason of their own;
//   2. the suffix of a vendor without support here, such as NV;
//   3. the needed capabilities, each refused with a reason (kernel_capabilities.cpp,
//      shader_capabilities.cpp).
//
// A name without a reason is reported as missing, and a test fails. For example OpKill needs the
// capability Shader, and Shader is for shaders; no row is needed for it.
#include "coverage/coverage.h"

#include <algorithm>

#include "binary/grammar.h"

namespace spirv_ll {
namespace {

/// Instructions whose capabilities are supported, or absent, but without a handler for kernels.
struct Row {
  spv::Op op;
  const char *reason;
};
/// Reasons of several rows; they complete the sentence "X is not supported: …".
constexpr char forEnqueue[] = "kernels cannot enqueue kernels";
constexpr char forShaders[] = "it is for shaders";
/// For kernels only; reasonAgainstForShaders() has the rows of shaders.
constexpr Row refused[] = {
    {spv::Op::OpImageTexelPointer, "there are no atomic operations on images"},
    {spv::Op::OpImageFetch, forShaders},
    {spv::Op::OpIsHelperInvocationEXT, forShaders},
    {spv::Op::OpImageQuerySamples, "images have one sample for each pixel"},
    {static_cast<spv::Op>(6448), "the module does not say which function is applied"},
    // Device-side enqueue is an optional feature of OpenCL 3.0, not supported here.
    {spv::Op::OpGetKernelLocalSizeForSubgroupCount, forEnqueue},
    {spv::Op::OpGetKernelMaxNumSubgroups, forEnqueue},
};

struct EnumerantRow {
  EnumerantKind kind;
  std::string_view name;
  const char *reason;
};
constexpr char forMatrices[] = "the device has no matrices or tensors";
constexpr char forTypes[] = "the device has no numbers of such types";
constexpr char forUntyped[] = "pointers must have a pointee type";
/// Enumerants whose capabilities in the grammar do not tell the reason.
constexpr EnumerantRow refusedEnumerants[] = {
    // Builtin variables and decorations without capabilities in the grammar.
    {EnumerantKind::BuiltIn, "SamplerHeapEXT", forShaders},
    {EnumerantKind::BuiltIn, "ResourceHeapEXT", forShaders},
    {EnumerantKind::BuiltIn, "HitTriangleVertexPositionsKHR", forShaders},
    {EnumerantKind::Decoration, "SaturatedToLargestFloat8NormalConversionEXT", forTypes},
    {EnumerantKind::Decoration, "ArrayStrideIdEXT", forUntyped},
    {EnumerantKind::Decoration, "OffsetIdEXT", forUntyped},
    {EnumerantKind::Decoration, "UTFEncodedKHR", "constants are given component by component"},
    {EnumerantKind::Decoration, "HitObjectShaderRecordBufferEXT", forShaders},
    {EnumerantKind::Decoration, "CooperativeMatrixTransposeEXT", forMatrices},
    {EnumerantKind::Decoration, "CounterBuffer", forShaders},
    {EnumerantKind::Decoration, "UserTypeGOOGLE", forShaders},
    {EnumerantKind::Decoration, "ConditionalINTEL", "modules have no conditional parts"},
    // Execution modes. A launch names its kernel, so nothing runs before or after it.
    {EnumerantKind::ExecutionMode, "Initializer", "kernels do not run by themselves"},
    {EnumerantKind::ExecutionMode, "Finalizer", "kernels do not run by themselves"},
    {EnumerantKind::ExecutionMode, "NonCoherentColorAttachmentReadEXT", forShaders},
    {EnumerantKind::ExecutionMode, "NonCoherentDepthAttachmentReadEXT", forShaders},
    {EnumerantKind::ExecutionMode, "NonCoherentStencilAttachmentReadEXT", forShaders},
    {EnumerantKind::ExecutionMode, "QuadDerivativesKHR", forShaders},
    {EnumerantKind::ExecutionMode, "RequireFullQuadsKHR", forShaders},
    {EnumerantKind::ExecutionMode, "Shader64BitIndexingEXT", forShaders},
    {EnumerantKind::ExecutionMode, "MaximallyReconvergesKHR", forShaders},
    {EnumerantKind::ExecutionMode, "FloatingPointModeALTINTEL",
     "OpenCL has no alternative mode of floating-point arithmetic"},
    {EnumerantKind::ExecutionMode, "FPFastMathDefault",
     "a kernel cannot choose the rounding mode or the flushing of denormals"},
    {EnumerantKind::ExecutionMode, "OpacityMicromapIdKHR", forShaders},
    {EnumerantKind::ExecutionMode, "StreamingInterfaceINTEL",
     "it is specific to one vendor's devices"},
    {EnumerantKind::ExecutionMode, "RegisterMapInterfaceINTEL",
     "it is specific to one vendor's devices"},
};

/// The suffixes of vendors whose extensions are refused as a whole. INTEL and KHR are absent: many
/// of theirs are supported.
/// ALTERA took over Intel's FPGA extensions in 2025.
constexpr std::string_view vendors[] = {"ALTERA", "AMD",  "AMDX",    "ARM",
                                        "NV",     "QCOM", "SAMSUNG", "VALVE"};

bool isOfVendor(std::string_view name) {
  return std::ranges::any_of(vendors,
                             [&](std::string_view vendor) { return name.ends_with(vendor); });
}

/// The reason against a list of alternative capabilities; null if one of them is supported.
/// The last reason counts. An enumerant without capabilities has none.
const char *reasonByCapabilities(std::string_view capabilities, Api api) {
  const char *reason = nullptr;
  for (std::string_view name : splitNames(capabilities)) {
    reason = findOffer(offeredCapabilities(api), name) ? nullptr : reasonAgainst(name, api);
    if (!reason) {
      return nullptr;
    }
  }
  return reason;
}

/// True if an instruction needs capabilities of the other API only.
/// Such an instruction is left out of the list of coverage(): neither translated nor refused.
bool isOfOtherApi(const OpcodeInfo &info, Api api) {
  const auto names = splitNames(info.capabilities);
  return !names.empty() && std::ranges::all_of(names, [&](std::string_view name) {
    return api == Api::vulkan ? isOfKernels(name) : isOfShaders(name);
  });
}

}  // namespace

/// For shaders the table of shader_capabilities.cpp comes first: `refused` is about kernels.
const char *reasonAgainst(uint32_t opcode, Api api) {
  const auto op = static_cast<spv::Op>(opcode);
  const auto *row = std::ranges::find(refused, op, &Row::op);
  if (api == Api::vulkan) {
    if (const char *reason = reasonAgainstForShaders(op)) {
      return reason;
    }
  } else if (row != std::end(refused)) {
    return row->reason;
  }
  const OpcodeInfo *info = findOpcode(opcode);
  if (info && isOfVendor(info->name)) {
    return "it is specific to one vendor's devices";
  }
  return info ? reasonByCapabilities(info->capabilities, api) : nullptr;
}

/// Each kind has its table beside its handler, so a handler's new case is known here at once.
bool isTranslated(EnumerantKind kind, uint32_t value) {
  return kind == EnumerantKind::Decoration      ? isTranslatedDecoration(value)
         : kind == EnumerantKind::ExecutionMode ? isTranslatedMode(value)
                                                : isTranslatedBuiltin(value);
}

/// The order is the one of instructions: a row, a vendor's suffix, the capabilities of OpenCL.
const char *reasonAgainst(const Enumerant &enumerant) {
  const auto *row = std::ranges::find_if(refusedEnumerants, [&](const EnumerantRow &each) {
    return each.kind == enumerant.kind && each.name == enumerant.name;
  });
  return row != std::end(refusedEnumerants) ? row->reason
         : isOfVendor(enumerant.name) ? "it is specific to one vendor's devices"
                                      : reasonByCapabilities(enumerant.capabilities, Api::openCL);
}

/// Used for log lines of refused modules; the text is for the author of the kernel.
std::string refusal(const char *what, EnumerantKind kind, uint32_t value) {
  const Enumerant *enumerant = findEnumerant(kind, value);
  const char *reason = enumerant ? reasonAgainst(*enumerant) : nullptr;
  return what + enumerantName(kind, value) + " is not supported" +
         (reason ? std::string(": ") + reason : "");
}

namespace {

/// The beginning of a line of coverage(); null for kinds without handlers of their own.
const char *titleOf(EnumerantKind kind) {
  switch (kind) {
    case EnumerantKind::BuiltIn:
      return "builtin ";
    case EnumerantKind::Decoration:
      return "decoration ";
    case EnumerantKind::ExecutionMode:
      return "execution mode ";
    default:
      return nullptr;
  }
}

/// Adds the line of an enumerant. Names for shaders only are left out.
void coverEnumerant(const Enumerant &enumerant, Coverage &result) {
  const char *title = titleOf(enumerant.kind);
  if (!title) {
    return;
  }
  const bool isThere = isTranslated(enumerant.kind, enumerant.value);
  const char *reason = isThere ? "translated" : reasonAgainst(enumerant);
  const auto needed = splitNames(enumerant.capabilities);
  result.isComplete &= reason != nullptr;
  if (isThere || needed.empty() || !std::ranges::all_of(needed, isOfShaders)) {
    result.lines.push_back(title + std::string(enumerant.name) + ": " +
                           (isThere || !reason ? "" : "refused, ") + (reason ? reason : "missing"));
  }
}

}  // namespace

/// Instructions come first, by opcode, then the other enumerants in the grammar's order.
/// Decorations, modes and builtin variables are listed for kernels only, since shaders share the
/// tables.
Coverage coverage(Api api) {
  Coverage result;
  for (const OpcodeInfo &info : allOpcodes()) {
    const bool isTranslated = isTranslatedInstruction(static_cast<spv::Op>(info.opcode), api);
    if (!isTranslated && isOfOtherApi(info, api)) {
      continue;
    }
    const char *reason = isTranslated ? "translated" : reasonAgainst(info.opcode, api);
    result.lines.push_back(std::string(info.name) + ": " +
                           (isTranslated || !reason ? "" : "refused, ") +
                           (reason ? reason : "missing"));
    result.isComplete &= reason != nullptr;
  }
  for (const Enumerant &each : allEnumerants()) {
    if (each.kind != EnumerantKind::Capability) {
      if (api == Api::openCL) {
        coverEnumerant(each, result);
      }
      continue;
    }
    // Capabilities of the other API are listed only if no reason is known, so a gap cannot hide
    // there.
    const bool isSupported = findOffer(offeredCapabilities(api), each.name) != nullptr;
    const char *reason = isSupported ? "translated" : reasonAgainst(each.name, api);
    if (!reason || isSupported ||
        !(api == Api::vulkan ? isOfKernels(each.name) : isOfShaders(each.name))) {
      result.lines.push_back("capability " + std::string(each.name) + ": " +
                             (isSupported || !reason ? "" : "refused, ") +
                             (reason ? reason : "missing"));
    }
    result.isComplete &= reason != nullptr;
  }
  return result;
}

}  // namespace spirv_ll
