// The state of a translation that only shaders need: interface variables, layouts and placements.
//
// Kernels have an empty ShaderState. `places` is cleared in front of each body.
#pragma once

#include <map>

#include "shader/block_layout.h"

namespace spirv_ll {

/// A module-scope variable that becomes a kernel argument or, in the storage class Private, a local
/// variable of the kernel.
/// Several variables may share one descriptor (slots of interface_variables.cpp).
struct InterfaceVariable {
  enum class Kind : uint8_t { buffer, image, sampler, sampledImage, pushConstants, ownMemory };
  const Instruction *variable = nullptr;
  Kind kind = Kind::buffer;
  uint32_t set = 0;        ///< decoration DescriptorSet
  uint32_t binding = 0;    ///< decoration Binding
  uint32_t content = 0;    ///< type id of the block, image or variable
  uint32_t count = 0;      ///< length of an array of blocks, else 0
  bool hasLength = false;  ///< the block ends with a runtime array
};

/// The values of an interface variable in a function. A buffer has an address and a size in bytes,
/// an array of buffers has a table of each, a sampled image has an image and a sampler.
struct Place {
  llvm::Value *first = nullptr;
  llvm::Value *second = nullptr;  ///< may be null
};

/// See the top of the file. Keys are ids.
struct ShaderState {
  /// Decorations of structure members: (structure, member).
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, llvm::SmallVector<Decoration>> members;
  llvm::DenseMap<uint32_t, Extent> extents;        ///< cache of extentOf()
  llvm::DenseMap<uint32_t, Placement> placements;  ///< pointers into matrices
  bool hasAddresses = false;                       ///< PhysicalStorageBuffer64

  std::map<uint32_t, InterfaceVariable> variables;  ///< interface variables of the module
  /// For each function, the variables that it or its callees use, in the order of arguments.
  llvm::DenseMap<uint32_t, std::vector<uint32_t>> uses;
  llvm::DenseMap<uint32_t, Place> places;  ///< values of variables in the current function
};

}  // namespace spirv_ll
