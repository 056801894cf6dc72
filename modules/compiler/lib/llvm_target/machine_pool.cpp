#include "llvm_target/machine_pool.h"

#include <tuple>

#include "llvm_target/idle_pool.h"

namespace compiler {
namespace {

/// All that createTargetMachine makes a machine from.
using Key = std::tuple<std::string, std::string, std::string, CodeModel::Size, std::string, bool>;

Key keyOf(const CodeModel &model, const frontend::BuildOptions &options) {
  return {model.triple, model.cpu, model.features, model.size, model.abi, options.optDisable};
}

constexpr size_t maxIdle = 8;

/// Never destroyed: compile threads may run until the process ends.
IdlePool<Key, llvm::TargetMachine> &pool() {
  static auto *machines = new IdlePool<Key, llvm::TargetMachine>(maxIdle);
  return *machines;
}

}  // namespace

Result<LentMachine> lendTargetMachine(const BaseTarget &target,
                                      const frontend::BuildOptions &options) {
  const Key key = keyOf(target.codeModel(options), options);
  auto machine = pool().take(key);
  if (!machine) {
    auto created = createTargetMachine(target, options);
    if (!created) {
      return created.failure();
    }
    machine = std::move(*created);
  }
  return LentMachine(machine.release(), [key](llvm::TargetMachine *lent) {
    pool().giveBack(key, std::unique_ptr<llvm::TargetMachine>(lent));
  });
}

}  // namespace compiler
