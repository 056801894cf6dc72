// Stores entry points and execution modes, and finds them by their function.
#include "translator/entry_points.h"

namespace spirv_ll {

void EntryPoints::add(const Instruction &instruction) {
  entries_.push_back(
      {instruction.operand(1), readString(instruction.operands, 2).text, &instruction});
  names_.insert(entries_.back().name);
}

const EntryPoint *EntryPoints::find(uint32_t function) const {
  const auto found = std::ranges::find(entries_, function, &EntryPoint::function);
  return found == entries_.end() ? nullptr : &*found;
}

llvm::ArrayRef<const Instruction *> EntryPoints::modes(uint32_t function) const {
  const auto found = modes_.find(function);
  return found == modes_.end() ? llvm::ArrayRef<const Instruction *>() : found->second;
}

}  // namespace spirv_ll
