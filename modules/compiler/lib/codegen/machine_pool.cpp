// A process-wide pool of machines, by everything they are made from.

#include "codegen/machine_pool.h"

#include <tuple>

#include "codegen/idle_pool.h"

namespace compiler {
namespace {

/// All parameters of a target machine: triple, CPU, features, code model, ABI, optimisation off.
using Key = std::tuple<std::string, std::string, std::string, CodeModel::Size, std::string, bool>;

/// Idle machines in the pool, of all models together.
constexpr size_t maxIdle = 8;

/// Never destroyed, because compile threads may run until the process ends.
IdlePool<Key, CodeMachine> &pool() {
  static auto *machines = new IdlePool<Key, CodeMachine>(maxIdle);
  return *machines;
}

}  // namespace

Result<LeasedMachine> leaseMachine(const CodeModel &model, bool optDisable) {
  const Key key = {model.triple, model.cpu, model.features, model.size, model.abi, optDisable};
  auto machine = pool().acquire(key);
  if (!machine) {
    auto created = createTargetMachine(
        model, optDisable ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Default);
    if (!created) {
      return created.error();
    }
    machine = std::make_unique<CodeMachine>(std::move(*created));
  }
  return LeasedMachine(machine.release(), [key](CodeMachine *leased) {
    pool().release(key, std::unique_ptr<CodeMachine>(leased));
  });
}

Result<LeasedMachine> leaseMachine(const BaseTarget &target,
                                   const frontend::BuildOptions &options) {
  return leaseMachine(target.codeModel(options), options.optDisable);
}

}  // namespace compiler
