// Collects integer types, and values by their types.
#include "validate/integer_ids.h"

namespace spirv_ll {
namespace {

uint32_t find(const std::unordered_map<uint32_t, uint32_t> &map, uint32_t id) {
  const auto found = map.find(id);
  return found == map.end() ? 0 : found->second;
}

}  // namespace

void IntegerIds::observe(const Instruction &instruction) {
  if (types_.contains(instruction.type)) {
    values_[instruction.id] = instruction.type;
  }
  if (instruction.op == spv::Op::OpTypeInt) {
    widths_[instruction.id] = instruction.operand(0);
    types_.insert(instruction.id);
  } else if (instruction.op == spv::Op::OpTypeVector && types_.contains(instruction.operand(0))) {
    types_.insert(instruction.id);
  }
}

uint32_t IntegerIds::width(uint32_t type) const {
  return find(widths_, type);
}

uint32_t IntegerIds::typeOf(uint32_t value) const {
  return find(values_, value);
}

}  // namespace spirv_ll
