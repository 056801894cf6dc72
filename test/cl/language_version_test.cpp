// OpenCL C 2.0 and C++ for OpenCL, as far as devices meet the requirements.

#include "fixture.h"

namespace {

class LanguageVersion : public test::Fixture {
 protected:
  /// The output of `k(out)`, a work-item each.
  std::vector<int> results(const char *source, const char *options, size_t items = 40) {
    const auto program = build(source, options);
    const auto kernel = makeKernel(program, "k");
    const auto out = makeBuffer(std::vector<int>(items, -1));
    setArguments(kernel, out.get());
    const size_t local = 10;
    run(kernel, items, &local);
    return read<int>(out, items);
  }
  std::string failure(const char *source, const char *options) {
    const auto program = makeProgram(source);
    EXPECT_EQ(clBuildProgram(program, 1, &device, options, nullptr, nullptr),
              CL_BUILD_PROGRAM_FAILURE);
    return logOf(program);
  }
};

TEST_F(LanguageVersion, Two) {
  const auto got = results(R"(
    #if __OPENCL_C_VERSION__ != 200
    #error version
    #endif
    global atomic_int total = ATOMIC_VAR_INIT(0);
    int twice(int *p) { return 2 * *p; }
    kernel void k(global int *out) {
      int i = get_global_id(0), mine = i;
      atomic_fetch_add(&total, 1);
      out[i] = work_group_reduce_add(twice(&mine)) + (to_private(&mine) == &mine);
    })",
                           "-cl-std=CL2.0");
  for (size_t i = 0; i < got.size(); ++i) {
    const int first = static_cast<int>(i) / 10 * 10;
    EXPECT_EQ(got[i], 2 * (10 * first + 45) + 1);
  }
}

TEST_F(LanguageVersion, BlocksOfTwo) {
  const auto got = results(R"(
    int (^constant twice)(int) = ^(int x) { return 2 * x; };
    kernel void k(global int *out) {
      int i = get_global_id(0);
      int parts[3] = {i, 2, 3};
      int (^sum)(int) = ^(int x) { return x + parts[0] + parts[1]; };
      int (^product)(void) = ^{
        int (^by)(int) = ^(int y) { return y * i; };
        return by(parts[2]);
      };
      parts[0] = 100;
      out[i] = sum(twice(i)) + product();
    })",
                           "-cl-std=CL2.0");
  for (size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i], 6 * static_cast<int>(i) + 2);
  }
}

TEST_F(LanguageVersion, TwoWithoutQueuesOfDevices) {
  for (const char *statement : {"queue_t q; ndrange_t n; enqueue_kernel(q, 0, n, ^{ a[0] = 1; });",
                                "a[0] = get_kernel_work_group_size(^{ a[0] = 1; });",
                                "queue_t q; a[0] = q == 0 ? 1 : 2;"}) {
    const std::string source =
        std::string(
            "typedef struct ndrange_t { int x; } ndrange_t; kernel void k(global int *a) { ") +
        statement + " }";
    EXPECT_NE(failure(source.c_str(), "-cl-std=CL2.0").find("device-side enqueue is not supported"),
              std::string::npos)
        << statement;
  }
}

constexpr char cpp[] = R"(
  #if __OPENCL_CPP_VERSION__ != VERSION
  #error version
  #endif
  template <class T>
  class Sum {
   public:
    explicit Sum(T first) : sum_(first) {}
    ~Sum() { if (counter_) *counter_ += 1; }
    void add(T x) { sum_ += x; }
    T get() const { return sum_; }
    void count(int *counter) { counter_ = counter; }

   private:
    T sum_;
    int *counter_ = nullptr;
  };
  template <class T>
  T sumOf(const T *values, int n, int *counter) {
    Sum<T> sum(0);
    sum.count(counter);
    for (int i = 0; i < n; ++i) sum.add(values[i]);
    return sum.get();
  }
  constexpr int three = 3;
  int overloaded(int x) { return x; }
  int overloaded(float x) { return (int)(10 * x); }
  kernel void k(global int *out) {
    const int i = get_global_id(0);
    int values[] = {i, 1, 2}, ends = 0;
    auto scaled = [&](int x) { return x * three; };
    const int sum = sumOf<int>(values, 3, &ends);
    out[i] = scaled(sum) + overloaded(0.5f) + overloaded(1) + 1000 * ends + static_cast<int>(fabs(-1.0f));
  })";

TEST_F(LanguageVersion, CppForOpenCL) {
  for (const auto &[version, number] : {std::pair("CLC++", "100"), std::pair("CLC++1.0", "100"),
                                        std::pair("CLC++2021", "202100")}) {
    for (const char *more : {"", " -cl-opt-disable"}) {
      const auto options = std::string("-cl-std=") + version + " -DVERSION=" + number + more;
      const auto got = results(cpp, options.c_str());
      for (size_t i = 0; i < got.size(); ++i) {
        EXPECT_EQ(got[i], 3 * (static_cast<int>(i) + 3) + 5 + 1 + 1000 + 1) << options;
      }
    }
  }
}

TEST_F(LanguageVersion, CppWithoutWhatRunsBeforeKernels) {
  EXPECT_NE(failure("struct S { S(int y) { x = y; } int x; }; int f(); "
                    "S object(3); kernel void k(global int *a) { *a = object.x; }",
                    "-cl-std=CLC++2021")
                .find("constructors"),
            std::string::npos);
  EXPECT_NE(failure("struct S { virtual int f() { return 1; } }; "
                    "kernel void k(global int *a) { S s; *a = s.f(); }",
                    "-cl-std=CLC++2021"),
            "");
}

TEST_F(LanguageVersion, AreReported) {
  constexpr cl_device_info cppVersion = 0x4230;
  cl_version version = 0;
  ASSERT_EQ(clGetDeviceInfo(device, cppVersion, sizeof version, &version, nullptr), CL_SUCCESS);
  EXPECT_EQ(version, CL_MAKE_VERSION(1u, 0u, 0u)) << "of -cl-std=CLC++";
  std::vector<cl_name_version> versions(16);
  size_t size = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS,
                            versions.size() * sizeof(cl_name_version), versions.data(), &size),
            CL_SUCCESS);
  versions.resize(size / sizeof(cl_name_version));
  for (const cl_name_version &each : versions) {
    EXPECT_NE(each.version, CL_MAKE_VERSION(2u, 0u, 0u));
  }
}

}  // namespace
