// What a translation knows of shaders besides what it knows of any module.
#pragma once

#include <map>

#include "shader/block_layout.h"

namespace spirv_ll {

/// A variable of a module that an argument of the kernel stands for, or (Private) a variable of it.
struct InterfaceVariable {
  enum class Kind : uint8_t { buffer, image, sampler, sampledImage, pushConstants, ownMemory };
  const Instruction *variable = nullptr;
  Kind kind = Kind::buffer;
  uint32_t set = 0;
  uint32_t binding = 0;
  uint32_t content = 0;    ///< the id of the type of the block, image or variable
  uint32_t count = 0;      ///< of an array of blocks, else 0
  bool hasLength = false;  ///< the block ends with an array without a length
};

/// What stands for a variable in a function: an address and for buffers how many bytes there are,
/// tables of them for an array of buffers, or an image and a sampler.
struct Place {
  llvm::Value *first = nullptr;
  llvm::Value *second = nullptr;  ///< may be null
};

struct ShaderState {
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, llvm::SmallVector<Decoration>> members;
  llvm::DenseMap<uint32_t, Extent> extents;        ///< of types
  llvm::DenseMap<uint32_t, Placement> placements;  ///< of pointers that have one
  bool hasAddresses = false;                       ///< PhysicalStorageBuffer64

  std::map<uint32_t, InterfaceVariable> variables;  ///< of the module, by id
  /// The ids of those that a function and the functions it calls use, in the order of arguments.
  llvm::DenseMap<uint32_t, std::vector<uint32_t>> uses;
  llvm::DenseMap<uint32_t, Place> places;  ///< of the variables, in the function being translated
};

}  // namespace spirv_ll
