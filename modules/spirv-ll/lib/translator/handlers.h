// The handlers of instructions, a table for each topic. To support an instruction, add a row to
// the table of its topic; a new topic is a file with a table, and a line here.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

using HandlerTable = std::span<const HandlerRow>;

HandlerTable moduleHandlers();      ///< imports, entry points, names
HandlerTable capabilityHandlers();  ///< and extensions
HandlerTable annotationHandlers();  ///< decorations
HandlerTable typeHandlers();
HandlerTable constantHandlers();  ///< and specialization constants
HandlerTable variableHandlers();
HandlerTable memoryHandlers();   ///< loads, stores, copies, access chains
HandlerTable pointerHandlers();  ///< casts and comparisons of pointers
HandlerTable arithmeticHandlers();
HandlerTable bitHandlers();         ///< shifts, bits, logic
HandlerTable relationalHandlers();  ///< comparisons, tests, select
HandlerTable conversionHandlers();
HandlerTable compositeHandlers();
HandlerTable controlFlowHandlers();
HandlerTable functionHandlers();
HandlerTable atomicHandlers();
HandlerTable barrierHandlers();
HandlerTable groupHandlers();  ///< asynchronous copies, reductions, scans, broadcasts, votes
HandlerTable groupArithmeticHandlers();
HandlerTable nonUniformHandlers();  ///< what the work-items of a sub-group that meet compute
HandlerTable imageHandlers();
HandlerTable imageQueryHandlers();
HandlerTable pipeHandlers();
HandlerTable pipeStorageHandlers();
HandlerTable dotProductHandlers();
HandlerTable clockHandlers();
HandlerTable intelSubgroupHandlers();
HandlerTable storageHandlers();             ///< sizes, arrays of variable length, USM
HandlerTable extendedArithmeticHandlers();  ///< of extensions
HandlerTable debugHandlers();               ///< lines
HandlerTable extendedHandlers();            ///< sets of extended instructions

// Of shaders alone; they come before those above.
HandlerTable shaderModuleHandlers();  ///< capabilities, models
HandlerTable shaderTypeHandlers();
HandlerTable shaderVariableHandlers();  ///< and annotations
HandlerTable shaderMemoryHandlers();
HandlerTable shaderImageHandlers();
HandlerTable matrixHandlers();

// What a topic does for the others.

/// debug_lines.cpp: an instruction of a set for debug information; others have no effect.
void translateDebug(Translator &translator, const Instruction &instruction);

/// glsl_std_450.cpp: an instruction of GLSL.std.450.
void translateGlslStd450(Translator &translator, const Instruction &instruction);

/// types.cpp: notes the shape of a type of these elements, `count` times; an error if it is too
/// large.
void setShape(Translator &translator, llvm::Type *type, llvm::ArrayRef<llvm::Type *> elements,
              uint64_t count);

/// types.cpp: the address space of a storage class; reports an error where there is none.
unsigned addressSpace(Translator &translator, uint32_t storageClass);
/// That of pointers, which may be to any storage class as long as no variable is in it.
unsigned pointerSpace(uint32_t storageClass);

/// functions.cpp: makes the llvm::Function of an OpFunction.
void declareFunction(Translator &translator, const Instruction &instruction,
                     std::span<const Instruction> parameters);

/// groups.cpp: "work_group_" or "sub_group_"; empty after an error.
std::string groupPrefix(Translator &translator, uint32_t scopeId);

/// kernels.cpp: what kernels are beyond functions.
void describeKernels(Translator &translator);

/// control_flow.cpp: the labels that can be reached from the entry of a function, whose
/// instructions these are.
llvm::DenseMap<uint32_t, bool> reachableLabels(Translator &translator,
                                               std::span<const Instruction> body);
/// Gives the function's phis their incoming values.
void completePhis(Translator &translator);

/// images.cpp: what an OpConstantSampler is where it is used; null after an error.
llvm::Value *constantSampler(Translator &translator, const Instruction &instruction);

/// shader_memory.cpp: reports an error if the value is a shader's pointer with a placement
/// (block_layout.h), since the placement would be lost where the pointer goes.
void refusePlaced(Translator &translator, uint32_t value);

/// interface_variables.cpp: the address of a shader's interface variable in the function that is
/// being translated. Null if the id is no such variable; null and an error if it is not a single
/// address.
llvm::Value *interfaceVariable(Translator &translator, const Instruction &variable);

/// types.cpp: whether a value of the type holds images, samplers and their like, of which there
/// are no nulls and no variables of modules.
bool holdsOpaque(llvm::Type *type);

/// builtin_variables.cpp: the address of a variable that holds the builtin's value, in the
/// function that is being translated. Null after an error.
llvm::Value *builtinVariable(Translator &translator, const Instruction &variable);

}  // namespace spirv_ll
