// Stores and finds names and decorations by the ids of their targets.
#include "translator/annotations.h"

namespace spirv_ll {

llvm::StringRef Annotations::name(uint32_t id) const {
  const auto found = names_.find(id);
  return found == names_.end() ? llvm::StringRef() : llvm::StringRef(found->second);
}

void Annotations::decorate(uint32_t id, Decoration decoration) {
  decorations_[id].push_back(decoration);
  if (decoration.kind == spv::Decoration::LinkageAttributes) {
    linkageNames_.insert(readString(decoration.operands, 0).text);
  }
}

llvm::ArrayRef<Decoration> Annotations::decorations(uint32_t id) const {
  const auto found = decorations_.find(id);
  return found == decorations_.end() ? llvm::ArrayRef<Decoration>() : found->second;
}

const Decoration *Annotations::find(uint32_t id, spv::Decoration kind) const {
  for (const Decoration &decoration : decorations(id)) {
    if (decoration.kind == kind) {
      return &decoration;
    }
  }
  return nullptr;
}

std::optional<Linkage> Annotations::linkage(uint32_t id) const {
  const Decoration *decoration = find(id, spv::Decoration::LinkageAttributes);
  if (!decoration) {
    return std::nullopt;
  }
  Literal name = readString(decoration->operands, 0);
  if (name.words == 0 || name.words >= decoration->operands.size()) {
    return std::nullopt;
  }
  return Linkage{std::move(name.text),
                 static_cast<spv::LinkageType>(decoration->operands[name.words])};
}

}  // namespace spirv_ll
