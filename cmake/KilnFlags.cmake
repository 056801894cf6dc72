# Language level, warnings and sanitizers of Kiln's own code.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

set(CMAKE_C_FLAGS_DEV "-O1 -gline-tables-only -fno-omit-frame-pointer")
set(CMAKE_CXX_FLAGS_DEV "-O1 -gline-tables-only -fno-omit-frame-pointer")

# Programs as well: they share precompiled headers with libraries.
add_compile_options(-fPIC)
add_compile_options(-Wall -Wextra -Wshadow -Wnon-virtual-dtor -Werror=return-type
  -Werror=switch -Werror=unused-result -ffunction-sections -fdata-sections)
add_link_options(-fuse-ld=lld -Wl,--gc-sections -Wl,--as-needed)
if(NOT KILN_SANITIZE)
  add_link_options(-Wl,-z,defs)
else()
  add_compile_options(-fsanitize=${KILN_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${KILN_SANITIZE})
endif()

# LLVM is built without exceptions and with RTTI; code beside its classes does the same.
if(NOT TARGET kiln-no-exceptions)
  add_library(kiln-no-exceptions INTERFACE)
  target_compile_options(kiln-no-exceptions INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
endif()

# kiln_export_only(<target> <version script>): a library exports the names of the script alone.
function(kiln_export_only target script)
  target_link_options(${target} PRIVATE
    -Wl,-Bsymbolic -Wl,--exclude-libs,ALL -Wl,--version-script=${script})
  set_target_properties(${target} PROPERTIES LINK_DEPENDS ${script})
endfunction()
