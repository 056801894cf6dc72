// cl_khr_command_buffer_mutable_dispatch.

#include <array>
#include <chrono>
#include <thread>

#include "command_buffer_functions.h"
#include "extension_fixture.h"

namespace {

using test::LaunchUpdate;
using test::Properties;

constexpr size_t count = 64;
constexpr const char *source = R"(
kernel void set(global int *out, int value) { out[get_global_id(0)] = value; }
kernel void shape(global int *out, local int *scratch) {
  scratch[get_local_id(0)] = get_local_size(0) * 100 + get_num_groups(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = scratch[get_local_size(0) - 1 - get_local_id(0)];
}
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void eight(global int *out) {
  out[get_global_id(0)] = 8;
}
kernel void plane(global int *out) { out[get_global_id(1) * 8 + get_global_id(0)] = 1; }
kernel void say(int x) { if (get_global_id(0) == 0) printf("x is %d\n", x); }
)";

struct MutableCommands : test::ExtensionFixture, test::CommandBufferFunctions {
  void SetUp() override {
    ExtensionFixture::SetUp();
    ASSERT_TRUE(has("cl_khr_command_buffer_mutable_dispatch"));
    find(platform);
    program = build(source, "-cl-std=CL3.0");
    out = makeBuffer(std::vector<cl_int>(count, 0));
    commands = makeCommands(CL_COMMAND_BUFFER_MUTABLE_KHR);
  }
  void TearDown() override {
    EXPECT_EQ(release(commands), CL_SUCCESS);
    ExtensionFixture::TearDown();
  }

  cl_command_buffer_khr makeCommands(cl_command_buffer_flags_khr flags, Properties asserts = 0) {
    const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags,
                                                     CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR,
                                                     asserts, 0};
    cl_int error = -1;
    cl_command_buffer_khr made = create(1, queue.address(), list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  test::OwnedKernel setter(cl_int value) {
    auto kernel = makeKernel(program, "set");
    setArguments(kernel, out.get(), value);
    return kernel;
  }
  /// The handle of a recorded launch.
  cl_mutable_command_khr add(cl_kernel kernel, size_t items = count, const size_t *local = nullptr,
                             const Properties *properties = nullptr) {
    cl_mutable_command_khr handle = nullptr;
    EXPECT_EQ(launch(commands, nullptr, properties, kernel, 1, nullptr, &items, local, 0, nullptr,
                     nullptr, &handle),
              CL_SUCCESS);
    EXPECT_NE(handle, nullptr);
    return handle;
  }
  cl_int change(const LaunchUpdate &first) {
    const cl_uint types[] = {0};
    const void *configs[] = {&first};
    return update(commands, 1, types, configs);
  }
  cl_int change(const LaunchUpdate &first, const LaunchUpdate &second) {
    const cl_uint types[] = {0, 0};
    const void *configs[] = {&first, &second};
    return update(commands, 2, types, configs);
  }
  /// Changes one argument.
  template <class T>
  cl_int change(cl_mutable_command_khr handle, cl_uint index, const T &value) {
    const cl_mutable_dispatch_arg_khr argument = {index, sizeof value, &value};
    return change({.command = handle, .num_args = 1, .arg_list = &argument});
  }
  std::vector<cl_int> replay() {
    EXPECT_EQ(enqueue(0, nullptr, commands, 0, nullptr, nullptr), CL_SUCCESS);
    return values();
  }
  std::vector<cl_int> values() { return read<cl_int>(out, count); }
  cl_uint state() {
    cl_uint value = 100;
    EXPECT_EQ(info(commands, CL_COMMAND_BUFFER_STATE_KHR, sizeof value, &value, nullptr),
              CL_SUCCESS);
    return value;
  }
  template <class T>
  T query(cl_mutable_command_khr handle, cl_mutable_command_info_khr name) {
    T value = {};
    size_t size = 0;
    EXPECT_EQ(commandInfo(handle, name, sizeof value, &value, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof value);
    return value;
  }
  static std::vector<cl_int> all(cl_int value) { return std::vector<cl_int>(count, value); }

  test::OwnedProgram program;
  test::OwnedMem out;
  cl_command_buffer_khr commands = nullptr;
};

TEST_F(MutableCommands, AreOnAllDevices) {
  EXPECT_EQ(versionOf("cl_khr_command_buffer_mutable_dispatch"),
            cl_version{CL_MAKE_VERSION(0, 9, 5)});
  for (cl_device_id each : allDevices()) {
    cl_mutable_dispatch_fields_khr fields = 0;
    EXPECT_EQ(clGetDeviceInfo(each, CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR, sizeof fields,
                              &fields, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(fields, 31u);
  }
}

TEST_F(MutableCommands, ChangeArguments) {
  auto kernel = setter(1);
  const auto handle = add(kernel);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  EXPECT_EQ(replay(), all(1));
  ASSERT_EQ(change(handle, 1, cl_int{2}), CL_SUCCESS);
  EXPECT_EQ(replay(), all(2));
  EXPECT_EQ(replay(), all(2));
  auto other = makeBuffer(all(0));
  ASSERT_EQ(change(handle, 0, other.get()), CL_SUCCESS);
  ASSERT_EQ(change(handle, 1, cl_int{3}), CL_SUCCESS);
  EXPECT_EQ(replay(), all(2));
  EXPECT_EQ(read<cl_int>(other, count), all(3));
  // The kernel keeps its own arguments.
  run(kernel, count);
  EXPECT_EQ(values(), all(1));
}

TEST_F(MutableCommands, ChangeSizesAndOffsets) {
  auto kernel = makeKernel(program, "shape");
  const cl_mem memory = out;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof memory, &memory), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, 64, nullptr), CL_SUCCESS);
  const size_t four = 4, eight = 8, sixteen = 16, half = 32;
  const auto handle = add(kernel, half, &four);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  auto expected = all(0);
  std::fill_n(expected.begin(), 32, 408);
  EXPECT_EQ(replay(), expected);
  ASSERT_EQ(change({.command = handle, .work_dim = 1, .local_work_size = &eight}), CL_SUCCESS);
  std::fill_n(expected.begin(), 32, 804);
  EXPECT_EQ(replay(), expected);
  // 0 dimensions are as many as before.
  ASSERT_EQ(change({.command = handle,
                    .work_dim = 0,
                    .global_work_offset = &four,
                    .global_work_size = &sixteen}),
            CL_SUCCESS);
  std::fill_n(expected.begin() + 4, 16, 802);
  EXPECT_EQ(replay(), expected);
  EXPECT_EQ(query<size_t>(handle, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR), 4u);
  EXPECT_EQ(query<size_t>(handle, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR), 16u);
  EXPECT_EQ(query<size_t>(handle, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR), 8u);
  // The size of local memory is an argument.
  const cl_mutable_dispatch_arg_khr large = {1, 64 * sizeof(cl_int), nullptr};
  const size_t all64 = count, none = 0;
  ASSERT_EQ(change({.command = handle,
                    .num_args = 1,
                    .work_dim = 1,
                    .arg_list = &large,
                    .global_work_offset = &none,
                    .global_work_size = &all64,
                    .local_work_size = &all64}),
            CL_SUCCESS);
  EXPECT_EQ(replay(), all(6401));
}

TEST_F(MutableCommands, ChangeEmptyLaunches) {
  auto kernel = setter(4);
  const size_t none = 0, some = 10;
  const auto handle = add(kernel, none);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  EXPECT_EQ(replay(), all(0));
  ASSERT_EQ(change({.command = handle, .work_dim = 1, .global_work_size = &some}), CL_SUCCESS);
  auto expected = all(0);
  std::fill_n(expected.begin(), 10, 4);
  EXPECT_EQ(replay(), expected);
}

TEST_F(MutableCommands, ChangeSharedPointersAndExecutionInfo) {
  auto *shared = static_cast<cl_int *>(clSVMAlloc(context, CL_MEM_READ_WRITE, 256, 0));
  auto kernel = setter(6);
  const auto handle = add(kernel);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  const cl_mutable_dispatch_arg_khr argument = {0, 0, shared};
  void *pointers[] = {shared};
  const cl_mutable_dispatch_exec_info_khr named = {CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers,
                                                   pointers};
  const LaunchUpdate changed = {.command = handle,
                                .num_svm_args = 1,
                                .num_exec_infos = 1,
                                .arg_svm_list = &argument,
                                .exec_info_list = &named};
  if (!shared) {
    EXPECT_EQ(change(changed), CL_INVALID_OPERATION);
    GTEST_SKIP() << "the device has no shared virtual memory";
  }
  ASSERT_EQ(change(changed), CL_SUCCESS);
  EXPECT_EQ(replay(), all(0));
  ASSERT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, shared, 256, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_TRUE(std::all_of(shared, shared + count, [](cl_int each) { return each == 6; }));
  ASSERT_EQ(clEnqueueSVMUnmap(queue, shared, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  const cl_mutable_dispatch_exec_info_khr wrong = {0, 0, nullptr};
  EXPECT_EQ(change({.command = handle, .num_exec_infos = 1, .exec_info_list = &wrong}),
            CL_INVALID_VALUE);
  clSVMFree(context, shared);
}

TEST_F(MutableCommands, ArePendingAsTheyWere) {
  release(commands);
  commands = makeCommands(CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
  auto kernel = setter(0);
  const auto handle = add(kernel);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  std::vector<test::OwnedMem> results;
  cl_int error = -1;
  test::OwnedEvent gate = clCreateUserEvent(context, &error);
  for (cl_int i = 0; i < 20; ++i) {
    results.push_back(makeBuffer(all(-1)));
    ASSERT_EQ(change(handle, 0, results.back().get()), CL_SUCCESS);
    ASSERT_EQ(change(handle, 1, i), CL_SUCCESS);
    ASSERT_EQ(enqueue(0, nullptr, commands, 1, gate.address(), nullptr), CL_SUCCESS);
  }
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  for (cl_int i = 0; i < 20; ++i) {
    EXPECT_EQ(read<cl_int>(results[i], count), all(i)) << i;
  }
}

TEST_F(MutableCommands, LetGoOfWhatIsReplaced) {
  auto first = makeBuffer(all(0));
  auto kernel = makeKernel(program, "set");
  setArguments(kernel, first.get(), cl_int{1});
  const auto handle = add(kernel);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  bool isGone = false;
  ASSERT_EQ(clSetMemObjectDestructorCallback(
                first, [](cl_mem, void *user) { *static_cast<bool *>(user) = true; }, &isGone),
            CL_SUCCESS);
  first.reset();
  kernel.reset();
  EXPECT_FALSE(isGone);
  ASSERT_EQ(change(handle, 0, out.get()), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  for (int i = 0; i < 1000 && !isGone; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(isGone);
  EXPECT_EQ(replay(), all(1));
}

TEST_F(MutableCommands, MayLackArgumentsAtFirst) {
  auto kernel = makeKernel(program, "set"), other = setter(5);
  const cl_mem memory = out;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof memory, &memory), CL_SUCCESS);
  add(other, 32);
  const auto handle = add(kernel, 16);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  EXPECT_EQ(state(), cl_uint{CL_COMMAND_BUFFER_STATE_FINALIZED_KHR});
  EXPECT_EQ(enqueue(0, nullptr, commands, 0, nullptr, nullptr), CL_INVALID_OPERATION);
  const size_t none = 0;
  ASSERT_EQ(change({.command = handle, .work_dim = 1, .global_work_offset = &none}), CL_SUCCESS);
  EXPECT_EQ(state(), cl_uint{CL_COMMAND_BUFFER_STATE_FINALIZED_KHR});
  ASSERT_EQ(change(handle, 1, cl_int{9}), CL_SUCCESS);
  EXPECT_EQ(state(), cl_uint{CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR});
  auto expected = all(0);
  std::fill_n(expected.begin(), 32, 5);
  std::fill_n(expected.begin(), 16, 9);
  EXPECT_EQ(replay(), expected);

  const auto fixed = makeCommands(0);
  const Properties sizes[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                              CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR, 0};
  cl_mutable_command_khr unused = nullptr;
  EXPECT_EQ(launch(fixed, nullptr, nullptr, kernel, 1, nullptr, &count, nullptr, 0, nullptr,
                   nullptr, &unused),
            CL_INVALID_KERNEL_ARGS);
  const auto partly = makeCommands(CL_COMMAND_BUFFER_MUTABLE_KHR);
  EXPECT_EQ(launch(partly, nullptr, sizes, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr,
                   &unused),
            CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(launch(partly, nullptr, nullptr, kernel, 1, nullptr, &count, nullptr, 0, nullptr,
                   nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
  auto eight = makeKernel(program, "eight");
  const size_t four = 4;
  EXPECT_EQ(launch(partly, nullptr, nullptr, eight, 1, nullptr, &count, &four, 0, nullptr, nullptr,
                   &unused),
            CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(unused, nullptr);
  EXPECT_EQ(release(fixed), CL_SUCCESS);
  EXPECT_EQ(release(partly), CL_SUCCESS);
}

TEST_F(MutableCommands, PrintAfterChanges) {
  auto kernel = makeKernel(program, "say");
  setArguments(kernel, cl_int{1});
  const auto handle = add(kernel);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  testing::internal::CaptureStdout();
  replay();
  ASSERT_EQ(change(handle, 0, cl_int{2}), CL_SUCCESS);
  replay();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "x is 1\nx is 2\n");
}

TEST_F(MutableCommands, TellWhatTheyAre) {
  auto kernel = makeKernel(program, "plane");
  setArguments(kernel, out.get());
  const Properties list[] = {CL_MUTABLE_DISPATCH_ASSERTS_KHR, 1,
                             CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                             CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0};
  const size_t global[] = {8, 4}, offset[] = {0, 1}, local[] = {2, 2};
  cl_mutable_command_khr handle = nullptr;
  ASSERT_EQ(launch(commands, nullptr, list, kernel, 2, offset, global, local, 0, nullptr, nullptr,
                   &handle),
            CL_SUCCESS);
  EXPECT_EQ(query<cl_command_queue>(handle, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR), queue.get());
  EXPECT_EQ(query<cl_command_buffer_khr>(handle, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR), commands);
  EXPECT_EQ(query<cl_command_type>(handle, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR),
            cl_command_type{CL_COMMAND_NDRANGE_KERNEL});
  EXPECT_EQ(query<cl_kernel>(handle, CL_MUTABLE_DISPATCH_KERNEL_KHR), kernel.get());
  EXPECT_EQ(query<cl_uint>(handle, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR), 2u);
  using Pair = std::array<size_t, 2>;
  EXPECT_EQ(query<Pair>(handle, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR), (Pair{0, 1}));
  EXPECT_EQ(query<Pair>(handle, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR), (Pair{8, 4}));
  EXPECT_EQ(query<Pair>(handle, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR), (Pair{2, 2}));
  EXPECT_TRUE(std::ranges::equal(
      (query<std::array<Properties, 5>>(handle, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR)), list));
  auto plain = setter(1);
  const auto other = add(plain);
  size_t size = 1;
  EXPECT_EQ(commandInfo(other, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR, 0, nullptr, &size),
            CL_SUCCESS);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(query<size_t>(other, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR), 0u);
  EXPECT_EQ(commandInfo(other, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  cl_uint small = 0;
  EXPECT_EQ(commandInfo(other, CL_MUTABLE_DISPATCH_KERNEL_KHR, sizeof small, &small, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(commandInfo(nullptr, CL_MUTABLE_DISPATCH_KERNEL_KHR, 0, nullptr, nullptr),
            CL_INVALID_MUTABLE_COMMAND_KHR);
  EXPECT_EQ(commandInfo(reinterpret_cast<cl_mutable_command_khr>(commands),
                        CL_MUTABLE_DISPATCH_KERNEL_KHR, 0, nullptr, nullptr),
            CL_INVALID_MUTABLE_COMMAND_KHR);
}

TEST_F(MutableCommands, RefuseWrongRecordings) {
  auto kernel = setter(1);
  cl_mutable_command_khr handle = nullptr;
  const auto recorded = [&](cl_command_buffer_khr to, const std::vector<Properties> &list,
                            const size_t *local) {
    return launch(to, nullptr, list.data(), kernel, 1, nullptr, &count, local, 0, nullptr, nullptr,
                  &handle);
  };
  const Properties fields = CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR;
  const Properties asserts = CL_MUTABLE_DISPATCH_ASSERTS_KHR;
  const size_t local = 8;
  EXPECT_EQ(recorded(commands, {fields, 32, 0}, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(recorded(commands, {fields, 1, fields, 1, 0}, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(recorded(commands, {1, 1, 0}, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(recorded(commands, {fields, 32, 1, 1, 0}, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(recorded(commands, {asserts, 2, 0}, &local), CL_INVALID_VALUE);
  EXPECT_EQ(recorded(commands, {asserts, 1, 0}, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(recorded(commands, {asserts, 1, 0}, &local), CL_SUCCESS);
  const auto asserting = makeCommands(CL_COMMAND_BUFFER_MUTABLE_KHR, 1);
  EXPECT_EQ(recorded(asserting, {0}, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(recorded(asserting, {0}, &local), CL_SUCCESS);
  EXPECT_EQ(release(asserting), CL_SUCCESS);
  EXPECT_EQ(launch(commands, nullptr, nullptr, kernel, 4, nullptr, &count, nullptr, 0, nullptr,
                   nullptr, &handle),
            CL_INVALID_WORK_DIMENSION);
}

/// The context comes before missing arguments.
TEST_F(MutableCommands, RefuseKernelsOfOtherContexts) {
  cl_int error = -1;
  test::OwnedContext other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const char *text = "kernel void k(global int *p) { *p = 1; }";
  test::OwnedProgram foreign = clCreateProgramWithSource(other, 1, &text, nullptr, &error);
  ASSERT_EQ(clBuildProgram(foreign, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  auto kernel = makeKernel(foreign, "k");
  EXPECT_EQ(launch(commands, nullptr, nullptr, kernel, 1, nullptr, &count, nullptr, 0, nullptr,
                   nullptr, nullptr),
            CL_INVALID_CONTEXT);
}

TEST_F(MutableCommands, RefuseWrongUpdates) {
  auto kernel = setter(1);
  const auto handle = add(kernel);
  const cl_uint types[] = {0}, unknown[] = {7};
  const LaunchUpdate none = {.command = handle};
  const void *configs[] = {&none}, *null[] = {nullptr};
  EXPECT_EQ(change(none), CL_INVALID_OPERATION);  // not finalized
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  EXPECT_EQ(update(nullptr, 1, types, configs), CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(update(commands, 1, nullptr, configs), CL_INVALID_VALUE);
  EXPECT_EQ(update(commands, 1, types, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(update(commands, 0, types, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(update(commands, 0, nullptr, configs), CL_INVALID_VALUE);
  EXPECT_EQ(update(commands, 1, unknown, configs), CL_INVALID_VALUE);
  EXPECT_EQ(update(commands, 1, types, null), CL_INVALID_VALUE);
  EXPECT_EQ(update(commands, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(change(none), CL_SUCCESS);
  EXPECT_EQ(change({.command = nullptr}), CL_INVALID_MUTABLE_COMMAND_KHR);

  const auto fixed = makeCommands(0);
  cl_mutable_command_khr foreign = nullptr;
  ASSERT_EQ(launch(fixed, nullptr, nullptr, kernel, 1, nullptr, &count, nullptr, 0, nullptr,
                   nullptr, &foreign),
            CL_SUCCESS);
  ASSERT_EQ(finalize(fixed), CL_SUCCESS);
  EXPECT_EQ(change({.command = foreign}), CL_INVALID_MUTABLE_COMMAND_KHR);
  const LaunchUpdate ofFixed = {.command = foreign};
  const void *fixedConfigs[] = {&ofFixed};
  EXPECT_EQ(update(fixed, 1, types, fixedConfigs), CL_INVALID_OPERATION);
  EXPECT_EQ(release(fixed), CL_SUCCESS);

  const size_t size = 8;
  const cl_mutable_dispatch_arg_khr argument = {1, 4, &size};
  const cl_mutable_dispatch_exec_info_khr name = {0, 0, nullptr};
  const LaunchUpdate invalid[] = {
      {.command = handle, .num_args = 1},       {.command = handle, .arg_list = &argument},
      {.command = handle, .num_svm_args = 1},   {.command = handle, .arg_svm_list = &argument},
      {.command = handle, .num_exec_infos = 1}, {.command = handle, .exec_info_list = &name}};
  for (const LaunchUpdate &each : invalid) {
    EXPECT_EQ(change(each), CL_INVALID_VALUE) << &each - invalid;
  }
  EXPECT_EQ(change({.command = handle, .work_dim = 2}), CL_INVALID_OPERATION);
  EXPECT_EQ(change({.command = handle, .work_dim = 3, .global_work_size = &size}),
            CL_INVALID_OPERATION);
  const cl_mutable_dispatch_arg_khr badIndex = {2, 4, &size}, badSize = {1, 8, &size},
                                    badBuffer = {0, sizeof(cl_mem), &handle};
  EXPECT_EQ(change({.command = handle, .num_args = 1, .arg_list = &badIndex}),
            CL_INVALID_ARG_INDEX);
  EXPECT_EQ(change({.command = handle, .num_args = 1, .arg_list = &badSize}), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(change({.command = handle, .num_args = 1, .arg_list = &badBuffer}),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(replay(), all(1));
}

TEST_F(MutableCommands, ChangeOnlyWhatTheyMay) {
  auto kernel = setter(1);
  const size_t size = 8;
  const cl_int two = 2;
  const cl_mutable_dispatch_arg_khr argument = {1, sizeof two, &two};
  const cl_mutable_dispatch_exec_info_khr name = {0, 0, nullptr};
  const Properties list[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 0, 0};
  const auto handle = add(kernel, count, nullptr, list);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  const LaunchUpdate forbidden[] = {
      {.command = handle, .num_args = 1, .arg_list = &argument},
      {.command = handle, .num_svm_args = 1, .arg_svm_list = &argument},
      {.command = handle, .num_exec_infos = 1, .exec_info_list = &name},
      {.command = handle, .work_dim = 1, .global_work_offset = &size},
      {.command = handle, .work_dim = 1, .global_work_size = &size},
      {.command = handle, .work_dim = 1, .local_work_size = &size}};
  for (const LaunchUpdate &each : forbidden) {
    EXPECT_EQ(change(each), CL_INVALID_OPERATION) << &each - forbidden;
  }
  EXPECT_EQ(replay(), all(1));
}

TEST_F(MutableCommands, ChangeAllOrNothing) {
  auto first = setter(1), second = makeKernel(program, "eight");
  const size_t eight = 8, four = 4, sixteen = 16;
  const cl_int two = 2;
  auto other = makeBuffer(all(0));
  setArguments(second, other.get());
  const auto one = add(first), fixed = add(second, count, &eight);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  const cl_mutable_dispatch_arg_khr argument = {1, sizeof two, &two};
  EXPECT_EQ(change({.command = one, .num_args = 1, .arg_list = &argument},
                   {.command = fixed, .work_dim = 1, .local_work_size = &four}),
            CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(change({.command = one, .num_args = 1, .arg_list = &argument},
                   {.command = one, .num_args = 1}),
            CL_INVALID_VALUE);
  EXPECT_EQ(replay(), all(1));
  ASSERT_EQ(change({.command = one, .num_args = 1, .arg_list = &argument},
                   {.command = fixed, .work_dim = 1, .global_work_size = &sixteen}),
            CL_SUCCESS);
  EXPECT_EQ(replay(), all(2));
}

TEST_F(MutableCommands, KeepUniformity) {
  auto kernel = setter(1);
  const size_t eight = 8, twelve = 12, ten = 10, four = 4;
  const auto uniform = add(kernel, count, &eight), ragged = add(kernel, ten, &eight),
             free = add(kernel, ten);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  const auto resized = [&](cl_mutable_command_khr handle, const size_t *global,
                           const size_t *local) {
    return change(
        {.command = handle, .work_dim = 1, .global_work_size = global, .local_work_size = local});
  };
  EXPECT_EQ(resized(uniform, &twelve, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(resized(uniform, &twelve, &four), CL_SUCCESS);
  EXPECT_EQ(resized(ragged, &eight, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(resized(ragged, &twelve, nullptr), CL_SUCCESS);
  EXPECT_EQ(resized(free, &twelve, nullptr), CL_SUCCESS);
  EXPECT_EQ(resized(free, nullptr, &eight), CL_INVALID_OPERATION);
  EXPECT_EQ(resized(free, nullptr, &four), CL_SUCCESS);
  const size_t zero = 0;
  EXPECT_EQ(resized(free, nullptr, &zero), CL_INVALID_WORK_GROUP_SIZE);
}

}  // namespace
