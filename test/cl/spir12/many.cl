// Builtins and vectors of many kinds, for one comparison with the same source as OpenCL C.
#pragma OPENCL FP_CONTRACT OFF
typedef struct {
  int4 a;
  float2 b;
  uchar c[3];
} Pair;
constant float table[12] = {0.5f, 1.5f, -2.0f, 3.25f, 4.0f,  5.0f,
                            6.5f, 7.0f, 8.5f,  -9.0f, 10.0f, 11.5f};

float4 mathematics(float4 x, float3 v) {
  float4 whole, other;
  int4 e;
  float4 sum = fract(x, &whole) + frexp(x, &e) + sincos(x * 0.25f, &other);
  sum += whole + other + mad(x, x, (float4)(1.0f)) + dot(x, x) + (float4)(cross(x.xyz, v), 0.0f);
  sum += select(x, -x, isgreater(x, (float4)(2.0f))) + sqrt(fabs(x)) + convert_float4_rtz(e);
  return sum + fmin(x, 3.0f) + clamp(x, -1.0f, 1.0f) + (float)any(e) + (float)all(e);
}

int4 integers(int4 x, int li) {
  uint4 difference = abs_diff(x, (int4)(li));
  int4 sum = clz(x) + popcount(x) + mul24(x, (int4)(3)) + rotate(x, (int4)(li)) + hadd(x, x.wzyx);
  sum += shuffle(x, (uint4)(3, 2, 1, 0)) + shuffle2(x, sum, (uint4)(0, 5, 2, 7));
  return sum + as_int4(difference) + mul_hi(x, sum) + upsample((short4)(1, 2, 3, 4), (ushort4)(li));
}

kernel __attribute__((reqd_work_group_size(8, 1, 1))) void many(
    global const float4 *in, global float4 *out, constant int *k, local float4 *l,
    global volatile int *count, global Pair *pairs, float3 v, Pair value) {
  size_t i = get_global_id(0);
  int li = get_local_id(0);
  float4 x = in[i];
  l[li] = mathematics(x, v);
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 s = l[get_local_size(0) - 1 - li] + vload4(0, table) + vload4(1, table + (li & 3));
  local float first[8];
  event_t event = async_work_group_copy(first, (global const float *)in + 2, 8, 0);
  wait_group_events(1, &event);
  atomic_add(count, convert_int_sat(x.x) + k[1]);
  atomic_max(count + 1, li);
  vstore4(s + first[li], i, (global float *)out);
  vstore3(v + x.wyz, 2 * i, (global float *)(out + get_global_size(0)));
  vstore_half4_rte(x, i, (global half *)(out + 4 * get_global_size(0)));
  pairs[i] = value;
  pairs[i].a += integers(convert_int4_rte(x * 100.0f), li) + k[0];
  pairs[i].b = (float2)(length(x), distance(x, s));
  pairs[i].c[2] = add_sat((uchar)250, (uchar)li) + sub_sat((uchar)3, (uchar)li);
}
