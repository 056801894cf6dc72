// Wrong calls are errors, all of them reported.
// RUN: not muxc --pipeline=finalize -w %s 2>&1 | FileCheck %s

kernel void k(global char *text, constant char *format, int i, int4 v) {
  // CHECK-DAG: error: printf in 'k': the format is not a string literal
  printf(format, i);
  // CHECK-DAG: error: printf in 'k': argument 1 does not fit '%s'
  printf("%s", text);
  // CHECK-DAG: error: printf in 'k': the format has 2 conversions, but the call 1 arguments
  printf("%d %d", i);
  // CHECK-DAG: error: printf in 'k': '%*': '*' is not allowed for width or precision
  printf("%*d", i, i);
  // CHECK-DAG: error: printf in 'k': '%n': there is no conversion 'n'
  printf("%n", &i);
  // CHECK-DAG: error: printf in 'k': '%v4s': 's' takes no vector
  printf("%v4s", v);
  // CHECK-DAG: error: printf in 'k': '%v': a vector has 2, 3, 4, 8 or 16 elements
  printf("%v5hld", v);
  // CHECK-DAG: error: printf in 'k': argument 1 does not fit '%v2hld'
  printf("%v2hld", v);
  // CHECK-DAG: error: printf in 'k': '%5.': the conversion is incomplete
  printf("%5.");
}
