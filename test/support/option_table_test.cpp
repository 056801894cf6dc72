// Tables of options: matching, values, mistakes, and the help text.

#include "support/option_table.h"

#include <gtest/gtest.h>

namespace support {
namespace {

struct Options {
  bool isVerbose = false;
  std::string output;
  std::vector<std::string> names;
  unsigned checked = 0;
};

constexpr Option<Options> table[] = {
    {.names = {}, .value = {}, .help = "Output"},
    {"-o, --output", "<file>", "Write to this file.", setText<&Options::output>, true},
    {"--output-all", "", "Write all.", setFlag<&Options::isVerbose>},
    {.names = {}, .value = {}, .help = "Other options"},
    {"-v, --verbose", "", "Describe at length.", setFlag<&Options::isVerbose>},
    {"--name", "<name>", "Add a name. The option may be repeated.", addText<&Options::names>},
    {"--check", "<n>", "Take 1.",
     [](Options &options, const OptionValue &value) {
       options.checked = 1;
       if (value.text != "1") {
         value.words.fail(std::string(value.name) + " takes 1");
       }
     }},
    {"-D", "<macro>", "Define a macro."},
};

/// The words of a command line, parsed by the table, with the words beside it.
struct Parsed {
  Options options;
  std::string error;  ///< the first mistake, or empty
  std::vector<std::string> others;

  explicit Parsed(std::vector<const char *> line) {
    CommandWords words(line);
    while (!words.atEnd() && words.ok()) {
      const std::string_view word = words.take();
      if (!takeOption<Options>(table, word, words, options)) {
        others.emplace_back(word);
      }
    }
    error = words.ok() ? "" : words.status().error().message;
  }
};

TEST(OptionTable, TakesSwitchesByAllTheirNames) {
  EXPECT_TRUE(Parsed({"-v"}).options.isVerbose);
  EXPECT_TRUE(Parsed({"--verbose"}).options.isVerbose);
  EXPECT_EQ(Parsed({"--verbose=1"}).others, std::vector<std::string>{"--verbose=1"});
}

TEST(OptionTable, TakesValuesBehindEqualsSpaceAndName) {
  for (const std::vector<const char *> &line : {std::vector<const char *>{"-o", "a"},
                                                {"-oa"},
                                                {"-o=a"},
                                                {"--output", "a"},
                                                {"--output=a"}}) {
    const Parsed parsed(line);
    EXPECT_EQ(parsed.options.output, "a") << line.front();
    EXPECT_TRUE(parsed.others.empty());
  }
  EXPECT_EQ(Parsed({"--outputa"}).others, std::vector<std::string>{"--outputa"});
  EXPECT_EQ(Parsed({"--namea"}).others, std::vector<std::string>{"--namea"});
}

TEST(OptionTable, TellsNamesWithOneBeginningApart) {
  const Parsed parsed({"--output-all"});
  EXPECT_TRUE(parsed.options.isVerbose);
  EXPECT_EQ(parsed.options.output, "");
}

TEST(OptionTable, CollectsRepeatedOptions) {
  EXPECT_EQ(Parsed({"--name=a", "--name", "b"}).options.names,
            (std::vector<std::string>{"a", "b"}));
}

TEST(OptionTable, RecordsMistakes) {
  EXPECT_EQ(Parsed({"--name"}).error, "--name needs a value");
  EXPECT_EQ(Parsed({"--check=2", "--name"}).error, "--check takes 1");
}

TEST(OptionTable, LeavesRowsWithoutAFunctionToTheTool) {
  EXPECT_EQ(Parsed({"-D", "x"}).others, (std::vector<std::string>{"-D", "x"}));
}

TEST(OptionTable, PrintsTwoColumns) {
  const auto rows = textsOf<Options>(table);
  EXPECT_EQ(formatHelp("tool [options]\nDoes nothing.\n", rows, "The end.\n"),
            "tool [options]\n"
            "Does nothing.\n"
            "\n"
            "Output:\n"
            "  -o, --output=<file>    Write to this file.\n"
            "  --output-all           Write all.\n"
            "\n"
            "Other options:\n"
            "  -v, --verbose          Describe at length.\n"
            "  --name=<name>          Add a name. The option may be repeated.\n"
            "  --check=<n>            Take 1.\n"
            "  -D <macro>             Define a macro.\n"
            "\n"
            "The end.\n");
}

TEST(OptionTable, BreaksLongTermsAndTexts) {
  const OptionText rows[] = {{"--an-option-with-a-long-name", "<value>",
                              "word word word word word word word word word "
                              "word word word word word word word word"}};
  EXPECT_EQ(formatHelp("", rows, ""),
            "\n"
            "  --an-option-with-a-long-name=<value>\n"
            "                         word word word word word word word word word word word word "
            "word word word\n"
            "                         word word\n"
            "\n");
}

}  // namespace
}  // namespace support
