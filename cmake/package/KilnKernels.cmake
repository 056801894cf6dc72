# kiln_add_kernels(<target> SOURCES <file>... [OPTIONS <option of clc>...] [OUTPUT <file>]): compiles OpenCL C,
# SPIR-V or objects into one container for clCreateProgramWithBinary, <target>.kbin in the build
# folder unless OUTPUT says otherwise, and names it in the target's property KILN_OUTPUT. It is made again when
# a source or a header changes.
function(kiln_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OUTPUT" "SOURCES;OPTIONS")
  if(NOT arg_SOURCES OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "kiln_add_kernels(${target}): SOURCES are missing, or there are other words")
  endif()
  if(NOT arg_OUTPUT)
    set(arg_OUTPUT ${target}.kbin)
  endif()
  get_filename_component(output ${arg_OUTPUT} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
  set(sources "")
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()
  add_custom_command(OUTPUT ${output} DEPENDS ${sources} ${Kiln_CLC} DEPFILE ${output}.d
    COMMAND ${Kiln_CLC} ${arg_OPTIONS} -MD -MF ${output}.d -MT ${output} ${sources} -o ${output}
    COMMENT "Compiling kernels ${target}" VERBATIM)
  add_custom_target(${target} ALL DEPENDS ${output})
  set_target_properties(${target} PROPERTIES KILN_OUTPUT ${output})
endfunction()
