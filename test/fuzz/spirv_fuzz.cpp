// libFuzzer over SPIR-V: any words, and no crash; what is translated is well-formed (the
// translator verifies it).
//
//   scripts/fuzz.sh 60
#include <cstring>
#include <vector>

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "spirv-ll/spirv_ll.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::vector<uint32_t> words(size / sizeof(uint32_t));
  if (!words.empty()) {
    std::memcpy(words.data(), data, words.size() * sizeof(uint32_t));
  }
  spirv_ll::Device device{.addressBits = 64, .features = spirv_ll::allFeatures()};
  for (const spirv_ll::Api api : {spirv_ll::Api::openCL, spirv_ll::Api::vulkan}) {
    device.api = api;
    llvm::LLVMContext context;
    const auto translation = spirv_ll::translate(context, words, device, {});
    if (!translation.module == !translation.error) {
      __builtin_trap();
    }
  }
  return 0;
}
