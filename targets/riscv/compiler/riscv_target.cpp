// Checks a RISC-V device's properties, and describes it to LLVM and lld.
//
// Every device needs M, A, F and D: without them, arithmetic would be calls into a floating-point
// library that Kiln does not have. LLVM ends the process for a set of extensions that contradict
// each other, so its own parser of ISA strings checks the set first, as a value with an error.

#include "riscv_target.h"

#include <elf.h>

#include "avoid_rtz_pass.h"
#include "compiler/target/target_machine.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/RISCVISAInfo.h"
#include "riscv/properties.h"
#include "vector_length_pass.h"

extern "C" {
extern const unsigned char riscvRuntimeSupport_lp64[], riscvRuntimeSupport_lp64_end[];
extern const unsigned char riscvRuntimeSupport_lp64d[], riscvRuntimeSupport_lp64d_end[];
extern const unsigned char riscvRuntimeSupport_ilp32[], riscvRuntimeSupport_ilp32_end[];
extern const unsigned char riscvRuntimeSupport_ilp32d[], riscvRuntimeSupport_ilp32d_end[];
}

namespace riscv {
namespace {

using compiler::CodeModel;
using compiler::Error;
using compiler::Failure;

// A calling convention with the run-time support compiled for it.
struct Abi {
  std::string_view name;
  unsigned bits;
  const unsigned char *support, *supportEnd;
};

// All supported ones. The first of each width is the default.
const Abi abis[] = {
    {"lp64d", 64, riscvRuntimeSupport_lp64d, riscvRuntimeSupport_lp64d_end},
    {"lp64", 64, riscvRuntimeSupport_lp64, riscvRuntimeSupport_lp64_end},
    {"ilp32d", 32, riscvRuntimeSupport_ilp32d, riscvRuntimeSupport_ilp32d_end},
    {"ilp32", 32, riscvRuntimeSupport_ilp32, riscvRuntimeSupport_ilp32_end},
};

// Returns the ABI of this name, or the default for an empty one; null if there is none.
const Abi *findAbi(std::string_view name, unsigned bits) {
  for (const Abi &abi : abis) {
    if (abi.bits == bits && (name.empty() || abi.name == name)) {
      return &abi;
    }
  }
  return nullptr;
}

// Returns LLVM's code model. The large one is refused, as it cannot make position-independent code.
std::optional<CodeModel::Size> findSize(std::string_view name) {
  if (name.empty() || name == "medium") {
    return CodeModel::Size::medium;
  }
  return name == "small" ? std::optional(CodeModel::Size::small) : std::nullopt;
}

// Fails for extensions that exclude or need each other; LLVM itself would end the process for them.
llvm::Expected<std::unique_ptr<llvm::RISCVISAInfo>> checkIsa(const llvm::MCSubtargetInfo &subtarget,
                                                             unsigned bits) {
  std::vector<std::string> extensions;
  for (const llvm::SubtargetFeatureKV &feature : subtarget.getEnabledProcessorFeatures()) {
    if (llvm::RISCVISAInfo::isSupportedExtensionFeature(feature.Key)) {
      extensions.push_back(std::string("+") + feature.Key);
    }
  }
  return llvm::RISCVISAInfo::parseFeatures(bits, extensions);
}

}  // namespace

RiscvTarget::RiscvTarget(compiler::Context &context, const compiler::Info &info,
                         mux::TargetProperties properties)
    : BaseTarget(context, info, mux::formatTargetProperties(properties)),
      properties_(std::move(properties)) {}

compiler::Result<std::unique_ptr<compiler::Target>> RiscvTarget::create(
    compiler::Context &context, const compiler::Info &info,
    const mux::TargetProperties &properties) {
  const unsigned bits = info.properties().addressBits;
  const std::string width = std::to_string(bits);
  if (!findAbi(properties.abi, bits)) {
    return Failure{Error::invalidValue, "no ABI for " + width + "-bit devices: " + properties.abi};
  }
  if (!findSize(properties.codeModel)) {
    return Failure{Error::invalidValue, "no code model for RISC-V: " + properties.codeModel};
  }
  if (!properties.avoid.empty() && properties.avoid != avoidVectorTruncation) {
    return Failure{Error::invalidValue, "nothing of RISC-V to avoid: " + properties.avoid};
  }
  std::unique_ptr<RiscvTarget> target(new RiscvTarget(context, info, properties));
  const auto subtarget = compiler::createSubtargetInfo(target->codeModel({}));
  if (!subtarget) {
    return subtarget.error();
  }
  if (!(*subtarget)->checkFeatures("+m,+a,+f,+d,+" + width + "bit")) {
    return Failure{Error::invalidValue, "the device is not RV" + width +
                                            " with M, A, F and D: " + target->targetProperties()};
  }
  auto isa = checkIsa(**subtarget, bits);
  if (!isa) {
    return Failure{Error::invalidValue,
                   llvm::toString(isa.takeError()) + ": " + target->targetProperties()};
  }
  target->vectorBits_ = (*isa)->getMinVLen();
  return std::unique_ptr<compiler::Target>(std::move(target));
}

unsigned RiscvTarget::bits() const {
  return info().properties().addressBits;
}

compiler::CodeModel RiscvTarget::codeModel(const compiler::frontend::BuildOptions &) const {
  return {
      .triple = bits() == 64 ? "riscv64-unknown-elf" : "riscv32-unknown-elf",
      .cpu = properties_.cpu,
      .features = mux::joinFeatures(properties_),
      .size = *findSize(properties_.codeModel),
      .abi = std::string(findAbi(properties_.abi, bits())->name),
  };
}

compiler::LinkModel RiscvTarget::linkModel() const {
  const Abi &abi = *findAbi(properties_.abi, bits());
  compiler::LinkModel model;
  model.emulation = bits() == 64 ? "elf64lriscv" : "elf32lriscv";
  model.machine = {.id = EM_RISCV,
                   .bits = static_cast<uint8_t>(bits()),
                   .relativeType = R_RISCV_RELATIVE,
                   .pageSize = pageSize};
  model.supportObjects = {std::as_bytes(std::span(abi.support, abi.supportEnd))};
  return model;
}

void RiscvTarget::registerPasses(llvm::PassBuilder &builder) const {
  using Elements = llvm::ArrayRef<llvm::PassBuilder::PipelineElement>;
  builder.registerPipelineParsingCallback(
      [bits = vectorBits_](llvm::StringRef name, llvm::ModulePassManager &passes, Elements) {
        if (name != "riscv-vector-length") {
          return false;
        }
        passes.addPass(VectorLengthPass(bits));
        return true;
      });
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef name, llvm::FunctionPassManager &passes, Elements) {
        if (name != "riscv-avoid-rtz") {
          return false;
        }
        passes.addPass(AvoidRtzPass());
        return true;
      });
}

void RiscvTarget::extendPipeline(compiler::PipelinePoint point, llvm::ModulePassManager &passes,
                                 const compiler::frontend::BuildOptions &) const {
  if (point == compiler::PipelinePoint::workGroups) {
    passes.addPass(VectorLengthPass(vectorBits_));
  }
  if (point == compiler::PipelinePoint::optimized && !properties_.avoid.empty()) {
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(AvoidRtzPass()));
  }
}

}  // namespace riscv
