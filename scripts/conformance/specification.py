"""Reads the errors of each OpenCL entry point from the specification's AsciiDoc text.

The section of an entry point begins with a refpage block. Its errors are list items:

    * {CL_INVALID_VALUE} if _size_ is 0
    * {CL_INVALID_CONTEXT}
      ** if _context_ is not a valid context

Older extension documents have no refpages. There, lists of errors with backquotes follow a sentence
with the functions' names: *clMemFreeINTEL* and *clMemBlockingFreeINTEL* will return ….
"""

import collections
import dataclasses
import re

ITEM = re.compile(r"^ *\*+ +[{`](CL_[A-Z0-9_]+)[}`](.*)$")
CLAUSE = re.compile(r"^ *\*\*+ +(.*)$")
NAMES = r"(?:_\w+_(?:,? or |,? and |, )?)+"


@dataclasses.dataclass
class Errors:
    """The errors of an entry point, each with its conditions in the words of the text."""
    clauses: dict = dataclasses.field(default_factory=lambda: collections.defaultdict(list))

    def names(self):
        return set(self.clauses)

    def of_condition(self, parameter, condition):
        """The errors whose whole condition is one about this parameter: "if _x_ or _y_ is `NULL`"."""
        return {code for code, clauses in self.clauses.items() for clause in clauses
                for match in [re.fullmatch(rf"if (?:either )?({NAMES}) ?(?:is|are) {condition}\.?", clause)]
                if match and parameter in re.findall(r"_(\w+?)_(?!\w)", match.group(1))}

    def about(self, words):
        """The errors with these words in a condition."""
        return {code for code, clauses in self.clauses.items() if any(words in clause for clause in clauses)}

    def required(self, parameter):
        """The errors listed for a null pointer."""
        return self.of_condition(parameter, "`NULL`")

    def nonzero(self, parameter):
        """The errors listed for zero."""
        return self.of_condition(parameter, "(?:0|`0`|zero)")


def listed(text, known):
    """The list items in `text` with one of the `known` errors at their beginning."""
    errors, code, open_item = Errors(), None, False
    lines = [line for line in text.split("\n") if not re.match(r"(ifn?def|endif)::|//", line)]
    for line in lines:
        item, clause = ITEM.match(line), CLAUSE.match(line)
        if item:
            code = item.group(1) if item.group(1) in known else None
            rest = item.group(2).strip()
            if code:
                errors.clauses[code] += [rest] if rest else []
        elif code and clause:
            errors.clauses[code].append(clause.group(1).strip())
        elif code and open_item and line.strip() and errors.clauses[code]:
            errors.clauses[code][-1] += " " + line.strip()
        open_item = bool(line.strip()) and bool(item or clause or open_item)
    return errors


def inherit(name, sections, known, done=()):
    """The errors of a section, and of the functions named after "the errors defined by"."""
    own = listed(sections[name], known)
    text = re.sub(r"\s+", " ", sections[name])
    replaced = set(re.findall(r"\{(CL_\w+)\} is replaced with", text))
    for names in re.findall(r"errors defined by ((?:\{cl\w+\}(?:,? and |, | )?)+)", text):
        for other in re.findall(r"\w+", names.replace(" and ", " ")):
            if other in sections and other not in done:
                for code, clauses in inherit(other, sections, known, (*done, name)).clauses.items():
                    if code not in replaced:
                        own.clauses[code] += clauses
    return own


def sections_of(text):
    """Text by refpage. A section with prototypes of several functions counts for each of them."""
    sections = {}
    for block in re.split(r"^(?=\[open,refpage=')", text, flags=re.M)[1:]:
        names = {re.match(r"\[open,refpage='(\w+)'", block).group(1), *re.findall(r"/protos/(\w+)\.txt", block)}
        body = block.split("\n--\n")[1] if block.count("\n--\n") > 1 else block
        body = body.split("// refError")[-1]
        sections.update({name: body for name in names if name.startswith("cl")})
    return sections


def older_sections_of(text, commands):
    """Lists of errors of a document without refpages, by the functions named in the sentence before."""
    sections = {}
    paragraphs = re.split(r"\n\s*\n", text)
    for before, items in zip(paragraphs, paragraphs[1:]):
        start = paragraphs.index(before)
        sentence = " ".join(paragraphs[max(start - 1, 0):start + 1])
        if re.match(r" *\* `CL_", items) and re.search(r"returns?\b", sentence):
            found = re.findall(r"[*`](cl[A-Z]\w+)[*`]", before) or re.findall(r"[*`](cl[A-Z]\w+)[*`]", sentence)
            sections.update({name: items for name in found if name in commands and name not in sections})
    return sections


def read(folder, registry):
    """Errors of each command of the registry with a section in the documents of `folder`."""
    sections = {}
    for path in sorted(folder.glob("extensions/*.asciidoc")):
        sections.update(older_sections_of(path.read_text(), registry.commands))
    for path in sorted(folder.glob("api/*.asciidoc")):
        sections.update(sections_of(path.read_text()))
    return {name: inherit(name, sections, registry.errors) for name in sections if name in registry.commands}
