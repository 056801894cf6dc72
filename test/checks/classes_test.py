"""Tests scripts/checks/classes.py on small classes, and the budgets of classes in style.py."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts" / "checks"))

import classes  # noqa: E402


def measured(text):
    return list(classes.classes(text))


def members(body):
    """Returns the number of data members of a class with this body."""
    return measured(f"class Sample {{\n{body}\n}};\n")[0][3]


class ClassesTest(unittest.TestCase):
    def test_lines_from_the_head_to_the_closing_brace(self):
        self.assertEqual(measured("\nclass A final : public B<C, 1> {\n  int a_;\n\n};\n"), [("A", 2, 4, 1, False)])

    def test_fields_of_all_kinds_count(self):
        self.assertEqual(members("int a_, b_ = 1 << 2; std::map<int, std::vector<int>> c_;"), 3)
        self.assertEqual(members("std::function<void(int)> f_ = [](int) { int no; }; int a_{1}, b_{2};"), 3)
        self.assertEqual(members("bool (*stop_)(void *, int) = nullptr; T *p_[3] = {}; T &r_; mutable std::mutex m_;"), 4)
        self.assertEqual(members("std::atomic<bool> a_ = false; struct { int x; } b_; unsigned bits_ : 3;"), 3)

    def test_functions_types_and_constants_do_not_count(self):
        self.assertEqual(members("explicit A(int a) : a_(a), b_{a} {} ~A(); int f() const { return a_; }"), 0)
        self.assertEqual(members("static int s; static constexpr int k = 1; using T = int; friend class B; enum E { a, b };"), 0)
        self.assertEqual(members("template <class T> T f(T t) { T local; return local; } bool operator<(A) const = default;"), 0)
        self.assertEqual(members("class Later; struct Nested { int a, b; }; public: private:"), 0)

    def test_comments_literals_and_directives_are_no_code(self):
        self.assertEqual(members('// int a_;\n/* int b_; */\nconst char *c_ = "class X { int d_; ";\n#define E int e_;\n'), 1)
        self.assertEqual(members("const char *c_ = R\"(int d_; })\"; char brace_ = '}'; int big_ = 1'000;"), 3)

    def test_nested_classes_are_measured_too(self):
        found = measured("class A {\n  class B {\n    int b_;\n  };\n  int a_, c_;\n};\n")
        self.assertEqual([(name, lines, count) for name, _, lines, count, _ in found], [("A", 6, 2), ("B", 3, 1)])

    def test_record_is_a_struct_without_private_members(self):
        self.assertTrue(measured("struct A { int a; int f() const; };")[0][4])
        self.assertFalse(measured("struct A { int f(); private: int a_; };")[0][4])
        self.assertFalse(measured("class A { public: int a; };")[0][4])

    def test_no_classes(self):
        self.assertEqual(measured(""), [])
        self.assertEqual(measured("enum class E { a };\nclass A;\nstruct B *f(struct C *c);\ntemplate <class T> void g() {}\n"), [])

    def test_unbalanced_braces_end_with_the_file(self):
        self.assertEqual(measured("class A {\n  int a_;\n"), [("A", 1, 3, 1, False)])


if __name__ == "__main__":
    unittest.main()
