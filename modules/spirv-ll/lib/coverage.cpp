#include "coverage.h"

#include <algorithm>

#include "grammar.h"
#include "handlers.h"
#include "newer.h"

namespace spirv_ll {
namespace {

struct Row {
  spv::Op op;
  const char *reason;
};
constexpr char forEnqueue[] = "kernels do not launch kernels";
constexpr char forShaders[] = "it is for shaders";
constexpr Row refused[] = {
    {spv::Op::OpImageTexelPointer, "there are no atomic operations on images"},
    {spv::Op::OpImageFetch, forShaders},
    {spv::Op::OpIsHelperInvocationEXT, forShaders},
    {spv::Op::OpImageQueryLevels, "images have no mipmaps"},
    {spv::Op::OpImageQuerySamples, "images have one sample for each pixel"},
    {spv::Op::OpGetKernelLocalSizeForSubgroupCount, forEnqueue},
    {spv::Op::OpGetKernelMaxNumSubgroups, forEnqueue},
};

constexpr std::string_view vendors[] = {"AMD", "ARM", "NV", "QCOM"};

bool isOfVendor(std::string_view name) {
  return std::ranges::any_of(vendors,
                             [&](std::string_view vendor) { return name.ends_with(vendor); });
}

/// The reason against all of an instruction's capabilities, or null.
const char *reasonByCapabilities(const OpcodeInfo &info) {
  const char *reason = nullptr;
  for (std::string_view name : splitNames(info.capabilities)) {
    reason = isSupportedCapability(name) ? nullptr : reasonAgainst(name);
    if (!reason) {
      return nullptr;
    }
  }
  return reason;
}

bool isOfShadersOnly(const OpcodeInfo &info) {
  const auto names = splitNames(info.capabilities);
  return !names.empty() && std::ranges::all_of(names, isOfShaders);
}

}  // namespace

const char *reasonAgainst(uint32_t opcode) {
  const auto *row = std::ranges::find(refused, static_cast<spv::Op>(opcode), &Row::op);
  if (row != std::end(refused)) {
    return row->reason;
  }
  const OpcodeInfo *info = findOpcode(opcode);
  if (info && isOfVendor(info->name)) {
    return "it is for devices of one vendor";
  }
  return info ? reasonByCapabilities(*info) : nullptr;
}

Coverage coverage() {
  Coverage result;
  for (const OpcodeInfo &info : allOpcodes()) {
    const bool isTranslated = findHandler(static_cast<spv::Op>(info.opcode)) != nullptr;
    if (!isTranslated && isOfShadersOnly(info)) {
      continue;
    }
    const char *reason = isTranslated ? "translated" : reasonAgainst(info.opcode);
    result.lines.push_back(std::string(info.name) + ": " +
                           (isTranslated || !reason ? "" : "refused, ") +
                           (reason ? reason : "missing"));
    result.isComplete &= reason != nullptr;
  }
  for (const Enumerant &each : allEnumerants()) {
    if (each.kind != EnumerantKind::Capability) {
      continue;
    }
    const bool isSupported = isSupportedCapability(each.name);
    const char *reason = isSupported ? "translated" : reasonAgainst(each.name);
    if (!reason || !isOfShaders(each.name)) {
      result.lines.push_back("capability " + std::string(each.name) + ": " +
                             (isSupported || !reason ? "" : "refused, ") +
                             (reason ? reason : "missing"));
    }
    result.isComplete &= reason != nullptr;
  }
  return result;
}

}  // namespace spirv_ll
