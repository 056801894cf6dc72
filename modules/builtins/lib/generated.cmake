# The units made by generators, family by family.

foreach(name abs abs_diff add_sat sub_sat hadd rhadd rotate clz ctz popcount mul_hi mad_hi
        mad_sat min max clamp mul24 mad24 upsample bit_reverse bitfield_insert
        bitfield_extract_signed bitfield_extract_unsigned)
  kiln_builtins_generated(integer/${name} integer/integer.py ${name})
endforeach()

foreach(name isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater
        isordered isunordered isfinite isinf isnan isnormal signbit any all bitselect select)
  kiln_builtins_generated(relational/${name} relational/relational.py ${name})
endforeach()

set(types char uchar short ushort int uint long ulong half float double)
foreach(type IN LISTS types)
  kiln_builtins_generated(shuffle/${type} shuffle/shuffle.py ${type})
endforeach()

foreach(type IN LISTS types)
  kiln_builtins_generated(memory/vload_${type} memory/vload.py ${type})
  foreach(source integer float half)
    kiln_builtins_generated(convert/${type}_from_${source} convert/convert.py ${type} ${source})
    if(NOT type MATCHES "half|float|double")
      kiln_builtins_generated(convert/${type}_sat_from_${source}
        convert/convert.py ${type} ${source} sat)
    endif()
  endforeach()
endforeach()

foreach(space private global local constant generic)
  kiln_builtins_generated(memory/load_half_${space} memory/half.py load ${space})
  if(NOT space STREQUAL "constant")
    kiln_builtins_generated(memory/store_half_${space} memory/half.py store ${space})
  endif()
endforeach()

foreach(type IN LISTS types)
  kiln_builtins_generated(async/${type} async/async.py ${type})
  kiln_builtins_generated(sub_group/broadcast_${type} sub_group/broadcast.py ${type})
  kiln_builtins_generated(sub_group/intel_${type} sub_group/intel.py ${type})
endforeach()

foreach(name acos acosh acospi asin asinh asinpi atan atan2 atan2pi atanh atanpi cbrt ceil clamp copysign
        cos cosh cospi cross degrees distance dot erf erfc exp exp10 exp2 expm1 fabs fdim floor
        fma fmax fmin fmod fract frexp hypot ilogb ldexp length lgamma lgamma_r log log10 log1p
        log2 logb mad max maxmag min minmag mix modf nan nextafter normalize pow pown powr
        radians remainder remquo rint rootn round rsqrt sign sin sincos sinh sinpi smoothstep
        sqrt step tan tanh tanpi tgamma trunc)
  kiln_builtins_generated(half/${name} half/half.py ${name})
endforeach()

kiln_builtins_generated(atomic/legacy atomic/atomic.py legacy)
kiln_builtins_generated(atomic/access atomic/atomic.py access)
kiln_builtins_generated(atomic/compare atomic/atomic.py compare)
foreach(operation add sub and or xor min max)
  kiln_builtins_generated(atomic/fetch_${operation} atomic/atomic.py fetch ${operation})
endforeach()

foreach(image image1d image1d_buffer image1d_array image2d image2d_array image3d image2d_depth
        image2d_array_depth)
  kiln_builtins_generated(image/query_${image} image/image.py query ${image})
  set(colors f)
  if(NOT image MATCHES "depth")
    list(APPEND colors i ui)
    kiln_builtins_generated(image/half_${image} image/image.py half ${image})
  endif()
  foreach(color IN LISTS colors)
    kiln_builtins_generated(image/read_${image}_${color} image/image.py read ${image} ${color})
    kiln_builtins_generated(image/write_${image}_${color} image/image.py write ${image} ${color})
  endforeach()
endforeach()

foreach(type uchar ushort uint ulong)
  kiln_builtins_generated(image/block_${type} image/block.py ${type})
endforeach()
