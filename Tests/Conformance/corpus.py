#!/usr/bin/env python3
"""Reads the files of Tests/Conformance/Corpus; alone, it writes their bytes as seeds for a fuzzer.

usage: corpus.py DIRECTORY
"""
import pathlib
import re
import sys

ESCAPES = {"r": b"\r", "n": b"\n", "t": b"\t", "0": b"\0", "\\": b"\\", '"': b'"'}

# Forms for a fuzzer to begin with; LF stands for CRLF.
FORMS = [
    b'--b\nContent-Disposition: form-data; name="a"\n\nvalue\n--b--\n',
    b'--b\nContent-Disposition: form-data; name="f"; filename="x.png"\n'
    b'Content-Type: image/png\n\n\x89PNG\n\x1a\n\n--b--',
    b"preamble\n--b \t\nContent-Disposition: form-data; name=a; filename*=UTF-8''%ec%83%88\n"
    b'Content-Transfer-Encoding: binary\n\n--b\n--bb\n--b\n'
    b'Content-Disposition: form-data; name="q\\"\\\\"\n\n\n--b--\nepilogue',
]


def unescaped(text):
    """The bytes that a line with escapes stands for."""
    out = bytearray()
    at = 0
    while at < len(text):
        if text[at] != "\\":
            out += text[at].encode()
            at += 1
        elif text[at + 1] == "x":
            out.append(int(text[at + 2 : at + 4], 16))
            at += 4
        elif text[at + 1] == "{":
            end = text.index("}", at)
            count, part = text[at + 2 : end].split("*", 1)
            out += unescaped(part) * int(count)
            at = end + 1
        else:
            out += ESCAPES[text[at + 1]]
            at += 2
    return bytes(out)


def cases():
    """Yields (subject: name, bytes) of every case."""
    for file in sorted((pathlib.Path(__file__).parent / "Corpus").glob("*.cases")):
        name, raw = "", b""
        for line in file.read_text(encoding="utf-8").split("\n"):
            if line.startswith("## "):
                name, raw = f"{file.stem}: {line[3:]}", b""
            elif line.startswith(">"):
                text = line[2:] if line.startswith("> ") else line[1:]
                continues = len(re.search(r"\\*$", text)[0]) % 2 == 1
                raw += unescaped(text[:-1]) if continues else unescaped(text) + b"\r\n"
            elif line in ("open", "closed") and name:
                yield name, raw


def main():
    place = pathlib.Path(sys.argv[1])
    for target in ("Connection", "Chunked", "Head", "Multipart"):
        (place / target).mkdir(parents=True, exist_ok=True)
    for index, (_, raw) in enumerate(cases()):
        # The first byte tells the target where to cut.
        if len(raw) < 4096:
            (place / "Connection" / str(index)).write_bytes(b"\x07" + raw)
            (place / "Head" / str(index)).write_bytes(b"\x07" + raw)
            if b"chunked\r\n\r\n" in raw:
                body = raw.split(b"chunked\r\n\r\n", 1)[1]
                (place / "Chunked" / str(index)).write_bytes(b"\x07" + body)
    for index, body in enumerate(FORMS):
        line = b"\x07multipart/form-data; boundary=b\n"
        (place / "Multipart" / str(index)).write_bytes(line + body.replace(b"\n", b"\r\n"))


if __name__ == "__main__":
    main()
