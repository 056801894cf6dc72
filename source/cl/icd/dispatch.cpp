// Defines the table of entry points behind each handle (cl_khr_icd).
//
// An application links the ICD loader, not a driver. The loader's clFinish(queue) reads the table
// from the first bytes of the handle and calls its element for clFinish. So the table has a fixed
// order, given by cl_icd_dispatch of <CL/cl_icd.h>, and one element for each core function of all
// versions and for some extensions. The fields are named here: a header with more of them leaves
// the new ones null.
//
// Extensions missing on the platform have an entry where the ICD loader has a slot: it returns
// CL_INVALID_OPERATION. A null entry would crash an application calling without asking first. Null
// entries belong to other operating systems. Extension functions without a slot are found by name
// (extensions.cpp).

#include <type_traits>

#include "api/entry_points.h"
#include "core/base/object.h"

namespace {

/// Stores CL_INVALID_OPERATION through the last argument, if it is an errcode_ret pointer. OpenCL's
/// functions with a handle or a pointer as their result have it in the last place.
template <class First, class... Rest>
void setInvalidOperation(First first, Rest... rest) {
  if constexpr (sizeof...(rest) != 0) {
    setInvalidOperation(rest...);
  } else if constexpr (std::is_same_v<First, cl_int *>) {
    if (first) {
      *first = CL_INVALID_OPERATION;
    }
  }
}

/// The entry point of an absent extension; returns or stores CL_INVALID_OPERATION. `Function` is
/// the type of a pointer to it, from <CL/cl_icd.h>.
template <class Function>
struct Absent;
template <class Answer, class... Arguments>
struct Absent<Answer(CL_API_CALL *)(Arguments...)> {
  /// Ignores its arguments, except for errcode_ret.
  static Answer CL_API_CALL call(Arguments... arguments) {
    if constexpr (std::is_pointer_v<Answer>) {
      setInvalidOperation(arguments...);
      return nullptr;
    } else {
      return CL_INVALID_OPERATION;
    }
  }
};

/// The address of the function for the type of an entry.
template <class Function>
constexpr Function absent = &Absent<Function>::call;

}  // namespace

/// One table serves all objects: handles of every type begin with its address (core/base/object.h).
/// Constant, so any thread may read it.
const cl_icd_dispatch kilnDispatch = {
    // OpenCL 1.0.
    .clGetPlatformIDs = clGetPlatformIDs,
    .clGetPlatformInfo = clGetPlatformInfo,
    .clGetDeviceIDs = clGetDeviceIDs,
    .clGetDeviceInfo = clGetDeviceInfo,
    .clCreateContext = clCreateContext,
    .clCreateContextFromType = clCreateContextFromType,
    .clRetainContext = clRetainContext,
    .clReleaseContext = clReleaseContext,
    .clGetContextInfo = clGetContextInfo,
    .clCreateCommandQueue = clCreateCommandQueue,
    .clRetainCommandQueue = clRetainCommandQueue,
    .clReleaseCommandQueue = clReleaseCommandQueue,
    .clGetCommandQueueInfo = clGetCommandQueueInfo,
    .clSetCommandQueueProperty = clSetCommandQueueProperty,
    .clCreateBuffer = clCreateBuffer,
    .clCreateImage2D = clCreateImage2D,
    .clCreateImage3D = clCreateImage3D,
    .clRetainMemObject = clRetainMemObject,
    .clReleaseMemObject = clReleaseMemObject,
    .clGetSupportedImageFormats = clGetSupportedImageFormats,
    .clGetMemObjectInfo = clGetMemObjectInfo,
    .clGetImageInfo = clGetImageInfo,
    .clCreateSampler = clCreateSampler,
    .clRetainSampler = clRetainSampler,
    .clReleaseSampler = clReleaseSampler,
    .clGetSamplerInfo = clGetSamplerInfo,
    .clCreateProgramWithSource = clCreateProgramWithSource,
    .clCreateProgramWithBinary = clCreateProgramWithBinary,
    .clRetainProgram = clRetainProgram,
    .clReleaseProgram = clReleaseProgram,
    .clBuildProgram = clBuildProgram,
    .clUnloadCompiler = clUnloadCompiler,
    .clGetProgramInfo = clGetProgramInfo,
    .clGetProgramBuildInfo = clGetProgramBuildInfo,
    .clCreateKernel = clCreateKernel,
    .clCreateKernelsInProgram = clCreateKernelsInProgram,
    .clRetainKernel = clRetainKernel,
    .clReleaseKernel = clReleaseKernel,
    .clSetKernelArg = clSetKernelArg,
    .clGetKernelInfo = clGetKernelInfo,
    .clGetKernelWorkGroupInfo = clGetKernelWorkGroupInfo,
    .clWaitForEvents = clWaitForEvents,
    .clGetEventInfo = clGetEventInfo,
    .clRetainEvent = clRetainEvent,
    .clReleaseEvent = clReleaseEvent,
    .clGetEventProfilingInfo = clGetEventProfilingInfo,
    .clFlush = clFlush,
    .clFinish = clFinish,
    .clEnqueueReadBuffer = clEnqueueReadBuffer,
    .clEnqueueWriteBuffer = clEnqueueWriteBuffer,
    .clEnqueueCopyBuffer = clEnqueueCopyBuffer,
    .clEnqueueReadImage = clEnqueueReadImage,
    .clEnqueueWriteImage = clEnqueueWriteImage,
    .clEnqueueCopyImage = clEnqueueCopyImage,
    .clEnqueueCopyImageToBuffer = clEnqueueCopyImageToBuffer,
    .clEnqueueCopyBufferToImage = clEnqueueCopyBufferToImage,
    .clEnqueueMapBuffer = clEnqueueMapBuffer,
    .clEnqueueMapImage = clEnqueueMapImage,
    .clEnqueueUnmapMemObject = clEnqueueUnmapMemObject,
    .clEnqueueNDRangeKernel = clEnqueueNDRangeKernel,
    .clEnqueueTask = clEnqueueTask,
    .clEnqueueNativeKernel = clEnqueueNativeKernel,
    .clEnqueueMarker = clEnqueueMarker,
    .clEnqueueWaitForEvents = clEnqueueWaitForEvents,
    .clEnqueueBarrier = clEnqueueBarrier,
    .clGetExtensionFunctionAddress = clGetExtensionFunctionAddress,
    // cl_khr_gl_sharing: the devices share no objects with OpenGL.
    .clCreateFromGLBuffer = absent<cl_api_clCreateFromGLBuffer>,
    .clCreateFromGLTexture2D = absent<cl_api_clCreateFromGLTexture2D>,
    .clCreateFromGLTexture3D = absent<cl_api_clCreateFromGLTexture3D>,
    .clCreateFromGLRenderbuffer = absent<cl_api_clCreateFromGLRenderbuffer>,
    .clGetGLObjectInfo = absent<cl_api_clGetGLObjectInfo>,
    .clGetGLTextureInfo = absent<cl_api_clGetGLTextureInfo>,
    .clEnqueueAcquireGLObjects = absent<cl_api_clEnqueueAcquireGLObjects>,
    .clEnqueueReleaseGLObjects = absent<cl_api_clEnqueueReleaseGLObjects>,
    .clGetGLContextInfoKHR = absent<cl_api_clGetGLContextInfoKHR>,
    // cl_khr_d3d10_sharing, of Windows.
    .clGetDeviceIDsFromD3D10KHR = nullptr,
    .clCreateFromD3D10BufferKHR = nullptr,
    .clCreateFromD3D10Texture2DKHR = nullptr,
    .clCreateFromD3D10Texture3DKHR = nullptr,
    .clEnqueueAcquireD3D10ObjectsKHR = nullptr,
    .clEnqueueReleaseD3D10ObjectsKHR = nullptr,
    // OpenCL 1.1.
    .clSetEventCallback = clSetEventCallback,
    .clCreateSubBuffer = clCreateSubBuffer,
    .clSetMemObjectDestructorCallback = clSetMemObjectDestructorCallback,
    .clCreateUserEvent = clCreateUserEvent,
    .clSetUserEventStatus = clSetUserEventStatus,
    .clEnqueueReadBufferRect = clEnqueueReadBufferRect,
    .clEnqueueWriteBufferRect = clEnqueueWriteBufferRect,
    .clEnqueueCopyBufferRect = clEnqueueCopyBufferRect,
    // cl_ext_device_fission, replaced by sub-devices of OpenCL 1.2; and cl_khr_gl_event.
    .clCreateSubDevicesEXT = absent<cl_api_clCreateSubDevicesEXT>,
    .clRetainDeviceEXT = absent<cl_api_clRetainDeviceEXT>,
    .clReleaseDeviceEXT = absent<cl_api_clReleaseDeviceEXT>,
    .clCreateEventFromGLsyncKHR = absent<cl_api_clCreateEventFromGLsyncKHR>,
    // OpenCL 1.2.
    .clCreateSubDevices = clCreateSubDevices,
    .clRetainDevice = clRetainDevice,
    .clReleaseDevice = clReleaseDevice,
    .clCreateImage = clCreateImage,
    .clCreateProgramWithBuiltInKernels = clCreateProgramWithBuiltInKernels,
    .clCompileProgram = clCompileProgram,
    .clLinkProgram = clLinkProgram,
    .clUnloadPlatformCompiler = clUnloadPlatformCompiler,
    .clGetKernelArgInfo = clGetKernelArgInfo,
    .clEnqueueFillBuffer = clEnqueueFillBuffer,
    .clEnqueueFillImage = clEnqueueFillImage,
    .clEnqueueMigrateMemObjects = clEnqueueMigrateMemObjects,
    .clEnqueueMarkerWithWaitList = clEnqueueMarkerWithWaitList,
    .clEnqueueBarrierWithWaitList = clEnqueueBarrierWithWaitList,
    .clGetExtensionFunctionAddressForPlatform = clGetExtensionFunctionAddressForPlatform,
    // cl_khr_gl_sharing with OpenCL 1.2.
    .clCreateFromGLTexture = absent<cl_api_clCreateFromGLTexture>,
    // cl_khr_d3d11_sharing and cl_khr_dx9_media_sharing, of Windows.
    .clGetDeviceIDsFromD3D11KHR = nullptr,
    .clCreateFromD3D11BufferKHR = nullptr,
    .clCreateFromD3D11Texture2DKHR = nullptr,
    .clCreateFromD3D11Texture3DKHR = nullptr,
    .clCreateFromDX9MediaSurfaceKHR = nullptr,
    .clEnqueueAcquireD3D11ObjectsKHR = nullptr,
    .clEnqueueReleaseD3D11ObjectsKHR = nullptr,
    .clGetDeviceIDsFromDX9MediaAdapterKHR = nullptr,
    .clEnqueueAcquireDX9MediaSurfacesKHR = nullptr,
    .clEnqueueReleaseDX9MediaSurfacesKHR = nullptr,
    // cl_khr_egl_image, cl_khr_egl_event.
    .clCreateFromEGLImageKHR = absent<cl_api_clCreateFromEGLImageKHR>,
    .clEnqueueAcquireEGLObjectsKHR = absent<cl_api_clEnqueueAcquireEGLObjectsKHR>,
    .clEnqueueReleaseEGLObjectsKHR = absent<cl_api_clEnqueueReleaseEGLObjectsKHR>,
    .clCreateEventFromEGLSyncKHR = absent<cl_api_clCreateEventFromEGLSyncKHR>,
    // OpenCL 2.0.
    .clCreateCommandQueueWithProperties = clCreateCommandQueueWithProperties,
    .clCreatePipe = clCreatePipe,
    .clGetPipeInfo = clGetPipeInfo,
    .clSVMAlloc = clSVMAlloc,
    .clSVMFree = clSVMFree,
    .clEnqueueSVMFree = clEnqueueSVMFree,
    .clEnqueueSVMMemcpy = clEnqueueSVMMemcpy,
    .clEnqueueSVMMemFill = clEnqueueSVMMemFill,
    .clEnqueueSVMMap = clEnqueueSVMMap,
    .clEnqueueSVMUnmap = clEnqueueSVMUnmap,
    .clCreateSamplerWithProperties = clCreateSamplerWithProperties,
    .clSetKernelArgSVMPointer = clSetKernelArgSVMPointer,
    .clSetKernelExecInfo = clSetKernelExecInfo,
    // cl_khr_subgroups: the function of OpenCL 2.1.
    .clGetKernelSubGroupInfoKHR = clGetKernelSubGroupInfo,
    // OpenCL 2.1.
    .clCloneKernel = clCloneKernel,
    .clCreateProgramWithIL = clCreateProgramWithIL,
    .clEnqueueSVMMigrateMem = clEnqueueSVMMigrateMem,
    .clGetDeviceAndHostTimer = clGetDeviceAndHostTimer,
    .clGetHostTimer = clGetHostTimer,
    .clGetKernelSubGroupInfo = clGetKernelSubGroupInfo,
    .clSetDefaultDeviceCommandQueue = clSetDefaultDeviceCommandQueue,
    // OpenCL 2.2.
    .clSetProgramReleaseCallback = clSetProgramReleaseCallback,
    .clSetProgramSpecializationConstant = clSetProgramSpecializationConstant,
    // OpenCL 3.0.
    .clCreateBufferWithProperties = clCreateBufferWithProperties,
    .clCreateImageWithProperties = clCreateImageWithProperties,
    .clSetContextDestructorCallback = clSetContextDestructorCallback,
};
