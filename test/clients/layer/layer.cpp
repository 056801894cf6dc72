// A layer between the loader and the driver: counts each call and hands it on. When the process
// ends it writes "<call> <how often>" to the file $KILN_LAYER_LOG, in the order of the table.

#include <CL/cl_layer.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace {

cl_icd_dispatch next;   // what the calls go on to
cl_icd_dispatch table;  // what the loader calls

template <auto entry>
std::atomic<uint64_t> calls = 0;

template <auto entry, class Function = std::remove_reference_t<decltype(table.*entry)>>
struct Forward {
  static void *of(void *) { return nullptr; }  // of other systems, or no function yet
};

template <auto entry, class Answer, class... Arguments>
struct Forward<entry, Answer(CL_API_CALL *)(Arguments...)> {
  static Answer CL_API_CALL call(Arguments... arguments) {
    calls<entry>.fetch_add(1, std::memory_order_relaxed);
    return (next.*entry)(arguments...);
  }
  static auto of(Answer(CL_API_CALL *target)(Arguments...)) { return target ? &call : nullptr; }
};

/// Written when the layer is unloaded or the process ends, whichever is first.
struct Log {
  ~Log() {
    const char *name = std::getenv("KILN_LAYER_LOG");
    std::FILE *file = name ? std::fopen(name, "a") : nullptr;
    if (!file) {
      return;
    }
    const auto write = [&](const char *call, uint64_t count) {
      if (count != 0) {
        std::fprintf(file, "%s %llu\n", call, static_cast<unsigned long long>(count));
      }
    };
#define KILN_ENTRY(name) write(#name, calls<&cl_icd_dispatch::name>.load());
#include "entries.inc"
#undef KILN_ENTRY
    std::fclose(file);
  }
} logAtEnd;

constexpr cl_uint entryCount = sizeof(cl_icd_dispatch) / sizeof(void *);

}  // namespace

extern "C" __attribute__((visibility("default"))) CL_API_ENTRY cl_int CL_API_CALL
clGetLayerInfo(cl_layer_info name, size_t size, void *value, size_t *sizeRet) {
  static constexpr char layerName[] = "calls";
  constexpr cl_layer_api_version version = CL_LAYER_API_VERSION_100;
  const bool isVersion = name == CL_LAYER_API_VERSION;
  if (!isVersion && name != CL_LAYER_NAME) {
    return CL_INVALID_VALUE;
  }
  const size_t needed = isVersion ? sizeof version : sizeof layerName;
  if (value && size < needed) {
    return CL_INVALID_VALUE;
  }
  if (value) {
    std::memcpy(value, isVersion ? static_cast<const void *>(&version) : layerName, needed);
  }
  if (sizeRet) {
    *sizeRet = needed;
  }
  return CL_SUCCESS;
}

extern "C" __attribute__((visibility("default"))) CL_API_ENTRY cl_int CL_API_CALL
clInitLayer(cl_uint count, const cl_icd_dispatch *target, cl_uint *countRet,
            const cl_icd_dispatch **layer) {
  if (!target || !countRet || !layer || count < entryCount) {
    return CL_INVALID_VALUE;
  }
  next = *target;
#define KILN_ENTRY(name) table.name = Forward<&cl_icd_dispatch::name>::of(next.name);
#include "entries.inc"
#undef KILN_ENTRY
  *countRet = entryCount;
  *layer = &table;
  return CL_SUCCESS;
}
