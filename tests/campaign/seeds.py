"""Where fuzzing begins: small valid files of every kind, and words that occur in them.

seeds.write(folder) makes folder/<target>/ with one file for each seed, and folder/<target>.dict.
Only Python's standard library is used.
"""

import gzip
import io
import struct
import zipfile
from pathlib import Path

TABLES = [
    b"a,b,y\n1,2,3\n4,5,6\n7,8,9\n",
    b'date,"a, b","two\nlines",y\r\n2005-01-01,1,2.5,+1\n2005-01-02,"-3e2", 4 ,-1\n'
    b'2005-01-03,,0.25,1\n\n2005-01-04,7,nan,"do""wn"\n2005-01-05,"8",9, 2.\n',
    b"\xef\xbb\xbfa;b;y\n1;2;left\n3;4;right\n",
    b"a\tb\n1\t-1e308\n2\t4.9e-324\n",
    b"1,2\n3,4\n",
]
SPARSE = [
    b"# sparse\n+1 1:0.5 3:-2 10:1e3\n-1\n2.5 2:1 # note\n0 1:7 2:8 3:9\n",
    b"1 0:1\n2 0:3 5:4\n",
]
MARKET = [
    b"%%MatrixMarket matrix coordinate real general\n% note\n3 2 3\n1 1 1.5\n2 2 -2\n3 1 4\n",
    b"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 3\n",
    b"%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 5\n",
    b"%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n",
]
LISTS = [b"a,b", b"0-3", b'7,2-3,"x,y"', "two words, Zürich".encode(), b"a,a", b"9-0", b"5,1000000"]
LABELS = "item,{0}\na,{1}\nb,{2}\n0-1,{1}\n7,{1}\n"
PLACES = [
    b"name,latitude,longitude\na,52.5,13.4\nb,-90,360\n",
    b"item;x;y\nb;1;2\n7;3;4\n",
    b'"x","y","who"\n1,2,"two words"\n',
]


def npy(descr, shape, payload, fortran=False, version=1):
    header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}\n".encode()
    length = struct.pack("<H" if version == 1 else "<I", len(header))
    return b"\x93NUMPY" + bytes([version, 0]) + length + header + payload


def doubles(*numbers):
    return struct.pack(f"<{len(numbers)}d", *numbers)


ARRAYS = [
    npy("<f8", "(3, 2)", doubles(1, 2, 3, 4, 5, 6)),
    npy(">i2", "(3, 2)", struct.pack(">6h", -3, -2, -1, 0, 1, 2), fortran=True, version=2),
    npy("|b1", "(2,)", b"\x01\x00"),
    npy("<u8", "(2, 1)", struct.pack("<2Q", 1, 2**63), version=3),
    npy("<f4", "(1, 2)", struct.pack("<2f", float("nan"), 1)),
    npy("|S3", "()", b"csr"),
    npy("<U3", "()", "coo".encode("utf-32-le")),
]
IMAGES = [
    b"\0\0\x0c\x03" + struct.pack(">3I", 3, 1, 2) + struct.pack(">6i", -3, -2, -1, 0, 1, 2),
    b"\0\0\x08\x01" + struct.pack(">I", 4) + b"\0\1\2\3",
    b"\0\0\x0e\x02" + struct.pack(">2I", 1, 2) + struct.pack(">2d", 0.5, 2),
]


def archive(form, packed, **arrays):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED) as file:
        for name, content in arrays.items():
            file.writestr(name + ".npy", content)
        file.writestr("format.npy", npy(f"|S{len(form)}", "()", form.encode()))
        file.writestr("shape.npy", npy("<i8", "(2,)", struct.pack("<2q", 2, 3)))
    return out.getvalue()


def ints(*numbers):
    return npy("<i4", f"({len(numbers)},)", struct.pack(f"<{len(numbers)}i", *numbers))


def archives():
    data = npy("<f8", "(3,)", doubles(1, 2, 3))
    for packed in (False, True):
        yield archive("csr", packed, data=data, indices=ints(0, 2, 1), indptr=ints(0, 2, 3))
        yield archive("csc", packed, data=data, indices=ints(0, 1, 1), indptr=ints(0, 1, 2, 3))
        yield archive("coo", packed, data=data, row=ints(0, 1, 1), col=ints(0, 2, 1))


SELECTION = (
    b'{"schema":"holdfast.selection/1","k":2,"tau":1,"objective":{"name":"linear","ridge":0.5,'
    b'"data":"t.csv","ignore":["d"],"no_intercept":true},"algorithm":{"name":"oblivious-greedy",'
    b'"beta":1.0},"items":[{"index":0,"name":"a"},{"index":2}],'
    b'"worst_case":{"adversary":"exact","deleted":[2]}}'
)
SUMMARY = (
    b'{"schema":"holdfast.summary/1","epsilon":0.1,"k":2,"tau":1,"items":[{"index":1}],'
    b'"levels":[{"threshold":0.5,"chosen":[1,3]}]}'
)
COMMANDS = [
    "select --data t.csv --target y --k 2 --tau 1 --format json",
    "select --data t.csv --target y --k 2 --tau 1 --algorithm robust-swap --adversary exact",
    "select --objective logistic --data t.csv --target y --k 2 --tau 1 --explain --certify",
    "select --objective variance-reduction --points p.csv --names id --k 2 --tau 1",
    "select --objective facility-location --similarity s.csv --k 2 --protect 1 --tau 1",
    "select --objective coverage --sets s.csv --k 2 --must a",
    "select --data t.csv --target y --groups g.csv --k 1 --kinds g.csv --at-most 1",
    "select --data t.csv --target y --costs g.csv --cost-limit 3 --tau 1",
    "select --data t.csv --target y --outages o.csv --measure cvar --tail 0.5 --k 2",
    "select --data t.csv --target y --failure-rates g.csv --draws 9 --k 2 --seed 3",
    "attack --data t.csv --target y --items a,c --tau 1 --adversary strong",
    "attack --selection j.json --tau 1",
    "repair --selection j.json --deleted a",
    "protect --data t.csv --target y --items 0-2 --tau 1 --protect 1",
    "assess --data t.csv --target y --items a,b --outages o.csv --format csv",
    "curve --data t.csv --target y --k 3 --tau-max 2 --algorithms greedy,oblivious",
    "certify --selection j.json --format json",
    "ratios --data t.csv --target y --k 2 --tau 1",
    "guarantee --k 5 --tau 2 --gamma 0.5 --theta 0.2",
    "summarize --data t.csv --target y --k 2 --deletions 1",
    "generate --out x linear",
    "--help",
    "--version",
    "reference",
]

SEEDS = {
    "any-table": TABLES + SPARSE + MARKET + ARRAYS + IMAGES,
    "csv": TABLES,
    "npy": ARRAYS,
    "idx": IMAGES,
    "libsvm": SPARSE,
    "matrix-market": MARKET,
    "npz": list(archives()),
    "gzip": [gzip.compress(seed, mtime=0) for seed in (TABLES[0], SPARSE[0], ARRAYS[0])]
    + [gzip.compress(b"a,b\n1,2\n", mtime=0) + gzip.compress(b"3,4\n", mtime=0) + b"\0\0"],
    "gzipped-table": TABLES + SPARSE + MARKET + ARRAYS[:2] + IMAGES[:1],
    "blocks": [*TABLES, *ARRAYS[:4], b"a,b\n" + b"1,2\n" * 20],
    "target-file": [b"y\n1\n2\n3\n", b"1\n2\n3\n", ARRAYS[0], IMAGES[0], b"left\nright\nleft\n"],
    "matrices": TABLES[-1:] + MARKET + ARRAYS[:3] + IMAGES + list(archives())[:2],
    "item-list": LISTS,
    "item-files": [*LISTS, b"a\nb\n\n0-1\r\nx"],
    "groups": [LABELS.format("group", "u", "v").encode()],
    "costs": [LABELS.format("cost", "1", "2.5e3").encode()],
    "rates": [LABELS.format("rate", "0", "0.5").encode()],
    "coordinates": PLACES,
    "selection": [SELECTION],
    "summary": [SUMMARY],
    "outages": [b"a,b,c,weight\n1,0,0,2\n0,1,1,0.5\n", b"0-1,7\n1,0\n"],
    "failure-groups": [b"item,group,rate\na,g,0.5\nb,g,0\nc,h,1\n", b"item,rate\ng,0.1\nh,1\n"],
    "command-line": [line.replace(" ", "\n").encode() for line in COMMANDS],
}
# Words of dictionaries, between spaces.
WORDS = {
    "npy": r"descr fortran_order shape True False <f8 >i2 |b1 |S3 <U3 \x93NUMPY",
    "npz": r"PK\x03\x04 PK\x01\x02 PK\x05\x06 PK\x06\x07 csr csc coo .npy",
    "matrix-market": "%%MatrixMarket matrix coordinate array real integer pattern general "
    "symmetric skew-symmetric double 2147483647",
    "csv": r"\x22 \x22\x22 \x0d\x0a nan inf 1e999 -0 1e308 ; , \x09 \xef\xbb\xbf y",
    "libsvm": "1:1 0:0 :nan 1e999 # 2147483647:1 18446744073709551615:1",
    "selection": "schema holdfast.selection/1 holdfast.repair/1 objective items index name "
    "worst_case deleted adversary algorithm beta true false null 1e999 -1 2147483648",
    "item-list": r"0-3 18446744073709551615 2-3 x,y two\x20words member -",
    "command-line": " ".join(sorted({word for line in COMMANDS for word in line.split()}))
    + " --ridge --standardize --no-intercept --row-weights w.csv --weights --distances --metric "
    "haversine --customers --kernel matern12 --lengthscale --noise --targets --candidates "
    "--failure-groups --must-not --columns --ignore --missing drop --beta --eta --bucket-size "
    "--epsilon --budget --proof-nodes --repeats --most-nodes --refill --estimates --method "
    "--exact-up-to --largest-set --theta --nu --alpha --cost-limits --parts --chains 1e-300 "
    "1e300 nan inf -1 0 999 softmax one-vs-rest logdet saturate beta-path omp osu pro-greedy "
    "stochastic-greedy random-greedy oblivious auto paper grow-min pair-greedy greedy-min+ls",
}


def also(*targets, words=""):
    """What the readers of other targets know, and more words."""
    return " ".join([*(WORDS[target] for target in targets), words])


WORDS["gzipped-table"] = WORDS["any-table"] = also("csv", "matrix-market")
WORDS["matrices"] = also("any-table", "npy")
WORDS["blocks"] = WORDS["target-file"] = also("csv", "npy")
WORDS["summary"] = also("selection", words="holdfast.summary/1 levels threshold chosen")
WORDS["item-files"] = WORDS["item-list"]
WORDS["groups"] = also("csv", "item-list", words="item group")
WORDS["costs"] = also("csv", "item-list", words="item cost")
WORDS["rates"] = also("csv", "item-list", words="item rate")
WORDS["coordinates"] = also("csv", words="name latitude longitude item x")
WORDS["outages"] = also("csv", words=r"weight 0-1 two\x20words")
WORDS["failure-groups"] = also("csv", words="item group rate 0-1")


def write(folder):
    for target, seeds in SEEDS.items():
        place = Path(folder) / target
        place.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds):
            (place / f"seed-{number}").write_bytes(seed)
        words = "".join(f'"{word}"\n' for word in WORDS.get(target, "").split())
        (Path(folder) / f"{target}.dict").write_text(words)
