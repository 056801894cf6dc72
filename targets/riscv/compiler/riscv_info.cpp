// The compiler half of the targets riscv and riscv32: one Info for each address width.

#include "compiler/target/base_info.h"
#include "riscv/properties.h"
#include "riscv_target.h"

namespace riscv {
namespace {

compiler::Info *makeInfo(const char *name, unsigned addressBits, const char *extensions,
                         const char *features) {
  compiler::InfoDescription description;
  description.name = name;
  description.properties.addressBits = addressBits;
  description.properties.hasHalf = true;
  description.properties.hasDouble = true;
  description.properties.hasImages = true;
  description.properties.is64BitAtomics = addressBits == 64;
  description.properties.localMemorySize = localMemorySize;
  description.properties.maxWorkGroupSize = maxWorkGroupSize;
  description.properties.extensions = mux::splitList(extensions);
  description.properties.features = mux::splitList(features);
  description.defaultProperties = defaultProperties(addressBits);
  description.createTarget = RiscvTarget::create;
  return new compiler::BaseInfo(std::move(description));
}

}  // namespace
}  // namespace riscv

extern "C" compiler::Info *kiln_riscv_compiler_info() {
  static auto *info =
      riscv::makeInfo(riscv::targetName, 64, riscv::kernelExtensions, riscv::kernelFeatures);
  return info;
}

extern "C" compiler::Info *kiln_riscv32_compiler_info() {
  static auto *info =
      riscv::makeInfo(riscv::targetName32, 32, riscv::kernelExtensions32, riscv::kernelFeatures32);
  return info;
}
