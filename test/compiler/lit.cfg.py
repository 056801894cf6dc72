# Tests of the compiler: any .ll or .cl below this folder with a RUN line.
import os
import platform

import lit.formats

config.name = "compiler"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".cl", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.available_features.add(platform.machine())
config.available_features.update(config.kiln_targets)
config.environment["PATH"] = os.pathsep.join(
    [config.kiln_bin_dir, config.llvm_bin_dir, config.environment["PATH"]])
