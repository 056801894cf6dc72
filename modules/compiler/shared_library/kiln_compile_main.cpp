// kiln-compile: runs one step of a build that does not run in the application's own process.

extern "C" int kiln_tool_main(const char *tool, int argc, const char *const *argv);

int main(int argc, char **argv) {
  return kiln_tool_main("kilnCompile", argc, argv);
}
