"""FFmpeg's OpenCL filters agree with its other filters of the same name."""

import subprocess
import unittest

import numpy as np

WIDTH, HEIGHT, FRAMES = 320, 240, 2
MOVING = f"testsrc2=s={WIDTH}x{HEIGHT}:r=5"
# The left half lime, the rest red.
TWO_COLORS = (f"color=red:s={WIDTH}x{HEIGHT}:r=5,format=rgba,"
              f"drawbox=w={WIDTH // 2}:h={HEIGHT}:color=lime:t=fill")
SHARPEN = ":".join(["0 -1 0 -1 5 -1 0 -1 0"] * 4)

# The filters differ at the borders, and in how they round: (options, margin, largest difference).
SAME = {
    "dilation": ("", 0, 0),
    "erosion": ("", 0, 0),
    "transpose": ("=dir=clock", 0, 0),
    "avgblur": ("=sizeX=3", 8, 1),
    "boxblur": ("=3:1", 8, 1),
    "convolution": ("=" + SHARPEN, 8, 1),
    "sobel": ("", 8, 1),
    "prewitt": ("", 8, 1),
    "unsharp": ("=lx=5:ly=5:la=1", 8, 10),
}


def frames(filters, pixels="yuv420p", opencl=False, source=MOVING):
    device = ["-init_hw_device", "opencl=kiln:0.0", "-filter_hw_device", "kiln"] if opencl else []
    if opencl:
        filters = f"hwupload,{filters},hwdownload"
    done = subprocess.run(
        ["ffmpeg", "-v", "error", *device, "-f", "lavfi", "-i", source, "-frames:v", str(FRAMES),
         "-vf", f"format={pixels},{filters},format={pixels}", "-f", "rawvideo", "-"], capture_output=True, timeout=300)
    if done.returncode != 0:
        raise AssertionError(done.stderr.decode(errors="replace"))
    return np.frombuffer(done.stdout, np.uint8).astype(int)


class FfmpegTest(unittest.TestCase):
    def test_filters_that_exist_twice(self):
        for name, (options, margin, limit) in SAME.items():
            with self.subTest(name):
                ours = frames(f"{name}_opencl{options}", opencl=True)
                theirs = frames(f"{name}{options}")
                self.assertEqual(ours.shape, theirs.shape)
                shape = (WIDTH, HEIGHT) if name == "transpose" else (HEIGHT, WIDTH)
                error = np.abs(ours - theirs).reshape(FRAMES, -1)[:, :WIDTH * HEIGHT]
                inner = error.reshape(FRAMES, *shape)[:, margin:shape[0] - margin, margin:shape[1] - margin]
                self.assertLessEqual(inner.max(), limit)

    def test_a_color_becomes_transparent(self):
        keyed, plain = (frames(filters, "rgba", opencl, TWO_COLORS).reshape(-1, WIDTH, 4)
                        for filters, opencl in (("colorkey_opencl=red:0.3:0", True), ("null", False)))
        np.testing.assert_array_equal(keyed[..., :3], plain[..., :3])
        self.assertTrue((keyed[:, :WIDTH // 2, 3] == 255).all())
        self.assertTrue((keyed[:, WIDTH // 2:, 3] == 0).all())

    def test_stabilizing_keeps_a_picture_that_stands_still(self):
        # Its source converts between pointers to different types.
        stable = frames("deshake_opencl", opencl=True)
        self.assertEqual(stable.size, FRAMES * WIDTH * HEIGHT * 3 // 2)


if __name__ == "__main__":
    unittest.main()
