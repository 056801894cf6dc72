# Tests of the target hooks' compiler half.
import os

import lit.formats

config.name = "kit-hooks"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".cl", ".test"]
config.test_source_root = os.path.dirname(__file__)
config.environment["PATH"] = os.pathsep.join(
    [config.kiln_bin_dir, config.llvm_bin_dir, config.environment["PATH"]])
