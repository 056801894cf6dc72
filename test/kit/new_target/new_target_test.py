"""scripts/new_target.py: what it refuses, and that what it writes is a whole target.

  new_target_test.py refuse
  new_target_test.py build --source <tree> --build <folder> [--config <name>]

`build` makes a driver whose only target is a generated one outside of the tree, in a build
folder of its own, and runs the generated tests."""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
NAME = "gadget"
LINE_LIMIT = 500  # that a port may have (doc/adding-a-target.md)


def generate(*arguments):
    command = [sys.executable, str(ROOT / "scripts/new_target.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def check_refusals():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("", "Gadget", "1st", "a-b", "../up", "a__b", "a_", "null", "x" * 40, "g\n", "é"):
            result = generate(name, "--dir", folder)
            assert result.returncode == 1 and "new_target: " in result.stderr, (name, result)
            assert list(pathlib.Path(folder).iterdir()) == [], name
        assert generate(NAME, "--dir", folder).returncode == 0
        check_files(pathlib.Path(folder) / NAME)
        again = generate(NAME, "--dir", folder)
        assert again.returncode == 1 and "exists" in again.stderr, again
        assert generate(NAME, "--dir", "/proc/nowhere").returncode == 1
    for name in (path.name for path in (ROOT / "targets").iterdir() if path.is_dir()):
        assert generate(name).returncode == 1, f"{name} is there already"


def run(*command, **options):
    print("+", *command, flush=True)
    subprocess.run([str(part) for part in command], check=True, **options)


def check_files(folder):
    files = [path for path in folder.rglob("*") if path.is_file()]
    lines = 0
    for path in files:
        text = path.read_text()
        assert not re.search(r"@\w+@", text + str(path)), f"{path} has a placeholder"
        lines += len(text.splitlines())
    assert 0 < lines < LINE_LIMIT, lines
    print(f"{len(files)} files, {lines} lines")


def check_folder_without_target(arguments):
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder) / "forgetful"
        target.mkdir()
        (target / "CMakeLists.txt").write_text("# kiln_target(NAME forgetful)\n")
        result = subprocess.run(
            ["cmake", "-S", arguments.source, "-B", f"{folder}/build", "-G", "Ninja",
             "-DCMAKE_C_COMPILER=clang-22", "-DCMAKE_CXX_COMPILER=clang++-22",
             "-DKILN_TARGETS=", f"-DKILN_EXTERNAL_TARGETS={target}"],
            capture_output=True, text=True)
        assert result.returncode != 0 and "has no kiln_target()" in result.stderr, result


def check_build(arguments):
    folder = arguments.build.absolute() / "generated-target"
    target = folder / NAME
    if target.exists():
        for path in sorted(target.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        target.rmdir()
    result = generate(NAME, "--dir", str(folder))
    assert result.returncode == 0, result
    check_files(target)
    run("cmake", "-S", arguments.source, "-B", arguments.build, "-G", "Ninja",
        f"-DCMAKE_BUILD_TYPE={arguments.config}", "-DCMAKE_C_COMPILER=clang-22",
        "-DCMAKE_CXX_COMPILER=clang++-22", "-DKILN_TARGETS=", f"-DKILN_EXTERNAL_TARGETS={target}")
    suites = [f"{NAME}-{suite}-cts" for suite in ("hal", "mux", "compiler")]
    run("cmake", "--build", arguments.build, "--target", "kiln-driver", "vector_add", *suites)
    run("ctest", "--test-dir", arguments.build, "-R", f"^{NAME}-", "--no-tests=error",
        "--output-on-failure")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["refuse", "build"])
    parser.add_argument("--source", type=pathlib.Path, default=ROOT)
    parser.add_argument("--build", type=pathlib.Path)
    parser.add_argument("--config", default="Dev")
    arguments = parser.parse_args()
    if arguments.what == "refuse":
        check_refusals()
        check_folder_without_target(arguments)
    else:
        check_build(arguments)


if __name__ == "__main__":
    main()
