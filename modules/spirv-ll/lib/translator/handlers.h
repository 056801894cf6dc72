// The tables of instruction handlers, one per topic, and the functions that topics share.
//
// A file of a topic defines its handlers and one table that maps opcodes to them. To support a new
// instruction, add a row to the table of its topic. A new topic is a new file with a table, a line
// here and a line in handlers.cpp.
//
// §3.32.N in comments refers to the groups of instructions in the specification (SPIR-V 1.6,
// chapter "Instructions"):
//   6 types               7 constants      8 memory         9 functions     10 images
//   11 conversions        12 composites    13 arithmetic    14 bits         15 relational, logical
//
//   17 control flow       18 atomics       20 barriers      21 groups       23 pipes
//   24 non-uniform groups
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// The rows of one topic; constant data.
using HandlerTable = std::span<const HandlerRow>;

// Tables for all modules.

/// The index of findHandler() takes the first row of an opcode, so a second row of an opcode has no
/// effect.
HandlerTable moduleHandlers();      ///< imports, models, entry points, names
HandlerTable capabilityHandlers();  ///< and OpExtension
HandlerTable annotationHandlers();  ///< decorations
HandlerTable typeHandlers();        ///< §3.32.6
HandlerTable constantHandlers();    ///< and specialization constants
HandlerTable variableHandlers();
HandlerTable memoryHandlers();         ///< loads, stores, copies, access chains
HandlerTable pointerHandlers();        ///< casts and comparisons of pointers
HandlerTable pointerVectorHandlers();  ///< gathers and scatters
HandlerTable arithmeticHandlers();
HandlerTable bitHandlers();         ///< shifts, bits, logic
HandlerTable relationalHandlers();  ///< comparisons, tests, select
HandlerTable conversionHandlers();
HandlerTable compositeHandlers();
HandlerTable controlFlowHandlers();
HandlerTable functionHandlers();
HandlerTable assemblyHandlers();         ///< SPV_INTEL_inline_assembly
HandlerTable functionPointerHandlers();  ///< SPV_INTEL_function_pointers
HandlerTable atomicHandlers();
HandlerTable barrierHandlers();
HandlerTable groupHandlers();  ///< async copies, reductions, scans, broadcasts, votes
HandlerTable groupArithmeticHandlers();
HandlerTable nonUniformHandlers();  ///< operations of the active work-items of a sub-group
HandlerTable imageHandlers();
HandlerTable imageQueryHandlers();
HandlerTable pipeHandlers();
HandlerTable pipeStorageHandlers();
HandlerTable dotProductHandlers();
HandlerTable clockHandlers();
HandlerTable intelSubgroupHandlers();
HandlerTable matrixTypeHandlers();    ///< SPV_KHR_cooperative_matrix
HandlerTable matrixAccessHandlers();  ///< and its loads and stores
HandlerTable matrixProductHandlers();
HandlerTable matrixElementHandlers();       ///< SPV_INTEL_joint_matrix
HandlerTable storageHandlers();             ///< sizes, variable-length arrays, USM
HandlerTable extendedArithmeticHandlers();  ///< SPV_KHR_fma, poison, bfloat16
HandlerTable debugHandlers();               ///< OpLine, OpNoLine
HandlerTable extendedHandlers();            ///< OpExtInst

// Tables for shaders only. Their rows override the rows above.
// findHandler() takes them first for shaders and never for kernels. A row appears here if the
// instruction means something else in a shader, or exists only there.
HandlerTable shaderModuleHandlers();  ///< models, entry points, extensions
HandlerTable shaderTypeHandlers();
HandlerTable shaderVariableHandlers();  ///< and decorations
HandlerTable shaderMemoryHandlers();
HandlerTable shaderImageHandlers();
HandlerTable matrixHandlers();

// Functions that a topic provides for the others.

/// debug/debug_lines.cpp: translates an instruction of a debug information set. Instructions of
/// other non-semantic sets have no effect.
void translateDebug(Translator &translator, const Instruction &instruction);

/// shader/glsl_std_450.cpp: translates an instruction of GLSL.std.450.
void translateGlslStd450(Translator &translator, const Instruction &instruction);

/// memory/pointer_vectors.cpp: translates an instruction on vectors of pointers by the handler of
/// scalars, component by component. False, with nothing done, for any other instruction.
bool translateComponents(Translator &translator, const Instruction &instruction, Handler ofScalars);

/// matrices/matrix_operations.cpp: translates an instruction whose result is a cooperative matrix
/// where this differs from vectors. False, with nothing done, for an instruction that the handler
/// of vectors translates, or without matrices. An error for an instruction that takes no matrices.
bool translateMatrix(Translator &translator, const Instruction &instruction);

/// matrices/matrix_users.cpp: fixes the size of sub-groups of all kernels that use cooperative
/// matrices. An error if such a function may be called from another module. Runs after all bodies
/// are translated.
void describeMatrixUsers(Translator &translator);

/// memory/types.cpp: notes the shape of an aggregate of `count` times these elements. An error if
/// it is nested over 128 levels deep or has over 2^40 elements.
/// SPIR-V sets a limit of its own to nesting (SPIR-V 1.6 §2.17, 255 levels). The limit here is
/// lower, since LLVM recurses into types.
void setShape(Translator &translator, llvm::Type *type, llvm::ArrayRef<llvm::Type *> elements,
              uint64_t count);

/// memory/types.cpp: the address space of a variable in a storage class (§3.7). The private space
/// and an error for an unsupported class.
unsigned addressSpace(Translator &translator, uint32_t storageClass);
/// memory/types.cpp: the address space of a pointer type. A pointer type to an unsupported storage
/// class is harmless as long as no variable has the class, so this reports no error.
unsigned pointerSpace(uint32_t storageClass);

/// module/functions.cpp: creates the llvm::Function of an OpFunction. `parameters` are the
/// instructions behind it.
void declareFunction(Translator &translator, const Instruction &instruction,
                     std::span<const Instruction> parameters);

/// memory/types.cpp: whether a type id is of pointers to functions (SPV_INTEL_function_pointers).
bool isPointerToFunction(const Translator &translator, uint32_t type);

/// groups/groups.cpp: the prefix of builtins for a scope, "work_group_" or "sub_group_"; empty
/// after an error.
std::string groupPrefix(Translator &translator, uint32_t scopeId);

/// module/kernels.cpp: attaches the metadata of kernels and copies functions with several entry
/// points. Runs after all bodies are translated.
void describeKernels(Translator &translator);

/// arithmetic/max_error.cpp: warns of instructions that may have a larger error than the decoration
/// FPMaxErrorDecorationINTEL allows.
void checkMaxErrors(Translator &translator);

/// module/control_flow.cpp: the labels reachable from the entry of the function with this body.
/// SPIR-V allows unreachable blocks, and their instructions may use values in an order forbidden to
/// LLVM. The translation of a body skips them.
llvm::DenseMap<uint32_t, bool> reachableLabels(Translator &translator,
                                               std::span<const Instruction> body);
/// module/control_flow.cpp: adds the incoming values of the pending phis.
/// A phi may name a value defined in a later block (SPIR-V 1.6 §3.32.17), so its operands are read
/// last.
void completePhis(Translator &translator);

/// images/images.cpp: the sampler of an OpConstantSampler, created at the builder. Null after an
/// error.
llvm::Value *constantSampler(Translator &translator, const Instruction &instruction);

/// shader_memory.cpp: reports an error if the value is a shader's pointer with a placement
/// (block_layout.h), since the placement would be lost where the pointer goes.
void refusePlaced(Translator &translator, uint32_t value);

/// interface_variables.cpp: the address of a shader's interface variable in the function that is
/// being translated. Null if the id is no such variable; null and an error if it is not a single
/// address.
llvm::Value *interfaceVariable(Translator &translator, const Instruction &variable);

/// memory/types.cpp: whether a type contains an opaque value without a null, such as an image or a
/// sampler. OpConstantNull and program-scope variables cannot have the type.
bool holdsOpaque(llvm::Type *type);

/// memory/builtin_variables.cpp: the address of a copy of a builtin variable (§3.21) in the current
/// function. Null if the variable is no builtin; null and an error if its type is wrong.
llvm::Value *builtinVariable(Translator &translator, const Instruction &variable);

}  // namespace spirv_ll
