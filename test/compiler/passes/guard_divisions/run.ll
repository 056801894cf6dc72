; Divisions by zero and overflowing ones run, with the promised values.
; RUN: muxc --passes='function(guard-divisions)' %s | lli -
; RUN: muxc --passes='function(guard-divisions),default<O2>' %s | lli -
target triple = "x86_64-unknown-linux-gnu"

@min = global i32 -2147483648
@minus_one = global i32 -1
@zero = global i32 0
@seven = global i32 7
@vector = global <4 x i32> <i32 0, i32 -1, i32 7, i32 -7>

define i32 @main() {
  %min = load volatile i32, ptr @min
  %m1 = load volatile i32, ptr @minus_one
  %zero = load volatile i32, ptr @zero
  %seven = load volatile i32, ptr @seven
  %vector = load volatile <4 x i32>, ptr @vector
  ; These only have to return.
  %a = sdiv i32 %seven, %zero
  %b = udiv i32 %seven, %zero
  %c = srem i32 %seven, %zero
  %d = urem i32 %seven, %zero
  store volatile i32 %a, ptr @seven
  store volatile i32 %b, ptr @seven
  store volatile i32 %c, ptr @seven
  store volatile i32 %d, ptr @seven
  %e = sdiv i32 %min, %m1
  %f = srem i32 %min, %m1
  %g = sdiv i32 -21, %seven
  %h = srem i32 -22, %seven
  %i = udiv i32 -1, %seven
  %j = sdiv i32 5, %m1
  %k = sdiv <4 x i32> <i32 1, i32 -2147483648, i32 50, i32 50>, %vector
  %k1 = extractelement <4 x i32> %k, i32 1
  %k3 = extractelement <4 x i32> %k, i32 3
  %is_e = icmp eq i32 %e, -2147483648
  %is_f = icmp eq i32 %f, 0
  %is_g = icmp eq i32 %g, -3
  %is_h = icmp eq i32 %h, -1
  %is_i = icmp eq i32 %i, 613566756
  %is_j = icmp eq i32 %j, -5
  %is_k1 = icmp eq i32 %k1, -2147483648
  %is_k3 = icmp eq i32 %k3, -7
  %ef = and i1 %is_e, %is_f
  %gh = and i1 %is_g, %is_h
  %ij = and i1 %is_i, %is_j
  %kk = and i1 %is_k1, %is_k3
  %efgh = and i1 %ef, %gh
  %ijkk = and i1 %ij, %kk
  %all = and i1 %efgh, %ijkk
  %code = select i1 %all, i32 0, i32 1
  ret i32 %code
}
