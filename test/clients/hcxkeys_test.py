"""hcxkeys: keys of wireless networks (PBKDF2 with 4096 rounds of SHA-1) by OpenCL, and by the processor."""

import hashlib
import pathlib
import subprocess
import tempfile
import unittest

NETWORK = "kiln"
WORDS = [f"password{number}" for number in range(40)] + ["x" * 8, "y" * 63]


class Keys(unittest.TestCase):
    def test_are_those_of_the_definition(self):
        with tempfile.TemporaryDirectory() as folder:
            words = pathlib.Path(folder) / "words"
            words.write_text("".join(f"{word}\n" for word in WORDS))
            keys = {}
            for tool in ("wlangenpmkocl", "wlangenpmk"):
                output = pathlib.Path(folder) / tool
                subprocess.run([tool, "-e", NETWORK, "-i", words, "-A", output], check=True, capture_output=True,
                               timeout=300)
                keys[tool] = sorted(output.read_text().split())
        self.assertEqual(keys["wlangenpmkocl"], keys["wlangenpmk"])
        lines = "\n".join(keys["wlangenpmkocl"])
        for word in WORDS:
            self.assertIn(hashlib.pbkdf2_hmac("sha1", word.encode(), NETWORK.encode(), 4096, 32).hex(), lines)


if __name__ == "__main__":
    unittest.main()
