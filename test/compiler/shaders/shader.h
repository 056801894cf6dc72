// A compute shader run as by a front end of Vulkan: its descriptors and push constants, given in
// Vulkan's terms, become the arguments of a kernel according to the kernel's argument information.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vulkan/vulkan_core.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernel_runner.h"

namespace shaders {

inline std::vector<uint32_t> readWords(const std::string &file) {
  std::ifstream stream(std::string(KILN_TEST_SHADERS) + file, std::ios::binary);
  EXPECT_TRUE(stream) << file;
  const std::string bytes(std::istreambuf_iterator<char>(stream), {});
  std::vector<uint32_t> words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), words.size() * 4);
  return words;
}

/// Vulkan's description of the values of specialization constants.
inline std::vector<compiler::SpecializationConstant> constantsOf(const VkSpecializationInfo &info) {
  std::vector<compiler::SpecializationConstant> constants;
  const auto *bytes = static_cast<const std::byte *>(info.pData);
  for (uint32_t i = 0; i < info.mapEntryCount; ++i) {
    const VkSpecializationMapEntry &entry = info.pMapEntries[i];
    constants.push_back({entry.constantID, {bytes + entry.offset, entry.size}});
  }
  return constants;
}

class Shader {
 public:
  explicit Shader(const std::string &file, const VkSpecializationInfo &specialization = {})
      : program_([&](compiler::Target &, compiler::Module &module) {
          const auto compiled = module.compileShaders(readWords(file), constantsOf(specialization));
          EXPECT_TRUE(compiled) << file << ": " << module.log();
          if (compiled) {
            readKernels(module.programInfo());
          }
          return static_cast<bool>(compiled);
        }) {}

  /// A buffer under a binding of set 0, or another set.
  template <class T>
  void bind(uint32_t binding, std::vector<T> &elements, uint32_t set = 0, uint32_t number = 0) {
    VkDescriptorSetLayoutBinding place = {};
    place.binding = binding;
    place.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    place.descriptorCount = 1;
    place.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
    descriptors_.push_back(
        {set, number, place, kernels::buffer(elements), elements.size() * sizeof(T)});
  }
  /// vkCmdPushConstants.
  template <class T>
  void push(const T &block) {
    const auto bytes = std::as_bytes(std::span(&block, 1));
    pushBytes({bytes.begin(), bytes.end()});
  }
  void pushBytes(const std::vector<std::byte> &bytes) {
    range_ = {VK_SHADER_STAGE_COMPUTE_BIT, 0, static_cast<uint32_t>(bytes.size())};
    pushed_ = bytes;
  }

  kernels::Size workGroupSize(const std::string &entry = "main") const { return sizes_.at(entry); }
  std::vector<std::string> argumentTypes(const std::string &entry = "main") const {
    return types_.at(entry);
  }

  /// vkCmdDispatch.
  mux_result_t dispatch(const VkExtent3D &groups, const std::string &entry = "main") {
    if (!types_.contains(entry)) {
      ADD_FAILURE() << "there is no entry point " << entry;
      return mux_error_failure;
    }
    std::vector<kernels::Argument> arguments;
    for (const std::string &type : types_.at(entry)) {
      arguments.push_back(argumentFor(type));
    }
    const kernels::Size local = sizes_.at(entry);
    const kernels::Grid grid{
        .global = {groups.width * local[0], groups.height * local[1], groups.depth * local[2]},
        .local = local};
    return program_.run(entry, grid, arguments);
  }

 private:
  struct Descriptor {
    uint32_t set;
    uint32_t number;  ///< in an array
    VkDescriptorSetLayoutBinding place;
    kernels::Argument argument;
    uint64_t size;
  };

  void readKernels(const compiler::ProgramInfo &info) {
    for (const auto &kernel : info.kernels) {
      std::vector<std::string> &types = types_[kernel.name];
      for (const auto &argument : kernel.arguments) {
        types.push_back(argument.typeName);
      }
      sizes_[kernel.name] = kernel.requiredWorkGroupSize;
    }
  }

  /// "buffer:<set>:<binding>", perhaps with ":<number>".
  kernels::Argument argumentFor(const std::string &type) {
    if (type == "push_constants") {
      EXPECT_EQ(range_.size, pushed_.size());
      return {kernels::Argument::Kind::value, pushed_.data(), pushed_.size()};
    }
    for (Descriptor &each : descriptors_) {
      const std::string place =
          ":" + std::to_string(each.set) + ":" + std::to_string(each.place.binding);
      const std::string numbered = place + ":" + std::to_string(each.number);
      if (type == "buffer" + place || type == "buffer" + numbered) {
        return each.argument;
      }
      if (type == "size" + place || type == "size" + numbered) {
        return kernels::value(each.size);
      }
    }
    ADD_FAILURE() << "nothing is bound for " << type;
    return {kernels::Argument::Kind::local, nullptr, 4};
  }

  std::map<std::string, std::vector<std::string>> types_;
  std::map<std::string, kernels::Size> sizes_;
  std::vector<Descriptor> descriptors_;
  std::vector<std::byte> pushed_;
  VkPushConstantRange range_ = {};
  kernels::Program program_;  // last: it is built with the members above
};

}  // namespace shaders
