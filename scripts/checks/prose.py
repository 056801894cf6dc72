#!/usr/bin/env python3
"""Checks the English of comments and documents per folder against prose.txt (doc/style.md).

    prose.py [-v] [--update] [--root DIR] [--table FILE] [folder...]

Fails if a figure of a folder is worse than its row in the table, or if a folder without a row
misses an aim. --update rewrites the table; -v prints each place in the named folders.
"""

import argparse
import ast
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = pathlib.Path(__file__).with_name("prose.txt")

RELATIVES = {"what", "which", "that", "those", "such"}
SENTENCE_WORDS = 30
C_SUFFIXES = {".c", ".cpp", ".h", ".cl", ".def", ".inc"}
HASH_SUFFIXES = {".cmake", ".sh"}
COUNTED_SUFFIXES = {".c", ".cpp", ".h", ".def", ".inc"}  # whose share of comment lines is measured
NOT_COUNTED = ("test/", "modules/builtins/lib/")

FIELDS = ("relatives", "long", "comments", "headers", "clauses")
AIMS = {"relatives": 2.0, "long": 0, "comments": 15.0, "headers": 40.0, "clauses": 100.0}
TOLERANCE = {"relatives": 0.1, "long": 0, "comments": 0.5, "headers": 0.5, "clauses": 0.5}
AT_MOST = {"relatives", "long"}
SMALL_WORDS = 100  # shares of fewer words or lines are chance, and are not judged
SMALL_LINES = 100

# Extensions have no numbered sections: their name is the clause.
CLAUSE = re.compile(r"§|\b(CL|API|OpenCL|OpenCL C|SPIR-V) (\d\.\d,? )?\d+\.\d|\bcl_(khr|ext|intel|arm|kiln)_\w+")
# Lines of lit and FileCheck, and of the kept kernels' launches (test/fuzz/differential): no prose.
DIRECTIVE = re.compile(r"//\s?(@|(RUN|REQUIRES|UNSUPPORTED|XFAIL|[A-Z0-9_]*CHECK[A-Z0-9_]*)(-[A-Z]+)?:)")
ERROR_PLACE = re.compile(r"\bError\{\s*CL_")


class TableError(Exception):
    """A malformed line of the table."""


class Figures:
    """Counts of one folder; shares are in percent, None where there is too little to judge."""

    def __init__(self):
        self.words = self.relative_words = self.long = 0
        self.lines = self.comment_lines = self.header_lines = self.header_comments = 0
        self.places = self.places_with_clause = 0

    def value(self, field):
        if field == "long":
            return self.long
        if field == "relatives":
            return share(self.relative_words, self.words, SMALL_WORDS)
        if field == "comments":
            return share(self.comment_lines, self.lines, SMALL_LINES)
        if field == "headers":
            return share(self.header_comments, self.header_lines, SMALL_LINES)
        return share(self.places_with_clause, self.places, 1)


def share(count, total, least):
    return round(100 * count / total, 1) if total >= least else None


def kind(path):
    """c, hash, python, markdown, or None for a file without prose."""
    if path.suffix in C_SUFFIXES:
        return "c"
    if path.suffix == ".py":
        return "python"
    if path.suffix == ".md":
        return "markdown"
    if path.suffix in HASH_SUFFIXES or path.name == "CMakeLists.txt":
        return "hash"
    return None


def join_blocks(lines):
    """Joins neighbouring (number, text) pairs; an empty text or a gap ends a block."""
    blocks, last = [], None
    for number, text in lines:
        if not text:
            last = None
        elif last is not None and number == last + 1:
            blocks[-1][1].append(text)
            last = number
        else:
            blocks.append((number, [text]))
            last = number
    return [(number, " ".join(texts)) for number, texts in blocks]


def c_blocks(text):
    """Blocks of prose, and the number of lines with nothing but a comment."""
    full, tails, inside = [], [], False
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if inside or stripped.startswith(("//", "/*")):
            inside = (inside or stripped.startswith("/*")) and "*/" not in stripped
            text = "" if DIRECTIVE.match(stripped) else stripped
            full.append((number, re.sub(r"^(///?<?|/\*+|\*+/?)\s*|\s*\*/$", "", text)))
            continue
        # A string may hold "//" as well; an address is no comment.
        without = re.sub(r'"(\\.|[^"\\])*"', '""', line)
        tail = re.search(r"///?<?\s+(.*)$", without)
        if tail:
            tails.append((number, tail[1]))
    return join_blocks(full) + tails, len(full)


def hash_blocks(text):
    found = [(number, re.sub(r"^#+!?\s*", "", line.strip()))
             for number, line in enumerate(text.split("\n"), 1)
             if line.strip().startswith("#") and not line.startswith("#!")]
    return join_blocks(found), len(found)


def python_blocks(text):
    """Comments and docstrings; the latter only if the file can be parsed."""
    blocks, count = hash_blocks(text)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return blocks, count
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            if ast.get_docstring(node):
                first = node.body[0].lineno
                blocks += markdown_blocks(ast.get_docstring(node), first)
    return blocks, count


def markdown_blocks(text, first=1):
    """Paragraphs and items; without code, tables and headings. Indented lines outside of items are
    code."""
    found, fenced, in_item = [], False, False
    for number, line in enumerate(text.split("\n"), first):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            found.append((number, ""))
            continue
        item = re.match(r"\s*([*-]|\d+\.)\s+", line)
        in_item = bool(item) or (in_item and bool(line.strip()))
        code = line.startswith("    ") and not in_item
        if fenced or code or not line.strip() or line.startswith(("#", "|")):
            found.append((number, ""))
            continue
        if item:
            found.append((number - 1, ""))
            line = line[item.end():]
        found.append((number, re.sub(r"\]\([^)]*\)", "]", line.strip())))
    return join_blocks(found)


def blocks_of(path, text):
    style = kind(path)
    if style == "c":
        return c_blocks(text)
    if style == "python":
        return python_blocks(text)
    if style == "hash":
        return hash_blocks(text)
    return markdown_blocks(text), 0


def sentences(block):
    return re.split(r"(?<=[.:;!?])\s+", block)


def measure_prose(figures, blocks, report):
    for number, block in blocks:
        prose = re.sub(r"`[^`]*`", "x", block)
        words = re.findall(r"[A-Za-z']+", prose)
        relative = [word for word in words if word.lower() in RELATIVES]
        figures.words += len(words)
        figures.relative_words += len(relative)
        if relative:
            report(number, f"{','.join(relative)}: {block[:120]}")
        for sentence in sentences(prose):
            if len(sentence.split()) > SENTENCE_WORDS:
                figures.long += 1
                report(number, f"{len(sentence.split())} words: {sentence[:120]}")


def declared_with_clause(text):
    """Names of functions whose declaration has a comment with a clause right above it."""
    names, cited = set(), False
    for line in text.split("\n"):
        stripped = line.strip()
        if stripped.startswith(("//", "*", "/*")):
            cited = cited or bool(CLAUSE.search(stripped))
        elif stripped:
            name = re.search(r"(\w+)\s*\(", stripped)
            if cited and name:
                names.add(name[1])
            if stripped.endswith((";", "{", "}")):
                cited = False
        else:
            cited = False
    return names


def has_clause(lines, index, names):
    """Returns True if the comment at a place, in its function or above the function names a clause."""
    while index >= 0:
        line = lines[index]
        if CLAUSE.search(line) and "//" in line:
            return True
        if re.match(r"[A-Za-z].*\(", line):  # the function's first line
            name = re.search(r"(\w+)\s*\(", line)
            if name and name[1] in names:
                return True
            index -= 1
            while index >= 0 and lines[index].startswith("//"):
                if CLAUSE.search(lines[index]):
                    return True
                index -= 1
            return False
        if line.startswith("}"):
            return False
        index -= 1
    return False


def measure_file(figures, path, text, names, report):
    blocks, comment_lines = blocks_of(path, text)
    measure_prose(figures, blocks, report)
    if path.suffix in COUNTED_SUFFIXES and not str(path).startswith(NOT_COUNTED):
        figures.lines += text.count("\n")
        figures.comment_lines += comment_lines
        if path.suffix == ".h":
            figures.header_lines += text.count("\n")
            figures.header_comments += comment_lines
    if str(path).startswith("source/cl/") and path.suffix in {".cpp", ".h"}:
        lines = text.split("\n")
        for index, line in enumerate(lines):
            if ERROR_PLACE.search(line):
                figures.places += 1
                if has_clause(lines, index, names):
                    figures.places_with_clause += 1
                else:
                    report(index + 1, f"no clause: {line.strip()[:100]}")


def tracked(root):
    out = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True)
    paths = (pathlib.Path(line) for line in out.stdout.splitlines())
    return [path for path in paths if kind(path) and (root / path).is_file()]


def measure(root, verbose_in=None):
    """Figures by folder ("." for the root's own files)."""
    texts = {path: (root / path).read_text(errors="replace") for path in tracked(root)}
    names = set()
    for path, text in texts.items():
        if path.suffix == ".h" and str(path).startswith("source/cl/"):
            names |= declared_with_clause(text)
    result = collections.defaultdict(Figures)
    for path, text in texts.items():
        folder = str(path.parent)
        chosen = verbose_in is not None and (not verbose_in or any(
            str(path) == name or str(path).startswith(name.rstrip("/") + "/")
            for name in verbose_in))

        def report(number, detail, path=path, chosen=chosen):
            if chosen:
                print(f"{path}:{number}: {detail}")

        measure_file(result[folder], path, text, names, report)
    return result


def read_table(path):
    """Rows by folder: a value for each of FIELDS, None for "-"."""
    rows = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        words = line.split()
        if len(words) != 1 + len(FIELDS):
            raise TableError(f"{path.name}:{number}: {len(words)} fields, {1 + len(FIELDS)} expected")
        if words[0] in rows:
            raise TableError(f"{path.name}:{number}: {words[0]} has a row already")
        try:
            rows[words[0]] = {field: None if word == "-" else float(word)
                              for field, word in zip(FIELDS, words[1:])}
        except ValueError as error:
            raise TableError(f"{path.name}:{number}: {error}") from None
        for field, value in rows[words[0]].items():
            if value is not None and not (0 <= value and (field == "long" or value <= 100)):
                raise TableError(f"{path.name}:{number}: {field} cannot be {value:g}")
    return rows


def write_table(path, figures):
    width = max((len(folder) for folder in figures), default=0)
    lines = ["# Kept by scripts/checks/prose.py --update; a figure may only get better (doc/style.md).",
             "# folder " + " ".join(FIELDS)]
    for folder in sorted(figures):
        values = [figures[folder].value(field) for field in FIELDS]
        lines.append(f"{folder:{width}} " + " ".join(
            f"{'-' if value is None else format(value, 'g'):>5}" for value in values))
    path.write_text("\n".join(lines) + "\n")


def compare(figures, rows):
    """Messages, one for each figure worse than allowed."""
    found = []
    for folder in sorted(figures):
        for field in FIELDS:
            value = figures[folder].value(field)
            if value is None:
                continue
            kept = rows.get(folder, {}).get(field)
            limit = AIMS[field] if kept is None else kept
            # No folder has to be better than the aim.
            limit = max(limit, AIMS[field]) if field in AT_MOST else min(limit, AIMS[field])
            worse = value - limit if field in AT_MOST else limit - value
            if worse > TOLERANCE[field]:
                word = "at most" if field in AT_MOST else "at least"
                found.append(f"{folder}: {field}: {value:g} ({word} {limit:g})")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-v", "--verbose", action="store_true", help="print each place")
    parser.add_argument("--update", action="store_true", help="rewrite the table")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT)
    parser.add_argument("--table", type=pathlib.Path, default=TABLE)
    parser.add_argument("folders", nargs="*", help="for -v; all if none is named")
    arguments = parser.parse_args()
    figures = measure(arguments.root, arguments.folders if arguments.verbose else None)
    if arguments.update:
        write_table(arguments.table, figures)
        return 0
    try:
        rows = read_table(arguments.table)
    except (TableError, OSError) as error:
        print(error)
        return 2
    found = compare(figures, rows)
    found += [f"{folder}: prose.txt has a row for a folder without prose; run prose.py --update"
              for folder in sorted(rows.keys() - figures.keys())]
    for line in found:
        print(line)
    words = sum(f.words for f in figures.values())
    relative = sum(f.relative_words for f in figures.values())
    lines = sum(f.lines for f in figures.values())
    headers = sum(f.header_lines for f in figures.values())
    places = sum(f.places for f in figures.values())
    print(f"prose: {words} words, {100 * relative / max(words, 1):.1f} % relative, "
          f"{sum(f.long for f in figures.values())} long sentences; comments "
          f"{100 * sum(f.comment_lines for f in figures.values()) / max(lines, 1):.0f} %, of headers "
          f"{100 * sum(f.header_comments for f in figures.values()) / max(headers, 1):.0f} %; clauses at "
          f"{100 * sum(f.places_with_clause for f in figures.values()) / max(places, 1):.0f} % of {places} "
          f"errors; {len(found)} violations")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
