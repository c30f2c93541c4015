"""The shipped MNIST sample and the script that draws it match what the README says."""

import collections
import gzip
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = ROOT / "data" / "mnist"
SCRIPT = ROOT / "scripts" / "make_mnist_sample.py"


def read(path, dimensions):
    content = gzip.decompress(path.read_bytes())
    magic, *sizes = struct.unpack_from(f">{1 + dimensions}I", content)
    return magic, sizes, content[4 * (1 + dimensions) :]


def write(path, magic, sizes, content):
    path.write_bytes(gzip.compress(struct.pack(f">{1 + len(sizes)}I", magic, *sizes) + content))


class Sample(unittest.TestCase):
    def test_shapes_and_balance(self):
        for part, per_digit in (("train", 200), ("t10k", 100)):
            magic, sizes, pixels = read(SAMPLE / f"{part}-images-idx3-ubyte.gz", 3)
            self.assertEqual((magic, sizes), (2051, [10 * per_digit, 28, 28]))
            self.assertEqual(len(pixels), 10 * per_digit * 784)
            magic, sizes, labels = read(SAMPLE / f"{part}-labels-idx1-ubyte.gz", 1)
            self.assertEqual((magic, sizes), (2049, [10 * per_digit]))
            counts = collections.Counter(labels)
            self.assertEqual(counts, dict.fromkeys(range(10), per_digit))

    def test_images_differ(self):
        _, _, pixels = read(SAMPLE / "train-images-idx3-ubyte.gz", 3)
        images = {pixels[start : start + 784] for start in range(0, len(pixels), 784)}
        self.assertEqual(len(images), 2000)


class Script(unittest.TestCase):
    def test_images_keep_their_labels_and_are_drawn_once(self):
        with tempfile.TemporaryDirectory() as folder:
            source, target = Path(folder) / "in", Path(folder) / "out"
            source.mkdir()
            for part, count in (("train", 2500), ("t10k", 1500)):
                # Each image encodes its number and its label.
                images = b"".join(struct.pack(">HB", i, i % 10) for i in range(count))
                write(source / f"{part}-images-idx3-ubyte.gz", 2051, (count, 1, 3), images)
                labels = bytes(i % 10 for i in range(count))
                write(source / f"{part}-labels-idx1-ubyte.gz", 2049, (count,), labels)
            subprocess.run([sys.executable, SCRIPT, source, target], check=True)
            for part, count in (("train", 2000), ("t10k", 1000)):
                _, sizes, images = read(target / f"{part}-images-idx3-ubyte.gz", 3)
                _, _, labels = read(target / f"{part}-labels-idx1-ubyte.gz", 1)
                self.assertEqual(sizes, [count, 1, 3])
                drawn = [struct.unpack_from(">HB", images, 3 * i) for i in range(count)]
                self.assertEqual([label for _, label in drawn], list(labels))
                self.assertEqual([number for number, _ in drawn], sorted({n for n, _ in drawn}))


if __name__ == "__main__":
    unittest.main()
