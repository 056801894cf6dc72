// Tests code generation: programs with every part of the language become valid binaries, with and
// without optimisation. The results of running them are not looked at here (run_tests.cpp).
//
// Each test writes a program, builds it with and without -cl-opt-disable, and verifies the binary:
// ELF headers, segments, relocations, program metadata, and the number of kernels. A builtin
// without a definition, an instruction that the back end cannot select, or a relocation that the
// format excludes fails here, with the kernel's source at hand.
//
// Programs are put together by types and widths. So a message of a failed test names the type, and
// the program in the test shows the operation.
#include "fixture.h"

namespace compiler::cts {
namespace {

/// With and without the late pipeline of LLVM.
const std::array<const char *, 2> optionSets = {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"};

/// Returns the text with each `from` replaced by `to`.
std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// Returns a vector's name, or the scalar's for width 1.
std::string typeName(std::string_view scalar, int width) {
  return std::string(scalar) + (width == 1 ? "" : std::to_string(width));
}

constexpr std::array widths = {1, 2, 3, 4, 8, 16};
constexpr std::array integers = {"char", "uchar", "short", "ushort",
                                 "int",  "uint",  "long",  "ulong"};

}  // namespace

class CodeTest : public TargetTest {
 protected:
  /// Expects a valid binary with each set of options.
  void expectBuilt(std::string_view source, size_t kernels = 1) {
    for (const char *options : optionSets) {
      SCOPED_TRACE(options);
      EXPECT_EQ(verified(binaryOf(source, options)).metadata.kernels.size(), kernels);
    }
  }
  /// The floating-point types of the target, by its Info.
  std::vector<std::string> floatingTypes() const {
    std::vector<std::string> types = {"float"};
    if (info().properties().hasDouble) {
      types.emplace_back("double");
    }
    if (info().properties().hasHalf) {
      types.emplace_back("half");
    }
    return types;
  }
  /// True if the target's Info has an optional feature of OpenCL C 3.0.
  bool hasFeature(std::string_view name) const {
    return contains(info().properties().features, name);
  }
};

KILN_COMPILER_CTS_SUITE_OVER(CodeTest, Code);

/// Arithmetic, shifts, comparisons and integer builtins (OpenCL C 3.0 §6.15.3) on all integer
/// types, scalar and in vectors of 2 to 16. 64-bit division and vectors of three are the usual gaps
/// of a back end.
TEST_P(Code, ComputesWithEveryInteger) {
  constexpr char source[] =
      "kernel void k_TYPE(global TYPE *a, global const TYPE *b, TYPE c) {\n"
      "  size_t i = get_global_id(0);\n"
      "  TYPE x = b[i];\n"
      "  a[i] = ((x + c) * (x - c) / c % x) | ((x & ~c) ^ ((x << c) >> (TYPE)1)) | max(x, c);\n"
      "  a[i + 1] = mad_hi(x, c, x) + rotate(x, c);\n"
      "  a[i + 2] = add_sat(x, c) + clz(x) + popcount(c) + (x > c ? x : c);\n"
      "}\n";
  for (const char *scalar : integers) {
    std::string program;
    for (const int width : widths) {
      program += replaced(source, "TYPE", typeName(scalar, width));
    }
    expectBuilt(program, widths.size());
  }
}

/// Arithmetic, fma and comparison on float, and on double and half if the target's Info has them.
/// The features decide on the types, so a target may not claim one without code for it.
TEST_P(Code, ComputesWithEveryFloatingType) {
  constexpr char source[] =
      "kernel void k_TYPE(global TYPE *a, global const TYPE *b, TYPE c) {\n"
      "  size_t i = get_global_id(0);\n"
      "  TYPE x = b[i];\n"
      "  a[i] = (x + c) * (x - c) / c + fma(x, c, x) - fabs(x) + floor(c);\n"
      "  a[i + 1] = fmax(x, c) + sqrt(x) + (isless(x, c) ? x : c);\n"
      "}\n";
  for (const std::string &scalar : floatingTypes()) {
    std::string program;
    for (const int width : widths) {
      program += replaced(source, "TYPE", typeName(scalar, width));
    }
    expectBuilt(program, widths.size());
  }
}

/// convert_ functions (OpenCL C 3.0 §6.4.3) between all pairs of scalar types, in three widths.
/// Optimised builds alone: there are some 360 conversions.
TEST_P(Code, ConvertsEveryType) {
  std::vector<std::string> types(integers.begin(), integers.end());
  for (const std::string &type : floatingTypes()) {
    types.push_back(type);
  }
  for (const std::string &from : types) {
    std::string body;
    for (const std::string &to : types) {
      // Scalars, one register, and several registers on most devices.
      for (const int width : {1, 4, 16}) {
        const std::string target = typeName(to, width);
        const std::string value = "((global const " + typeName(from, width) + " *)in)[i]";
        body += "  ((global " + target + " *)out)[i++] = convert_" + target + "(" + value + ");\n";
      }
    }
    const std::string program =
        "kernel void k(global const void *in, global void *out) {\n"
        "  size_t i = get_global_id(0);\n" +
        body + "}\n";
    EXPECT_EQ(verified(binaryOf(program, "-cl-std=CL3.0")).metadata.kernels.size(), 1u) << from;
  }
}

/// vload and vstore (OpenCL C 3.0 §6.15.7) need the alignment of the element only. They go through
/// all address spaces that have pointers, private memory included.
TEST_P(Code, LoadsAndStoresVectors) {
  std::string program;
  for (const char *scalar : integers) {
    for (const int width : {2, 3, 4, 8, 16}) {
      program += replaced(
          replaced("kernel void k_TYPE_COUNT(global TYPE *p, local TYPE *l, constant TYPE *c) {\n"
                   "  vstoreCOUNT(vloadCOUNT(1, p) + vloadCOUNT(0, c), 2, p);\n"
                   "  vstoreCOUNT(vloadCOUNT(1, p), 0, l);\n"
                   "  TYPECOUNT private_[4]; private_[p[0] & 3] = vloadCOUNT(1, l);\n"
                   "  vstoreCOUNT(private_[1], 5, p);\n}\n",
                   "COUNT", std::to_string(width)),
          "TYPE", scalar);
    }
  }
  expectBuilt(program, integers.size() * 5);
}

/// Swizzles, as_ casts and shuffle functions (OpenCL C 3.0 §6.4.4.2, §6.15.13) with constant and
/// mixed indices.
TEST_P(Code, ShufflesAndCasts) {
  expectBuilt(
      "kernel void k(global float4 *f, global int4 *i, global uchar16 *b) {\n"
      "  f[0] = f[0].wzyx + f[1].s0123 + (float4)(f[2].lo, f[2].odd);\n"
      "  f[1].xz = f[2].yw;\n"
      "  i[0] = as_int4(f[0]);\n  b[0] = as_uchar16(i[1]);\n"
      "  i[1] = shuffle(i[0], (uint4)(3, 2, 1, 0));\n"
      "  i[2] = shuffle2(i[0], i[1], (uint4)(7, 0, 1, 5));\n"
      "  i[3] = (int4)(any(i[0]), all(i[1]), bitselect(i[2], i[1], i[0]).x, 1);\n}\n");
}

/// Barriers in loops, in a called function, behind branches and in a switch (OpenCL C 3.0 §6.15.8).
/// The split into barrier regions has to find each path from one barrier to the next.
TEST_P(Code, PutsBarriersAnywhere) {
  expectBuilt(
      "void sync_twice(local int *l) {\n"
      "  barrier(CLK_LOCAL_MEM_FENCE); l[get_local_id(0)] += l[0];\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n}\n"
      "kernel void loop(global int *p, local int *l, int n) {\n"
      "  for (int i = 0; i < n; ++i) {\n"
      "    l[get_local_id(0)] = p[i];\n    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    if (i & n) { sync_twice(l); continue; }\n"
      "    if (p[0] == i) { break; }\n    barrier(CLK_GLOBAL_MEM_FENCE);\n  }\n"
      "  p[get_global_id(0)] = l[get_local_id(0)];\n}\n"
      "kernel void nested(global int *p, local int *l, int n) {\n"
      "  int sum = 0;\n"
      "  for (int i = 0; i < n; ++i) { for (int j = 0; j < i; ++j) {\n"
      "    if (n > 3) { barrier(CLK_LOCAL_MEM_FENCE); sum += l[j]; }\n"
      "    else { barrier(CLK_LOCAL_MEM_FENCE); l[j] = sum; } } }\n"
      "  p[get_global_id(0)] = sum;\n}\n"
      "kernel void choice(global int *p, int n) {\n"
      "  switch (n) { case 0: barrier(CLK_GLOBAL_MEM_FENCE); p[0] = 1; return;\n"
      "  case 1: p[1] = 1; break;\n"
      "  default: do { barrier(CLK_GLOBAL_MEM_FENCE); } while (p[2] < n); }\n"
      "  barrier(CLK_GLOBAL_MEM_FENCE); p[3] = n;\n}\n",
      3);
}

/// Local variables of a kernel and local arguments (OpenCL C 3.0 §6.7.2). Two kernels of one
/// program have local memory of their own, and functions get pointers to it.
TEST_P(Code, UsesLocalMemory) {
  expectBuilt(
      "void add(local int *p) { *p += 1; }\n"
      "kernel void k(global int *p, local float4 *f, local char *c) {\n"
      "  local int l[33]; local float d; local struct { char c; long n; } s;\n"
      "  size_t i = get_local_id(0);\n"
      "  l[i] = p[i]; f[i] = (float4)(l[i]); c[i] = 1; d = 2; s.n = i;\n"
      "  add(&l[i]);\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  p[i] = l[32 - i] + (int)f[0].x + c[0] + (int)d + (int)s.n;\n}\n"
      "kernel void other(global int *p) { local int l[5]; l[p[0] & 3] = 1;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE); p[0] = l[p[1] & 3]; }\n",
      2);
}

/// printf with conversions of each kind (OpenCL C 3.0 §6.15.14), from functions and from a loop
/// with a barrier. Format strings go into the program metadata.
TEST_P(Code, Prints) {
  expectBuilt(
      "void say(int x) { printf(\"from a function: %d\\n\", x); }\n"
      "kernel void k(global float4 *v, int x, constant char *unused) {\n"
      "  printf(\"nothing\\n\");\n  printf(\"%d %u %x %c %s %%\\n\", x, x, x, x, \"text\");\n"
      "  printf(\"%v4f %2.3e %g %p\\n\", v[0], v[0].x, v[0].y, v);\n"
      "  printf(\"%hd %ld %v2hlu\\n\", (short)x, (long)x, (uint2)(1, 2));\n"
      "  for (int i = 0; i < x; ++i) { say(i); barrier(CLK_LOCAL_MEM_FENCE); }\n}\n");
}

/// The atomics of OpenCL 1.x on global and local memory. With 64-bit atomics also those of
/// cl_khr_int64_base_atomics and cl_khr_int64_extended_atomics.
TEST_P(Code, UsesAtomics) {
  constexpr char source[] =
      "kernel void k_TYPE(volatile global TYPE *g, volatile local TYPE *l, TYPE v) {\n"
      "  PREFIX_add(g, v); PREFIX_sub(l, v); PREFIX_xchg(g, v); PREFIX_min(l, v);\n"
      "  PREFIX_max(g, v); PREFIX_and(l, v); PREFIX_or(g, v); PREFIX_xor(l, v);\n"
      "  PREFIX_inc(g); PREFIX_dec(l); g[1] = PREFIX_cmpxchg(g, v, (TYPE)3);\n}\n";
  std::string program;
  size_t kernels = 0;
  for (const char *type : {"int", "uint"}) {
    program += replaced(replaced(source, "PREFIX", "atomic"), "TYPE", type);
    ++kernels;
  }
  if (info().properties().is64BitAtomics) {
    for (const char *type : {"long", "ulong"}) {
      program += replaced(replaced(source, "PREFIX", "atom"), "TYPE", type);
      ++kernels;
    }
  }
  expectBuilt(program, kernels);
}

/// Relaxed atomics and fences of a work-group: the part of OpenCL C 3.0 §6.15.12 without an
/// optional feature.
TEST_P(Code, UsesAtomicsOfC11) {
  expectBuilt(
      "kernel void k(volatile global atomic_int *g, volatile local atomic_uint *l, global int *p) "
      "{\n"
      "  atomic_fetch_add_explicit(g, 1, memory_order_relaxed, memory_scope_work_group);\n"
      "  atomic_store_explicit(l, 1u, memory_order_relaxed, memory_scope_work_group);\n"
      "  p[0] = atomic_load_explicit(g, memory_order_relaxed, memory_scope_work_group);\n"
      "  int expected = 1;\n"
      "  p[1] = atomic_compare_exchange_strong_explicit(g, &expected, 2, memory_order_relaxed,\n"
      "      memory_order_relaxed, memory_scope_work_group);\n"
      "  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel,\n"
      "                         memory_scope_work_group);\n}\n");
}

/// Arrays of 12 KiB and structures of 16 KiB as private variables. One of them lives across a
/// barrier, so it becomes a part of the frame.
TEST_P(Code, HasBigPrivateArrays) {
  expectBuilt(
      "typedef struct { int a[4096]; } big;\n"
      "int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; ++i) s += p[i]; return s; "
      "}\n"
      "kernel void k(global int *p, int n) {\n"
      "  int a[3000]; for (int i = 0; i < 3000; ++i) a[i] = p[i];\n"
      "  a[n] = 5; p[get_global_id(0)] = sum(a, n);\n}\n"
      "kernel void over(global int *p, int n) {\n"
      "  int a[3000]; for (int i = 0; i < 3000; ++i) a[i] = p[i];\n"
      "  barrier(CLK_GLOBAL_MEM_FENCE); p[get_global_id(0)] = sum(a, n);\n}\n"
      "kernel void copy(global big *to, global const big *from) {\n"
      "  big here = from[get_global_id(0)]; here.a[to->a[0] & 4095] = 1; to[0] = here; }\n"
      "kernel void zero(global big *to) { big none = {{0}}; to[get_global_id(0)] = none; }\n",
      4);
}

/// Constant tables and strings at program scope, and pointers of each named address space (OpenCL C
/// 3.0 §6.7). On devices of 32 bits a pointer has to survive the cast to size_t.
TEST_P(Code, UsesAddressSpaces) {
  expectBuilt(
      "constant int table[4] = {1, 2, 3, 4};\nconstant char text[] = \"constant\";\n"
      "constant float4 vectors[2] = {(float4)(1), (float4)(2)};\n"
      "int read(constant int *p, int i) { return p[i]; }\n"
      "int pick(const int *p, int i) { return p[i]; }\n"
      "kernel void k(global int *g, constant int *c, local int *l, int i) {\n"
      "  int here[4] = {i, i + 1, i + 2, i + 3};\n"
      "  l[i] = text[i & 7];\n"
      "  g[0] = read(table, i) + read(c, i) + l[i] + pick(here, i & 3) + (int)vectors[i & 1].x;\n"
      "  global int *q = i ? g : g + 4; *q = (int)(size_t)q;\n}\n");
}

/// A pointer that is private, global or local by a run-time choice (OpenCL C 3.0 §6.7.5). Skipped
/// without the feature.
TEST_P(Code, UsesTheGenericAddressSpace) {
  if (!hasFeature("__opencl_c_generic_address_space")) {
    GTEST_SKIP() << "the target has no generic address space, as its Info says";
  }
  expectBuilt(
      "int read(int *p) { return *p; }\n"
      "kernel void k(global int *g, local int *l, int n) {\n"
      "  int here = n; int *p = n ? &here : n > 3 ? (int *)g : (int *)l;\n"
      "  g[1] = read(p) + (to_global(p) != 0);\n}\n");
}

/// Variables of a program with initial values and with pointers to each other, shared by two
/// kernels (OpenCL C 3.0 §6.7.1). The pointers need relocations. Skipped without the feature.
TEST_P(Code, HasProgramScopeVariables) {
  if (!hasFeature("__opencl_c_program_scope_global_variables")) {
    GTEST_SKIP() << "the target has no program-scope variables in global memory, as its Info says";
  }
  expectBuilt(
      "global int counter = 3;\nglobal int zero[100];\nglobal int *global pointer = &counter;\n"
      "static global float4 v = (float4)(1, 2, 3, 4);\n"
      "constant int table[2] = {7, 8};\nconstant int *constant links[2] = {table, table + 1};\n"
      "kernel void a(int n) { counter += n; zero[n] = *pointer; v.x = *links[n & 1]; }\n"
      "kernel void b(global int *p) { static global int calls; p[0] = counter + ++calls; }\n",
      3);  // with variableKernelName
}

/// A program may call its functions strlen, memcpy or exit: OpenCL C reserves no names of the C
/// library. The support objects define some of them, and the two must not meet.
TEST_P(Code, HasNamesOfLibraryFunctions) {
  expectBuilt(
      "int strlen(global const char *p) { int n = 0; while (p[n]) ++n; return n; }\n"
      "void exit(global int *p) { *p = 1; }\n"
      "int memcmp(int a) { return a + 1; }\n"
      "int abort_(int x) { return x; }\nint main_(int x) { return x; }\n"
      "kernel void memcpy(global int *to, global const int *from) {\n"
      "  for (int i = 0; i < 1000; ++i) to[i] = from[i]; exit(to); }\n"
      "kernel void memset(global char *p) { for (int i = 0; i < 1000; ++i) p[i] = 0;\n"
      "  p[0] = strlen(p); }\n"
      "kernel void malloc(global int *p) { *p = memcmp(3); }\n"
      "kernel void _start(global int *p) { *p = 2; }\n"
      "kernel void kiln_kernels(global int *p) { *p = 3; }\n"
      "kernel void puts(global int *p) { *p = main_(3) + abort_(4); }\n",
      6);
}

/// The work-item functions (OpenCL C 3.0 §6.15.1), with dimensions known at run time only, and with
/// dimensions that do not exist.
TEST_P(Code, AsksForEveryPlace) {
  expectBuilt(
      "kernel void k(global ulong *p, int d) {\n"
      "  p[0] = get_work_dim(); p[1] = get_global_size(d); p[2] = get_global_id(d);\n"
      "  p[3] = get_local_size(d); p[4] = get_local_id(d); p[5] = get_num_groups(d);\n"
      "  p[6] = get_group_id(d); p[7] = get_global_offset(d); p[8] = get_global_linear_id();\n"
      "  p[9] = get_local_linear_id(); p[10] = get_enqueued_local_size(d);\n"
      "  p[11] = get_global_id(7) + get_local_size(-1);\n}\n");
}

/// The mathematical builtins (OpenCL C 3.0 §6.15.2) that code generation may turn into calls of a
/// library. Each has to be defined in the binary, since a device has no libm.
TEST_P(Code, CallsTheMathematics) {
  std::string program;
  size_t kernels = 0;
  for (const std::string &type : floatingTypes()) {
    for (const int width : {1, 4}) {
      std::string body;
      for (const char *name :
           {"sin",   "cos",   "tan",   "asin",  "acos",  "atan", "sinh",   "cosh",
            "tanh",  "exp",   "exp2",  "exp10", "expm1", "log",  "log2",   "log10",
            "log1p", "sqrt",  "rsqrt", "cbrt",  "erf",   "erfc", "lgamma", "tgamma",
            "ceil",  "trunc", "rint",  "round", "sinpi", "cospi"}) {
        body += "  p[i++] = " + std::string(name) + "(p[i]);\n";
      }
      for (const char *name : {"pow", "atan2", "fmod", "remainder", "hypot", "copysign", "fdim"}) {
        body += "  p[i++] = " + std::string(name) + "(p[i], p[i + 1]);\n";
      }
      const std::string name = typeName(type, width);
      program += "kernel void k_" + name + "(global " + name +
                 " *p) {\n  size_t i = get_global_id(0);\n" + body + "}\n";
      ++kernels;
    }
  }
  expectBuilt(program, kernels);
}

/// Geometric functions (OpenCL C 3.0 §6.15.5) and copies of a work-group (§6.15.11).
TEST_P(Code, CallsGeometryAndCopies) {
  expectBuilt(
      "kernel void k(global float4 *p, local float4 *l, global float *f, uint n) {\n"
      "  f[0] = dot(p[0], p[1]) + length(p[2]) + distance(p[0], p[3]);\n"
      "  p[4] = cross(p[0], p[1]) + normalize(p[5]) + mix(p[0], p[1], 0.5f) + clamp(p[2], 0.f, "
      "1.f);\n"
      "  event_t e = async_work_group_copy(l, p, n, 0);\n  wait_group_events(1, &e);\n"
      "  e = async_work_group_strided_copy(p, l, n, 3, 0);\n  wait_group_events(1, &e);\n"
      "  prefetch(p, n);\n}\n");
}

/// vload_half and vstore_half (OpenCL C 3.0 §6.15.7) work without cl_khr_fp16: a half is then a
/// type of memory alone.
TEST_P(Code, KeepsHalvesInMemory) {
  expectBuilt(
      "kernel void k(global float4 *p, global half *h) {\n"
      "  p[0].x = vload_half(3, h); p[1] = vload_half4(1, h); p[2] = vloada_half4(2, h);\n"
      "  vstore_half(p[0].y, 5, h); vstore_half4_rte(p[1], 1, h); vstorea_half4(p[2], 2, h);\n}\n");
}

/// 101 arguments, pointers and chars in turn, so that each second one needs padding.
TEST_P(Code, TakesManyArguments) {
  // Pointers and chars in turn.
  std::string parameters, sum;
  for (int i = 0; i < 100; ++i) {
    const std::string n = std::to_string(i);
    parameters += ", " + std::string(i % 2 == 0 ? "global int *" : "char ") + "a" + n;
    sum += " + " + std::string(i % 2 == 0 ? "*" : "") + "a" + n;
  }
  expectBuilt("kernel void k(global int *out" + parameters + ") { *out = 0" + sum + "; }");
}

/// Structures as arguments, with a union, an array and a vector of three inside. A packed one
/// follows, with a misaligned member.
TEST_P(Code, TakesStructures) {
  expectBuilt(
      "typedef struct { char c; struct { short s; float3 v; } in[3]; union { int i; float f; } u; "
      "}\n"
      "  item;\ntypedef struct __attribute__((packed)) { char c; long l; } packed;\n"
      "item change(item i) { i.c += 1; i.in[1].v.x = i.u.f; return i; }\n"
      "kernel void k(item i, packed p, global item *out, global packed *q) {\n"
      "  i.in[2].s = 3; *out = change(i); p.l += 1; q[get_global_id(0)] = p; }\n");
}

/// A switch of 200 cases, goto forwards and backwards, break and continue. LLVM makes jump tables
/// of large switches, and these need relocations.
TEST_P(Code, JumpsInEveryWay) {
  // 200 cases with gaps of seven.
  std::string cases;
  for (int i = 0; i < 200; ++i) {
    cases += "    case " + std::to_string(i * 7) + ": x = x * " + std::to_string(i + 2) + " + p[" +
             std::to_string(i) + "]; break;\n";
  }
  expectBuilt(
      "kernel void k(global int *p, int n) {\n  int x = p[get_global_id(0)];\n"
      "  switch (x) {\n" +
      cases +
      "    default: x = -1;\n  }\n"
      "  int i = 0;\nagain:\n  if (i < n) { i += x & 3; if (p[i] == 7) goto out; ++i; goto again; "
      "}\n"
      "  while (1) { if (++i > 100) break; if (i & 1) continue; x += i; }\nout:\n"
      "  p[get_global_id(0)] = x;\n}\n");
}

/// Division by zero and the overflow of INT_MIN / -1 give undefined values, but no trap (OpenCL C
/// 3.0 §6.5): the build must not fail and must not drop the kernel.
TEST_P(Code, DividesByAnything) {
  expectBuilt(
      "kernel void k(global int *p, global long *q, global uchar16 *v) {\n"
      "  p[0] = p[1] / p[2]; p[3] = p[4] % 0; p[5] = (-2147483647 - 1) / p[6];\n"
      "  q[0] = q[1] / q[2]; q[3] = q[4] % q[5]; v[0] = v[1] / v[2]; v[3] = v[4] % v[5];\n}\n");
}

}  // namespace compiler::cts
