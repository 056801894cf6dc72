# Tests of tools that run kernels: any .cl or .test below this folder with a RUN line.
import os
import platform

import lit.formats

config.name = "tools"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cl", ".test"]
config.excludes = ["Inputs", "census"]
config.test_source_root = os.path.dirname(__file__)
config.available_features.add(platform.machine())
config.environment["PATH"] = os.pathsep.join(
    [config.kiln_bin_dir, config.llvm_bin_dir, config.environment["PATH"]])
config.environment["OCL_ICD_VENDORS"] = config.vendors
config.environment["KILN_CACHE"] = "0"
config.environment["KILN_DEVICES"] = "host"
config.substitutions.append(("%python", "/usr/bin/python3"))
