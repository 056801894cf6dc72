kernel void k(global float *p, global float *q) { size_t i = get_global_id(0); p[i] += q[i]; }
