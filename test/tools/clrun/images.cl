// Images and samplers as arguments, from and to PNG files and raw pixels.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clrun -g 4,2 -k fill %s 'image:rgba8ui[4,2]' --print=0 --output=0=a.png --output=0=a.raw | FileCheck --check-prefix=FILL %s
// FILL: argument 0 'out', image rgba8ui[4,2]:
// FILL-NEXT: 0,0: 0 0 3 255
// FILL-NEXT: 1,0: 1 0 3 255
// FILL: 3,1: 3 1 3 255
// A picture has the size and the pixels that were written; raw pixels need a format.
// RUN: clrun -g 4,2 -k swap %s image:@a.png 'image:rgba8[4,2]' sampler --output=1=b.png --print=1 | FileCheck --check-prefix=SWAP %s
// SWAP: argument 1 'out', image rgba8[4,2]:
// SWAP: 3,1: 1 3 3 255
// RUN: clrun -g 4,2 -k swap %s 'image:rgba8[4,2]=@b.png' 'image:rgba8[4,2]' sampler --compare=1=a.png --compare=0=b.png | FileCheck --check-prefix=EQUAL %s
// RUN: clrun -g 4,2 -k swap %s image:@b.png 'image:rgba8[4,2]' sampler --compare=1=a.raw | FileCheck --check-prefix=EQUAL %s
// EQUAL: argument 1 'out', image rgba8[4,2]: equal
// RUN: not clrun -g 4,2 -k swap %s image:@a.png 'image:rgba8[4,2]' sampler --compare=1=a.raw | FileCheck --check-prefix=DIFFER %s
// DIFFER: argument 1 'out', image rgba8[4,2]: 12 values differ
// DIFFER-NEXT: [1,0].s0: 0, 'a.raw': 1
// What buffers are filled with; samplers; other shapes; the same image twice.
// RUN: clrun -g 3 -k sample %s 'image:r32f[3]=iota(1)' 'float[3]' sampler:linear,edge,normalized --print=1,0 | FileCheck --check-prefix=SAMPLE %s
// SAMPLE: 0: 1 1.5 3
// SAMPLE: argument 0 'in', image r32f[3]:
// SAMPLE-NEXT: 0: 1 2 3
// RUN: clrun -g 2,2,2 -k deep %s 'image:rg16i[2,2,2]=-3,4' same:0 'int[8]' --print=2 | FileCheck --check-prefix=DEEP %s
// DEEP: 0: -12 -12 -12 -12 -12 -12 -12 -12
// RUN: clrun -g 5 -k line %s 'image:r32i[5]=iota(3)' 'image:rg32f[5]=1,2' --print=0,1 | FileCheck --check-prefix=LINE %s
// LINE: argument 0 'in', image r32i[5]:
// LINE-NEXT: 0: 3 4 5 6 7
// LINE-NEXT: argument 1 'out', image rg32f[5]:
// LINE-NEXT: 0: 3 -3
// LINE: 4: 7 -7

// RUN: not clrun -k swap %s image:@%s 'image:rgba8[4,2]' sampler 2>&1 | FileCheck --check-prefix=NOPNG %s
// NOPNG: clrun: error: argument 0 {{.*}}is no PNG file: raw pixels need a format
// RUN: head -c 60 a.png > cut.png && not clrun -k swap %s image:@cut.png 'image:rgba8[4,2]' sampler 2>&1 | FileCheck --check-prefix=CUT %s
// CUT: clrun: error: argument 0 {{.*}}PNG: 
// RUN: not clrun -k swap %s 'image:rgba8[5,2]=@a.png' 'image:rgba8[4,2]' sampler 2>&1 | FileCheck --check-prefix=SIZE %s
// SIZE: the picture has 4 by 2 pixels, and the image is rgba8[5,2]
// RUN: not clrun -k swap %s image:@a.png 'image:rgba9[4,2]' sampler 2>&1 | FileCheck --check-prefix=FORMAT %s
// FORMAT: 'rgba9' is no format of pixels
// RUN: not clrun -k swap %s image:@a.png 'image:rgba8[4]' sampler 2>&1 | FileCheck --check-prefix=SIZES %s
// SIZES: image2d_t takes 2 size(s)
// RUN: not clrun -k swap %s image:@a.png 'image:rgba8[4,2]' sampler:soft 2>&1 | FileCheck --check-prefix=WORD %s
// WORD: 'soft' is no word of a sampler
// RUN: not clrun -k swap %s image:@a.png 'image:rgba32f[4,2]' sampler --output=1=c.png 2>&1 | FileCheck --check-prefix=CHANNELS %s
// CHANNELS: PNG files hold rgba8, bgra8, r8

kernel void fill(write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imageui(out, at, (uint4)(at.x, at.y, 3, 255));
}
kernel void swap(read_only image2d_t in, write_only image2d_t out, sampler_t s) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, read_imagef(in, s, at).yxzw);
}
kernel void sample(read_only image1d_t in, global float *out, sampler_t s) {
  const float at[3] = {0, 1 / 3.0f, 1};
  out[get_global_id(0)] = read_imagef(in, s, at[get_global_id(0)]).x;
}
kernel void deep(read_only image3d_t a, read_only image3d_t b, global int *out) {
  int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  out[at.x + 2 * at.y + 4 * at.z] = read_imagei(a, at).x * read_imagei(b, at).y;
}
kernel void line(read_only image1d_buffer_t in, write_only image1d_buffer_t out) {
  const int i = get_global_id(0), value = read_imagei(in, i).x;
  write_imagef(out, i, (float4)(value, -value, 0, 0));
}
