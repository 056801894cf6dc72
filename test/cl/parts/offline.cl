kernel void scale(global int *p, const int factor) { p[get_global_id(0)] *= factor; }
