// The interface of a relaxation rule: one kind of harmless deviation that SPIRV-Tools refuses.
//
// relax() (relaxation.h) shows the whole module to each rule, and then every instruction in order.
// The first rule that applies to an instruction decides about it; an instruction without such a
// rule is copied. A rule may apply only where the translator checks the operands itself. Without
// this restriction an invalid module would reach the translator unchecked.
//
// The order of the calls for a rule: scan() once, then observe() and perhaps apply() for each
// instruction. A rule sees an instruction by observe() even if an earlier rule has replaced it, so
// the tables of ids are complete.
#pragma once

#include <memory>
#include <span>
#include <unordered_set>

#include "validate/integer_ids.h"
#include "validate/relaxed_copy.h"

namespace spirv_ll {

/// One kind of deviation. A rule belongs to one module, since it collects ids of it.
class RelaxationRule {
 public:
  virtual ~RelaxationRule() = default;

  /// Looks at all instructions of the module. May append instructions that precede all others.
  /// Appended instructions need a position first (RelaxedCopy::standFor).
  virtual void scan(std::span<const Instruction>, RelaxedCopy &) {}
  /// Sees each instruction in the module's order, before any rule is asked to apply to it.
  /// Ids of types and sets are collected here, since SPIR-V defines them before their uses.
  virtual void observe(const Instruction &) {}
  /// Appends a replacement to `copy`, or nothing if the instruction is to disappear. Returns false,
  /// with `copy` unchanged, if the rule does not concern the instruction.
  virtual bool apply(const Instruction &instruction, RelaxedCopy &copy) = 0;
};

/// The rules of one module; the first in the list has precedence.
using RelaxationRules = std::vector<std::unique_ptr<RelaxationRule>>;

/// Variables in the storage class Generic, allowed by SPV_codeplay_usm_generic_storage_class.
/// SPIRV-Tools knows no such variable, so several rules make them disappear from the copy.
class GenericVariables {
 public:
  /// Collects nothing unless the module declares the extension.
  explicit GenericVariables(std::span<const Instruction> instructions);

  /// True if the module declares the extension, even without such a variable.
  bool areAllowed() const { return areAllowed_; }
  /// True for the id of a generic variable. False for any id if the extension is not declared.
  bool contains(uint32_t id) const { return ids_.contains(id); }
  /// True if no variable disappears, so interfaces may stay as they are.
  bool empty() const { return ids_.empty(); }

 private:
  bool areAllowed_ = false;
  std::unordered_set<uint32_t> ids_;
};

/// Tracks if the current instruction lies behind the first OpFunction. Some replacements are right
/// in functions only, others in the module's scope only.
class FunctionScope {
 public:
  /// Takes the instructions in the module's order.
  void observe(const Instruction &instruction) {
    isInFunctions_ |= instruction.op == spv::Op::OpFunction;
  }
  /// True from the first OpFunction on.
  bool isInFunctions() const { return isInFunctions_; }

 private:
  bool isInFunctions_ = false;
};

/// Appends the rules for the producer that the header `words` names (binary/producers.h).
/// `generics` must outlive the rules.
/// Other producers get only the rule for interfaces.
void addProducerRules(RelaxationRules &rules, std::span<const uint32_t> words, Api api,
                      const GenericVariables &generics);
/// Appends the rules for instructions and extensions that SPIRV-Tools is too old for (shims/). For
/// both APIs; a rule for kernels tests for the capability Kernel itself.
void addExtensionRules(RelaxationRules &rules, const GenericVariables &generics);
/// Appends the rule for composites of more parts than one instruction holds. It does nothing in
/// modules without the capability.
void addLongCompositeRule(RelaxationRules &rules);
/// Appends the rule for vectors of pointers. It does nothing in modules without the capability.
void addPointerVectorRule(RelaxationRules &rules);
/// Appends the rule for cooperative matrices. It does nothing in modules without the capability,
/// and has to come before the rules for extensions, which drop instructions.
void addCooperativeMatrixRule(RelaxationRules &rules);
/// Appends the rule for bfloat16 numbers. It does nothing in modules without their type.
void addBFloat16Rule(RelaxationRules &rules);
/// Appends the rules for deviations of kernels from several producers. For OpenCL only: each rule
/// concerns instructions of kernels, or kernels' use of them. `integers` must outlive the rules and
/// has to observe each instruction before they do.
void addKernelRules(RelaxationRules &rules, const IntegerIds &integers);

}  // namespace spirv_ll
