// Names the operation in the error, since the list of kinds grows with extensions.
#include "groups/group_operation.h"

#include "binary/grammar.h"

namespace spirv_ll {

bool isGroupOperation(Translator &translator, uint32_t operation, size_t count) {
  if (operation >= count) {
    translator.fail("the group operation " +
                    enumerantName(EnumerantKind::GroupOperation, operation) + " is not supported");
  }
  return operation < count;
}

}  // namespace spirv_ll
