#!/usr/bin/env python3
"""Makes the shell completion of Kiln's tools from their --help.

  make_completion.py --shell bash|zsh <program>... > <file>

The tables of options, values, commands and input files come from the help texts (help_text.py). They
replace the line @tables@ of the templates kiln.bash.in and _kiln.in.
"""

import argparse
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "manual"))
import help_text  # noqa: E402

TEMPLATES = {"bash": "kiln.bash.in", "zsh": "_kiln.in"}
TABLES = ("options", "values", "inputs", "commands")
# Placeholders with a completion of their own.
PLACEHOLDERS = ("file", "folder", "target", "device")


def kind_of(value):
    """The completion of a placeholder: one of PLACEHOLDERS, "=" before choices, or "text" for none."""
    choices = value.split("|")
    if len(choices) > 1 and not re.search(r"[\[,]", value):
        return "=" + " ".join(choice for choice in choices if "<" not in choice)
    match = re.fullmatch(r"<(\w+)>(,\.\.\.)?", value)
    return match[1] if match and match[1] in PLACEHOLDERS else "text"


def tables_of(helps):
    """Tables by name, each with texts by tool, or by "tool:option" for values."""
    tables = {name: {} for name in TABLES}
    for help_ in helps:
        options = help_.options()
        tables["options"][help_.tool] = " ".join(name for option in options for name in option.names)
        tables["inputs"][help_.tool] = "|".join(help_.suffixes())
        tables["commands"][help_.tool] = " ".join(help_.commands())
        for option in options:
            for name in option.names if option.value else []:
                tables["values"][f"{help_.tool}:{name.removesuffix('=')}"] = kind_of(option.value)
    return tables


def quote(text):
    if "'" in text:
        raise ValueError(f"a name has a quote: {text}")
    return f"'{text}'"


def format_table(shell, name, table):
    """An associative array in the syntax of the shell."""
    rows = [f"  [{quote(key)}]={quote(text)}" if shell == "bash" else f"  {quote(key)} {quote(text)}"
            for key, text in table.items()]
    start = f"declare -gA _kiln_{name}=(" if shell == "bash" else f"local -A kiln_{name}=("
    return "\n".join([start, *rows, ")"])


def complete(shell, helps):
    template = (HERE / TEMPLATES[shell]).read_text()
    tables = "\n".join(format_table(shell, name, table) for name, table in tables_of(helps).items())
    return template.replace("@tools@", " ".join(help_.tool for help_ in helps)).replace("@tables@\n", tables + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shell", choices=TEMPLATES, required=True)
    parser.add_argument("programs", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    helps = [help_text.parse(program.name, subprocess.run([program, "--help"], check=True, capture_output=True,
                                                          text=True).stdout)
             for program in arguments.programs]
    sys.stdout.write(complete(arguments.shell, helps))


if __name__ == "__main__":
    main()
