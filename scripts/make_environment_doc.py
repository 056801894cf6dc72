#!/usr/bin/env python3
"""Makes doc/environment.md from the files environment.def; with --check only compares them."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
DEFINITIONS = ROOT / "modules/support/include/support/environment.def"
DOCUMENT = ROOT / "doc/environment.md"
LINE = re.compile(r'^KILN_OPTION\((\w+), (\w+), (\w+), ("[^"]*"|\w+), "(.*)"\)$', re.M)


def table(definitions):
    rows = "\n".join(f"| `{variable}` | {kind} | {initial.strip(chr(34)) or '(empty)'} | {text} |"
                     for _, variable, kind, initial, text in LINE.findall(definitions.read_text()))
    return f"| variable | type | default | what it does |\n|---|---|---|---|\n{rows}\n"


def document():
    text = ("# Options of the environment\n\n"
            "Made by `scripts/make_environment_doc.py` from `modules/support/include/support/environment.def` and the\n"
            "`environment.def` of each target.\n"
            "They work in every build. A value that is not understood is reported once and ignored.\n\n"
            + table(DEFINITIONS))
    for definitions in sorted(ROOT.glob("targets/*/environment.def")):
        text += f"\n## The {definitions.parent.name} target\n\n" + table(definitions)
    return text


def main():
    if "--check" in sys.argv[1:]:
        if DOCUMENT.read_text() != document():
            print("doc/environment.md is not what environment.def says; run scripts/make_environment_doc.py")
            return 1
        return 0
    DOCUMENT.write_text(document())
    return 0


if __name__ == "__main__":
    sys.exit(main())
