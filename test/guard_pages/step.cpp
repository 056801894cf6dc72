#include "step.h"

#include <algorithm>

namespace guards {

namespace {

size_t sizeOf(const std::string &type) {
  return type == "uchar" ? 1 : type == "ushort" ? 2 : type == "uint" ? 4 : 8;
}

bool isOfT(const Memory &memory) {
  return memory.elementSize == 0;
}

}  // namespace

bool usesT(const Step &step) {
  return std::any_of(step.memories.begin(), step.memories.end(), isOfT);
}

Step withType(Step step, const std::string &type) {
  step.name += "_" + type;
  step.options += " -DT=" + type;
  for (Memory &memory : step.memories) {
    memory.elementSize = isOfT(memory) ? sizeOf(type) : memory.elementSize;
  }
  return step;
}

}  // namespace guards
