/* Position-independent code with everything a binary may hold: read-only and writable data,
   relocated pointers, zero-filled memory, two entry points. The note comes from write_metadata. */
typedef __UINT64_TYPE__ u64;
typedef __UINT32_TYPE__ u32;

static int zeros[1000];
static int *pointer = &zeros[3];
int data = 5;
static const char *const names[2] = {"one", "two"};

__attribute__((noinline)) static void work(int *out, int n) {
  for (int i = 0; i < n; i++) {
    out[i] += data + names[i & 1][0] + zeros[i % 1000] + *pointer;
  }
}

static void first(const void *arguments, const void *schedule, u64 from, u64 to) {
  (void)schedule;
  work(*(int *const *)arguments, (int)(to - from));
  zeros[(u32)from % 1000]++;
  pointer++;
}

static void second(const void *arguments, const void *schedule, u64 from, u64 to) {
  (void)schedule;
  work(*(int *const *)arguments, (int)from);
  data += (int)to;
}

struct entry {
  void (*address)(const void *, const void *, u64, u64);
#if __SIZEOF_POINTER__ == 4
  u32 upper;
#endif
};
struct table {
  u32 version, count;
  __attribute__((aligned(8))) struct entry entries[2];
};
__attribute__((visibility("default"), used))
const struct table kiln_kernels = {1, 2, {{first}, {second}}};
