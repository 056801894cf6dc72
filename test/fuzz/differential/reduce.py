"""Makes a failing case smaller while it stays right and fails in the same way.

    reduce.py FILE [--options OPTION...] [--seconds 300] [--output FILE]

What is removed: launches and work-items, statements (a block, a branch, the braces around one),
parts of expressions (every pair of parentheses is one), arguments. Cutting text makes programs
without a meaning: uninitialised variables, races, indices out of bounds. A step counts only if the
fiber
oracle agrees with itself on it: undefined behaviour traps, two orders of the work-items and two
values for uninitialised variables give the same result.
"""
import argparse
import re
import sys
import time

from case import Case, read_case, volume
from oracle import BACKWARDS, CHECKS
from workers import Worker, device_process, oracle_process


class Block:
    """`if … {`, its statements, `} else {`, its statements, `}`."""

    def __init__(self, header):
        self.headers, self.bodies, self.footer = [header], [[]], ""


def parse(lines):
    """The tree of lines: a list of strings and blocks."""
    stack = [[]]
    blocks = []
    for line in lines:
        text = line.strip()
        if text.startswith("}") and blocks:
            stack.pop()
            if text.endswith("{"):
                blocks[-1].headers.append(line)
                blocks[-1].bodies.append([])
                stack.append(blocks[-1].bodies[-1])
            else:
                blocks.pop().footer = line
        elif text.endswith("{") and not text.startswith("//"):
            block = Block(line)
            stack[-1].append(block)
            blocks.append(block)
            stack.append(block.bodies[0])
        else:
            stack[-1].append(line)
    return stack[0]


def render(tree):
    for item in tree:
        if isinstance(item, str):
            yield item
            continue
        for header, body in zip(item.headers, item.bodies):
            yield header
            yield from render(body)
        yield item.footer


def lists(tree):
    """All lists of statements, outer ones first."""
    yield tree
    for item in list(tree):
        if isinstance(item, Block):
            for body in item.bodies:
                yield from lists(body)


def parentheses(line):
    """(start, end) of texts in parentheses, with them, longest first."""
    pairs, stack = [], []
    for i, c in enumerate(line):
        if c == "(":
            stack.append(i)
        elif c == ")" and stack:
            pairs.append((stack.pop(), i + 1))
    return sorted(pairs, key=lambda p: p[0] - p[1])


class Reducer:
    def __init__(self, oracle, device, options, say=print, seconds=300):
        self.oracle, self.device, self.options, self.say = oracle, device, options, say
        self.end = time.monotonic() + seconds
        self.kind, self.tried = None, 0

    # ---- does a case still show it

    def kind_of(self, case):
        """How the case fails ("differs", "ended", "not built"), or nothing."""
        from run import difference  # pylint: disable=import-outside-toplevel
        first = self.oracle.ask([case], flags=(*CHECKS, "-ftrivial-auto-var-init=pattern"))[0]
        if first.error:
            return None
        answer = self.device.ask([case], options=self.options)[0]
        if answer.error:
            kind = "ended" if answer.error.startswith(("the process", "no answer")) else "not built"
        else:
            kind = "differs" if difference(case, first.launches, answer.launches) else None
        if not kind or self.kind not in (None, kind):
            return None
        second = self.oracle.ask([case], flags=("-ftrivial-auto-var-init=zero",), order=BACKWARDS,
                                 scribble=0)[0]
        if second.error or difference(case, first.launches, second.launches):
            return None
        return kind

    def fails(self, text):
        if time.monotonic() > self.end:
            return False
        self.tried += 1
        try:
            return self.kind_of(Case(text)) is not None
        except (ValueError, ZeroDivisionError):
            return False

    # ---- the steps; each returns its best text

    def fewer_launches(self, text):
        case = Case(text)
        for launch in case.launches:
            smaller = case.with_launches([launch]).text
            if len(case.launches) > 1 and self.fails(smaller):
                text = smaller
                break
        progress = "reqd_work_group_size" not in text
        while progress:
            case = Case(text)
            launch, progress = case.launches[0], False
            for candidate in self.smaller(launch):
                smaller = case.with_launches([candidate] + case.launches[1:]).text
                if volume(candidate[0]) > 0 and self.fails(smaller):
                    text, progress = smaller, True
                    break
        return text

    @staticmethod
    def smaller(launch):
        size, local, offset = launch
        for d in range(3):
            if size[d] > local[d]:
                for count in {local[d], size[d] - local[d]}:
                    yield size[:d] + (count,) + size[d + 1:], local, offset
            elif local[d] > 1:
                for count in {(local[d] + 1) // 2, local[d] - 1}:
                    yield (size[:d] + (count,) + size[d + 1:],
                           local[:d] + (count,) + local[d + 1:], offset)
        if any(offset):
            yield size, local, (0, 0, 0)

    def statements(self, text):
        tree = parse(text.splitlines())

        def fails():
            return self.fails("\n".join(render(tree)) + "\n")

        for items in lists(tree):
            self.remove_items(items, fails)
            self.unwrap(items, fails)
        return "\n".join(render(tree)) + "\n"

    @staticmethod
    def remove_items(items, fails):
        count = len(items)
        while count > 0:
            start = 0
            while start < len(items):
                removed = items[start:start + count]
                if any(isinstance(x, str) and x.startswith(("//@", "#")) for x in removed):
                    start += 1
                    continue
                del items[start:start + count]
                if not fails():
                    items[start:start] = removed
                    start += count
            count //= 2

    @staticmethod
    def unwrap(items, fails):
        i = 0
        while i < len(items):
            block = items[i]
            if isinstance(block, Block):
                for body in block.bodies:
                    items[i:i + 1] = body
                    if fails():
                        break
                    items[i:i + len(body)] = [block]
                if items[i:i + 1] == [block] and len(block.bodies) > 1:
                    kept = block.headers, block.bodies
                    block.headers, block.bodies = block.headers[:1], block.bodies[:1]
                    if not fails():
                        block.headers, block.bodies = kept
            i += 1

    def expressions(self, text):
        lines = text.splitlines()
        for number in range(len(lines)):
            if lines[number].startswith(("//", "#", "kernel")):
                continue
            position = 0
            while True:
                pairs = parentheses(lines[number])
                if position >= len(pairs):
                    break
                line = lines[number]
                for candidate in self.simpler(line, *pairs[position]):
                    lines[number] = candidate
                    if self.fails("\n".join(lines) + "\n"):
                        break
                    lines[number] = line
                position += lines[number] == line
        return "\n".join(lines) + "\n"

    @staticmethod
    def simpler(line, start, end):
        """The line with one pair of parentheses less, or with less in it."""
        before, inner, after = line[:start], line[start + 1:end - 1], line[end:]
        if inner in ("0", "1", "") or len(line) < 4:
            return
        called = re.search(r"[A-Za-z_]\w*$", before)
        if called and called.group() not in ("if", "while", "switch", "for", "return"):
            # A call or a cast's operand: the callee goes too.
            for operand in split_operands(inner):
                yield before[:called.start()] + operand + after
            return
        keyword = before.rstrip().endswith(("if", "while", "switch"))
        for replacement in ["0", "1"] + split_operands(inner):
            if replacement != inner:
                yield before + (f"({replacement})" if keyword else replacement) + after

    def arguments(self, text):
        """Those that nothing reads."""
        for a in Case(text).arguments:
            lines = [x for x in text.splitlines() if not x.startswith(f"//@ arg {a.name} ")]
            joined = "\n".join(lines) + "\n"
            head, _, tail = joined.partition("kernel void ")
            parameters, close, body = tail.partition(") {")
            kept = [p for p in parameters.partition("(")[2].split(",") if not re.search(rf"\b{a.name}\s*$", p)]
            smaller = f"{head}kernel void {parameters.partition('(')[0]}({','.join(kept)}{close}{body}"
            if self.fails(smaller):
                text = smaller
        return text

    def reduce(self, case):
        """The smallest case found; `case` itself if it does not fail or is not valid."""
        seconds = self.oracle.seconds, self.device.seconds
        self.oracle.seconds = self.device.seconds = 10
        self.kind = self.kind_of(case)
        text = case.text
        if self.kind:
            before = None
            while text != before and time.monotonic() < self.end:
                before = text
                for step in (self.fewer_launches, self.statements, self.expressions, self.arguments):
                    text = step(text)
            text = re.sub(r"\n\s*\n", "\n", text)
            self.say(f"  reduced from {len(case.text.splitlines())} lines to {len(text.splitlines())} "
                     f"in {self.tried} steps ({self.kind})")
        else:
            self.say("  not reduced: the case does not fail alone, or is not valid")
        self.oracle.seconds, self.device.seconds = seconds
        return Case(text, case.name)


def split_operands(text):
    """The operands separated by operators and commas at the top level of `text`, if there are any."""
    parts, depth, start = [], 0, 0
    for match in re.finditer(r"[()\[\]{}]|\s(?:[-+*/%&|^<>=!?:]+)\s|,\s", text):
        token = match.group()
        if token in "([{":
            depth += 1
        elif token in ")]}":
            depth -= 1
        elif depth == 0:
            parts.append(text[start:match.start()])
            start = match.end()
    return [p.strip() for p in parts + [text[start:]] if p.strip()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--options", default=None)
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--output")
    arguments = parser.parse_args()
    case = read_case(arguments.file)
    options = case.vary if arguments.options is None else arguments.options.split()
    workers = Worker(oracle_process), Worker(device_process)
    reduced = Reducer(*workers, options, lambda x: print(x, file=sys.stderr), arguments.seconds).reduce(case)
    for worker in workers:
        worker.stop()
    with open(arguments.output or "/dev/stdout", "w", encoding="utf-8") as file:
        file.write(reduced.text)


if __name__ == "__main__":
    sys.exit(main())
