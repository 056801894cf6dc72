# The functions for calls from generated code (modules/compiler/rt), compiled for a target.
find_program(KILN_CLANG_22 NAMES clang-22 HINTS ${KILN_LLVM_BIN_DIR} REQUIRED)

# kiln_compile_runtime(<out> TRIPLE <triple> [VARIANT <name>] [FLAGS <flag>...]): an object file, made
# in this folder. VARIANT tells the objects for one triple apart.
function(kiln_compile_runtime out)
  cmake_parse_arguments(arg "" "TRIPLE;VARIANT" "FLAGS" ${ARGN})
  set(folder ${KILN_SOURCE_DIR}/modules/compiler/rt)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.c)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/runtime-${arg_TRIPLE}${arg_VARIANT}.o)
  add_custom_command(OUTPUT ${object}
    COMMAND ${KILN_CLANG_22} --target=${arg_TRIPLE} ${arg_FLAGS} -std=c11 -O2 -fPIC
            -ffreestanding -fno-builtin -fno-math-errno -ffp-contract=off -fno-stack-protector
            -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections
            -fvisibility=hidden -Wall -Wextra -c ${folder}/runtime.c -o ${object}
    DEPENDS ${sources} COMMENT "Runtime support for ${arg_TRIPLE}" VERBATIM)
  set(${out} ${object} PARENT_SCOPE)
endfunction()

# kiln_embed_runtime(<target> <symbol> TRIPLE <triple> [VARIANT <name>] [FLAGS <flag>...]): its bytes as data of
# <target>, as kiln_embed does.
function(kiln_embed_runtime target symbol)
  kiln_compile_runtime(object ${ARGN})
  kiln_embed(${target} ${symbol} ${object})
endfunction()
