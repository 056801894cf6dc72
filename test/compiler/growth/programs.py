"""OpenCL C programs of any size: each function makes one whose source is linear in n."""

FUNCTIONS = ("sin", "cos", "exp", "log", "sqrt", "tanh", "fabs", "rsqrt")
HEAD = ["kernel void k(global const float *in, global float *out, local float *tile, int n) {",
        "  int g = get_global_id(0), l = get_local_id(0), w = get_local_size(0);",
        "  float a = in[g], b = in[g + n], c = a * b;"]
TAIL = ["  out[g] = a + b + c;", "}", ""]


def program(lines):
    return "\n".join(HEAD + list(lines) + TAIL)


def barriers(n):
    """Six lines for each barrier: math, a divergent branch, memory of both kinds."""
    lines = []
    for i in range(n):
        one, other = FUNCTIONS[i % 8], FUNCTIONS[(i + 3) % 8]
        lines += [f"  tile[l] = a + {i}.5f * b;",
                  "  barrier(CLK_LOCAL_MEM_FENCE);",
                  f"  a = {one}(tile[(l + {i + 1}) % w] * 0.25f + c);",
                  f"  if (a > {i}.0f) b += a * 1.5f; else b -= {other}(c + a);",
                  f"  c = mad(a, b, c * 0.{i + 1}f);",
                  f"  out[g + {i} * n] = c;"]
    return program(lines)


def barrier_loops(n):
    """A tree of the work-items between barriers, n times."""
    lines = []
    for i in range(n):
        lines += [f"  for (int s = w / 2; s > {i}; s >>= 1) {{",
                  "    if (l < s) tile[l] += tile[l + s] * a;",
                  "    barrier(CLK_LOCAL_MEM_FENCE);",
                  "  }",
                  "  a += tile[0] + b;",
                  "  barrier(CLK_LOCAL_MEM_FENCE);",
                  "  tile[l] = a;"]
    return program(lines)


def statements(n):
    return program(f"  a = a * b + {i % 17}.5f; c = c - a * in[g + {i}];" for i in range(n))


def calls(n):
    """Functions of mathematics, each many times: sine alone is a hundred instructions."""
    return program(f"  a = {FUNCTIONS[i % 8]}(a * b + {i}.5f); c += a;" for i in range(n))


def ifs(n):
    return program(f"  if (a > {i}.0f) b = b * a + {i}.0f; else c -= in[g + {i}] * a; a += b * c;"
                   for i in range(n))


def nested_ifs(n):
    return program([f"  if (a > {i}.0f) {{ b += in[g + {i}]; a = a * b + {i}.0f;" for i in range(n)] +
                   [f"  }} else {{ c += b * {i}.5f; }}" for i in range(n)])


def loops(n):
    return program(f"  for (int i = 0; i < n + {'g' if i % 2 else '3'}; i++) {{ a += b * in[i];"
                   f" if (a > {i}.0f) break; }}" for i in range(n))


def cases(n):
    return program(["  switch ((int)a) {"] +
                   [f"  case {3 * i}: b = b * c + {i}; c += in[g + {i}]; break;" for i in range(n)] +
                   ["  }"])


def uniform_cases(n):
    return program(["  switch (n) {"] +
                   [f"  case {3 * i}: b = b * c + {i}; c += in[g + {i}]; break;" for i in range(n)] +
                   ["  }"])


def fallthroughs(n):
    return program(["  switch ((int)a) {"] +
                   [f"  case {3 * i}: b = b * c + {i}; c += in[g + {i}];" for i in range(n)] +
                   ["  }"])


def loop_exits(n):
    return program(["  for (int i = 0; i < n; i++) {"] +
                   [f"    a = a * 3 + in[i + {i}]; if (a == {7 * i}) break; c -= a;" for i in range(n)] +
                   ["  }"])


def exits(n):
    return program(f"  if (a == {7 * i}) {{ out[g] = c; return; }} a = a * 3 + {i}; c -= a;"
                   for i in range(n))


def prints(n):
    return program(f'  if (a == {7 * i}) printf("%f {i} %f\\n", a, c); a = a * 3 + {i}; c -= a;'
                   for i in range(n))


def arrays(n):
    return program(f"  float p{i}[9]; for (int i = 0; i < 9; i++) p{i}[i] = in[g + i] + a;"
                   f" a += p{i}[l & 7] + p{i}[n & 7];" for i in range(n))
