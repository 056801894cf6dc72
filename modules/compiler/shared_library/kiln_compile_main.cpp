// kiln-compile runs single steps of builds outside of the application's process, which survives a
// crash there (isolation/helper_main.h).

extern "C" int kiln_tool_main(const char *tool, int argc, const char *const *argv);

int main(int argc, char **argv) {
  return kiln_tool_main("kilnCompile", argc, argv);
}
