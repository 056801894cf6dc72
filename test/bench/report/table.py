"""Tables of results as Markdown."""

import math

CPP = ("C++ strict", "C++ fast")


def reference(row):
    """ms of the faster C++ form; None if neither ran."""
    times = [row[name].ms for name in CPP if name in row and row[name].ms]
    return min(times, default=None)


def ratio(row, name):
    base = reference(row)
    return row[name].ms / base if base and row[name].ms else None


def mean(values):
    """Geometric."""
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def time_text(result):
    return f"{result.ms:.2f}" if result.ms else "skipped" if result.skipped else "**failed**"


def vectorised_text(loops, row):
    """Of the faster C++ form: width × interleaving, or no."""
    times = {name: row[name].ms for name in CPP if name in row and row[name].ms}
    if not times or not loops:
        return ""
    loop = loops[min(times, key=times.get).removeprefix("C++ ")]
    return loop.text if loop.vectorised else "no"


def markdown(results, loops):
    """results: {benchmark: {form: Result}}, the C++ forms among them."""
    names = list(next(iter(results.values())))
    others = [name for name in names if name not in CPP]
    head = ["kernel", *(f"{n}, ms" for n in names), "C++ loop vectorised", *(f"{n} / C++" for n in others)]
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    for benchmark, row in results.items():
        ratios = [ratio(row, name) for name in others]
        cells = [benchmark, *(time_text(row[n]) for n in names), vectorised_text(loops.get(benchmark), row),
                 *(f"{r:.2f}" if r else "–" for r in ratios)]
        lines.append("| " + " | ".join(cells) + " |")
    lines += ["", *summary(results, others), *problems(results), *not_vectorised(loops, results)]
    return "\n".join(lines)


def summary(results, names):
    """Lines: geometric mean, how many are near, and the worst, for each form."""
    for name in names:
        found = sorted(((ratio(row, name), benchmark) for benchmark, row in results.items() if ratio(row, name)),
                       reverse=True)
        values = [value for value, _ in found]
        worst = ", ".join(f"{benchmark} {value:.1f}" for value, benchmark in found[:5])
        yield (f"* {name}: geometric mean {mean(values):.2f} of {len(values)} kernels; "
               f"{sum(v > 1.5 for v in values)} above 1.5, {sum(v > 10 for v in values)} above 10; worst: {worst}")


def problems(results):
    for benchmark, row in results.items():
        for name, result in row.items():
            if result.problem:
                yield f"* {benchmark}, {name}: {result.problem[:300]}"


def not_vectorised(loops, results):
    for benchmark in results:
        for variant, loop in loops.get(benchmark, {}).items():
            if not loop.vectorised:
                yield f"* {benchmark}, C++ {variant}: loop not vectorised: {loop.text}"


def compared(results, first, second, limit):
    """Two columns and second / first; values above the limit are marked. Returns text and names."""
    lines = [f"| kernel | {first}, ms | {second}, ms | {first} / {second} |", "|---|---:|---:|---:|"]
    slower, values = [], []
    for benchmark, row in results.items():
        a, b = row[first], row[second]
        if not a.ms or not b.ms:
            lines.append(f"| {benchmark} | {time_text(a)} | {time_text(b)} | – |")
            continue
        values.append(a.ms / b.ms)
        if values[-1] > limit:
            slower.append(benchmark)
        lines.append(f"| {benchmark} | {a.ms:.2f} | {b.ms:.2f} | {values[-1]:.2f}{' **slower**' * (values[-1] > limit)} |")
    lines += ["", f"* geometric mean {mean(values):.2f} of {len(values)} kernels", *problems(results)]
    return "\n".join(lines), slower
