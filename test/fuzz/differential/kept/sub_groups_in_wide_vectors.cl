// SIMD groups wider than a sub-group: the local id starts again inside of them, so an index by it
// is not contiguous. A page without access lies behind the four elements.
//@ kernel again
//@ arg in short 4 small 12
//@ arg out short N zero 0
//@ options -cl-std=CL3.0
//@ subgroups 4
//@ run 5,1,1 5,1,1 0,0,0
//@ run 192,1,1 64,1,1 0,0,0
//@ run 50,1,1 20,1,1 3,0,0
//@ run 32,6,1 8,3,1 0,0,0
__attribute__((intel_reqd_sub_group_size(4)))
kernel void again(global const short *in, global short *out) {
  int lane = get_sub_group_local_id();
  out[get_global_linear_id()] = in[lane];
}
