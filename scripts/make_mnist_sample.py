#!/usr/bin/env python3
"""Draws a small sample of the MNIST files, the same number of images of every digit.

    scripts/make_mnist_sample.py FOLDER_WITH_THE_FOUR_FILES data/mnist

The images of a digit are drawn without replacement and stay in the order of the original file. The
drawing uses Python's random.Random(seed).sample, which gives the same choice in every version from
3.2 on.
"""

import argparse
import gzip
import random
import struct
from pathlib import Path

IMAGES_MAGIC, LABELS_MAGIC = 2051, 2049
PARTS = {"train": 200, "t10k": 100}


def read_idx(path, magic, dimensions):
    """The sizes and the bytes of a gzipped IDX file of unsigned bytes."""
    content = gzip.decompress(path.read_bytes())
    found, *sizes = struct.unpack_from(f">{1 + dimensions}I", content)
    if found != magic:
        raise SystemExit(f"{path}: magic number {found}, expected {magic}")
    return sizes, content[4 * (1 + dimensions) :]


def write_idx(path, magic, sizes, content):
    header = struct.pack(f">{1 + len(sizes)}I", magic, *sizes)
    # No time in the header: the same sample gives the same file.
    path.write_bytes(gzip.compress(header + content, compresslevel=9, mtime=0))


def draw(labels, per_digit, generator):
    """Positions of the sample, ascending."""
    chosen = []
    for digit in range(10):
        places = [place for place, label in enumerate(labels) if label == digit]
        chosen += generator.sample(places, per_digit)
    return sorted(chosen)


def sample_part(source, target, part, per_digit, generator):
    (count, height, width), pixels = read_idx(
        source / f"{part}-images-idx3-ubyte.gz", IMAGES_MAGIC, 3
    )
    (label_count,), labels = read_idx(source / f"{part}-labels-idx1-ubyte.gz", LABELS_MAGIC, 1)
    if count != label_count:
        raise SystemExit(f"{part}: {count} images but {label_count} labels")
    chosen = draw(labels, per_digit, generator)
    size = height * width
    images = b"".join(pixels[place * size : (place + 1) * size] for place in chosen)
    write_idx(
        target / f"{part}-images-idx3-ubyte.gz", IMAGES_MAGIC, (len(chosen), height, width), images
    )
    write_idx(
        target / f"{part}-labels-idx1-ubyte.gz",
        LABELS_MAGIC,
        (len(chosen),),
        bytes(labels[place] for place in chosen),
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=Path, help="folder with the four original files, gzipped")
    parser.add_argument("target", type=Path, help="folder to write the sample to")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.target.mkdir(parents=True, exist_ok=True)
    generator = random.Random(options.seed)
    for part, per_digit in PARTS.items():
        sample_part(options.source, options.target, part, per_digit, generator)


if __name__ == "__main__":
    main()
