// All kinds of images that OpenCL C 1.2 has, samplers of all origins, and functions that take them.
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable

constant sampler_t nearest =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

__attribute__((noinline)) float4 read_twice(read_only image2d_t image, sampler_t sampler, int2 at) {
  return read_imagef(image, sampler, at) + read_imagef(image, nearest, at);
}

kernel void read_all(read_only image1d_t line, read_only image1d_array_t lines,
                     read_only image1d_buffer_t texels, read_only image2d_t plane,
                     read_only image2d_array_t planes, read_only image3d_t volume,
                     sampler_t given, global float4 *out) {
  const sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
  const int x = (int)get_global_id(0);
  global float4 *to = out + x * 12;
  to[0] = read_imagef(line, nearest, x);
  to[1] = convert_float4(read_imagei(lines, nearest, (int2)(x, 1)));
  to[2] = convert_float4(read_imageui(texels, x));
  to[3] = read_twice(plane, given, (int2)(x - 1, 2));
  to[4] = convert_float4(read_imageui(planes, nearest, (int4)(x, 1, 1, 0)));
  to[5] = convert_float4(read_imagei(volume, given, (int4)(x, 1, 1, 0)));
  to[6] = read_imagef(plane, linear, (float2)(x * 0.31f, 0.4f));
  to[7] = read_imagef(plane, (int2)(x, 3));
  to[8] = (float4)(get_image_width(line), get_image_width(texels), get_image_height(plane),
                   get_image_depth(volume));
  to[9] = (float4)(get_image_array_size(lines), get_image_array_size(planes),
                   get_image_dim(plane).y, get_image_dim(volume).z);
  to[10] = (float4)(get_image_channel_order(plane), get_image_channel_data_type(plane),
                    get_image_channel_order(volume), get_image_channel_data_type(lines));
  if (x & 1) {
    to[11] = read_imagef(plane, nearest, (int2)(x, 0));
  } else {
    to[11] = read_imagef(plane, linear, (float2)(0.5f, x * 0.25f));
  }
}

kernel void write_all(write_only image1d_t line, write_only image1d_array_t lines,
                      write_only image1d_buffer_t texels, write_only image2d_t plane,
                      write_only image2d_array_t planes, write_only image3d_t volume) {
  const int x = (int)get_global_id(0);
  write_imagef(line, x, (float4)(x, 1, 2, 3));
  write_imagei(lines, (int2)(x, 1), (int4)(x, -1, 2, -3));
  write_imageui(texels, x, (uint4)(x, get_image_width(texels), 2, 3));
  write_imagef(plane, (int2)(x, 2), (float4)(x, 1, get_image_height(plane), 3));
  write_imageui(planes, (int4)(x, 1, 1, 0), (uint4)(x, 7, 8, 9));
  write_imagei(volume, (int4)(x, 1, 1, 0), (int4)(-x, 7, 8, 9));
}

kernel void copies_an_event(global float *in, global float *out, local float *between) {
  event_t event = async_work_group_copy(between, in, 8, 0);
  wait_group_events(1, &event);
  event = async_work_group_copy(out, between, 8, 0);
  wait_group_events(1, &event);
}
