// The mangled name gives level, kind, operation and type. Nothing else tells min of int from min of
// uint, both of them i32 in IR; letter `j` is unsigned int:
//
//   call spir_func i32 @_Z21work_group_reduce_minj(i32 %x)
//     =>  call spir_func i32 @__mux_work_group_reduce_umin_i32(i32 %x)
//
// Two conversions surround a call where OpenCL C and the closed set differ:
//
// * Logical operations and votes work on truths. Their int operands become `x != 0`, results 0 or
//   1.
// * A broadcast of the work-group names a work-item by up to three ids, here turned into a linear
//   one.
//
// The functions sub_group_non_uniform_* and intel_sub_group_* are those of sub_group_* in the
// closed set: all combine the active work-items.

#include "passes/finalize/lower_group_builtins.h"

#include "ir/group_functions.h"
#include "ir/mux_builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// The interpretation of a type's bits; index of OperationNames::byNumbers.
enum class Numbers : uint8_t { signedIntegers, unsignedIntegers, floats };

// A builtin type by the letters of its mangled name (Itanium C++ ABI).
struct TypeRow {
  StringLiteral letters;
  unsigned bits;
  Numbers numbers;
};
constexpr TypeRow types[] = {
    {"c", 8, Numbers::signedIntegers},  {"h", 8, Numbers::unsignedIntegers},
    {"s", 16, Numbers::signedIntegers}, {"t", 16, Numbers::unsignedIntegers},
    {"i", 32, Numbers::signedIntegers}, {"j", 32, Numbers::unsignedIntegers},
    {"l", 64, Numbers::signedIntegers}, {"m", 64, Numbers::unsignedIntegers},
    {"f", 32, Numbers::floats},         {"d", 64, Numbers::floats},
    {"Dh", 16, Numbers::floats},
};

// An operation's name in OpenCL C, and its meaning for signed, unsigned and floating-point numbers.
struct OperationNames {
  StringLiteral name;
  GroupOperation byNumbers[3];
  bool isForFloats = true;
  bool isLogical = false;
};
constexpr OperationNames operations[] = {
    {"add", {GroupOperation::add, GroupOperation::add, GroupOperation::fadd}},
    {"min", {GroupOperation::smin, GroupOperation::umin, GroupOperation::fmin}},
    {"max", {GroupOperation::smax, GroupOperation::umax, GroupOperation::fmax}},
    // Functions of cl_khr_work_group_uniform_arithmetic; spirv-ll calls them for SPIR-V's
    // instructions.
    {"mul", {GroupOperation::mul, GroupOperation::mul, GroupOperation::fmul}},
    {"and", {GroupOperation::bitAnd, GroupOperation::bitAnd, {}}, false},
    {"or", {GroupOperation::bitOr, GroupOperation::bitOr, {}}, false},
    {"xor", {GroupOperation::bitXor, GroupOperation::bitXor, {}}, false},
    {"logical_and", {GroupOperation::bitAnd, {}, {}}, false, true},
    {"logical_or", {GroupOperation::bitOr, {}, {}}, false, true},
    {"logical_xor", {GroupOperation::bitXor, {}, {}}, false, true},
};

// The group of a function by the front of its name.
struct GroupNames {
  StringLiteral prefix;
  GroupLevel level;
  bool hasClusters = false;
};
constexpr GroupNames groups[] = {
    {"work_group_", GroupLevel::workGroup},
    {"sub_group_non_uniform_", GroupLevel::subGroup},
    {"sub_group_", GroupLevel::subGroup, true},
    {"intel_sub_group_", GroupLevel::subGroup},
};

// A function's kind by the part of its name in front of the operation.
struct KindNames {
  StringLiteral name;
  GroupFunctionKind kind;
};
constexpr KindNames kindsWithOperation[] = {
    {"reduce_", GroupFunctionKind::reduce},
    {"clustered_reduce_", GroupFunctionKind::clusteredReduce},
    {"scan_inclusive_", GroupFunctionKind::scanInclusive},
    {"scan_exclusive_", GroupFunctionKind::scanExclusive},
};

// The parts of a mangled name _Z<length><name><parameters>.
struct Mangled {
  StringRef name;
  StringRef parameters;
};

// Splits a mangled name; nothing for other symbols.
std::optional<Mangled> split(StringRef symbol) {
  unsigned length = 0;
  if (!symbol.consume_front("_Z") || symbol.consumeInteger(10, length) || length >= symbol.size()) {
    return std::nullopt;
  }
  return Mangled{symbol.take_front(length), symbol.drop_front(length)};
}

// The first parameter's type, whose letters are consumed; null for others.
const TypeRow *firstType(StringRef &parameters) {
  const auto *row =
      find_if(types, [&](const TypeRow &type) { return parameters.consume_front(type.letters); });
  return row == std::end(types) ? nullptr : row;
}

// Returns true if an IR type is the builtin type.
bool isType(const Type &type, const TypeRow &row) {
  bool isFloat = type.isHalfTy() || type.isFloatTy() || type.isDoubleTy();
  return type.getScalarSizeInBits() == row.bits &&
         (row.numbers == Numbers::floats ? isFloat : type.isIntegerTy());
}

// A function of the closed set; `isLogical` if its int operands stand for truths.
struct Builtin {
  GroupFunction function;
  bool isLogical = false;
};

// The collective function of a source name; nothing if it is none.
std::optional<Builtin> builtinOf(StringRef name, Numbers numbers) {
  const auto *group =
      find_if(groups, [&](const GroupNames &each) { return name.consume_front(each.prefix); });
  if (group == std::end(groups)) {
    return std::nullopt;
  }
  const GroupLevel level = group->level;
  if (name == "all" || name == "any") {
    return Builtin{{level, name == "all" ? GroupFunctionKind::all : GroupFunctionKind::any}, true};
  }
  if (name == "broadcast") {
    return Builtin{{level, GroupFunctionKind::broadcast}};
  }
  for (const KindNames &kind : kindsWithOperation) {
    StringRef rest = name;
    const bool isClustered = kind.kind == GroupFunctionKind::clusteredReduce;
    if (!rest.consume_front(kind.name) || (isClustered && !group->hasClusters)) {
      continue;
    }
    for (const OperationNames &operation : operations) {
      if (rest == operation.name && (operation.isForFloats || numbers != Numbers::floats)) {
        return Builtin{{level, kind.kind, operation.byNumbers[static_cast<unsigned>(numbers)]},
                       operation.isLogical};
      }
    }
  }
  return std::nullopt;
}

// Returns true if operand and result are an i1 in the closed set.
bool isVote(const GroupFunction &function) {
  return function.kind == GroupFunctionKind::all || function.kind == GroupFunctionKind::any;
}

// Returns true if the declaration has exactly the builtin's parameters and result. `others` are the
// letters behind the first parameter.
bool hasSignature(const Function &declaration, const Builtin &builtin, const TypeRow &row,
                  StringRef others) {
  const GroupFunction &function = builtin.function;
  const FunctionType &type = *declaration.getFunctionType();
  if (type.isVarArg() || type.getNumParams() == 0 || !isType(*type.getParamType(0), row) ||
      type.getReturnType() != type.getParamType(0)) {
    return false;
  }
  const unsigned ids = type.getNumParams() - 1;
  if (builtin.isLogical && row.letters != "i") {
    return false;
  }
  if (!function.takesNumber()) {
    return ids == 0 && others.empty();
  }
  if (!function.takesSize()) {
    return others == "j" && ids == 1 && type.getParamType(1)->isIntegerTy(32);
  }
  Type *size = declaration.getDataLayout().getIntPtrType(declaration.getContext());
  const char letter = size->isIntegerTy(64) ? 'm' : 'j';
  return ids >= 1 && ids <= 3 && others.size() == ids &&
         all_of(others, [&](char each) { return each == letter; }) &&
         all_of(drop_begin(type.params()), [&](Type *each) { return each == size; });
}

// The linear id of the work-item with the given ids; missing ids are 0. Sizes are those of the
// current group.
Value *linearId(IRBuilder<> &builder, CallInst &call) {
  Type *size = call.getArgOperand(1)->getType();
  Function *localSize =
      declareWorkItemBuiltin(*call.getModule(), "__mux_get_local_size", size, true);
  Value *linear = nullptr;
  for (unsigned dimension = call.arg_size() - 1; dimension-- > 0;) {
    Value *id = call.getArgOperand(dimension + 1);
    if (linear) {
      Value *length = builder.CreateCall(localSize, {builder.getInt32(dimension)});
      id = builder.CreateAdd(builder.CreateMul(linear, length), id);
    }
    linear = id;
  }
  return linear;
}

// Replaces one call, with the conversions described above.
void lower(CallInst &call, const Builtin &builtin) {
  const GroupFunction &function = builtin.function;
  IRBuilder<> builder(&call);
  Value *value = call.getArgOperand(0);
  if (builtin.isLogical) {
    value = builder.CreateIsNotNull(value);
    if (!isVote(function)) {
      value = builder.CreateZExt(value, call.getType());
    }
  }
  SmallVector<Value *> arguments = {value};
  if (function.takesSize()) {
    arguments.push_back(linearId(builder, call));
  } else if (function.takesNumber()) {
    arguments.push_back(call.getArgOperand(1));
  }
  Function *callee = declareGroupFunction(*call.getModule(), function, value->getType());
  CallInst *result = builder.CreateCall(callee, arguments);
  result->setConvergent();
  // The identity of "and" has all bits set; any non-zero result is true.
  Value *answer = builtin.isLogical && !isVote(function) ? builder.CreateIsNotNull(result) : result;
  call.replaceAllUsesWith(builder.CreateZExt(answer, call.getType()));
  call.eraseFromParent();
}

}  // namespace

void lowerGroupBuiltins(Module &module) {
  for (Function &declaration : make_early_inc_range(module)) {
    const auto mangled = split(declaration.getName());
    if (!declaration.isDeclaration() || !mangled) {
      continue;
    }
    StringRef name = mangled->name;
    StringRef parameters = mangled->parameters;
    const TypeRow *type = firstType(parameters);
    if (!type) {
      continue;
    }
    const auto builtin = builtinOf(name, type->numbers);
    if (!builtin || !hasSignature(declaration, *builtin, *type, parameters)) {
      continue;
    }
    for (CallInst *call : directCalls(declaration)) {
      lower(*call, *builtin);
    }
    if (declaration.use_empty()) {
      declaration.eraseFromParent();
    }
  }
}

}  // namespace compiler::passes
