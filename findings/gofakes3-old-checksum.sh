#!/usr/bin/env bash
# Which checksum an object of gofakes3 has after another took its place.
#
# The guess: that of its own content, or none if none was sent with it.
#
# What happens: an object keeps each checksum of the one before, of whose algorithm none was sent with the new content. So
# boto3 refuses to read what it has itself written, first as an object and then in parts: it sends a checksum with each
# PutObject, unasked. It refuses, too, what a client that sends none put over it.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Python, with venv, PyPI, Go 1.26 and the
# module proxy.
. "$(dirname "$0")/s3-servers.bash"

install_python boto3==1.44.8
install_go github.com/johannesboyne/gofakes3/cmd/gofakes3@v1.2.0
start_gofakes3 "${ports[0]}"
cat >"$work/try.py" <<'END_OF_PYTHON'
from botocore.exceptions import FlexibleChecksumError
from s3 import *

s3 = client(sys.argv[1])
plain = client(sys.argv[1], request_checksum_calculation="when_required", response_checksum_validation="when_required")
def read(key):
    content = plain.get_object(Bucket="bucket", Key=key)["Body"].read().decode()
    try:
        s3.get_object(Bucket="bucket", Key=key)["Body"].read()
        return content + ", boto3 reads it"
    except FlexibleChecksumError:
        return content + ", boto3 refuses its checksum"

upload(s3, "fresh", b"new")()
print("in parts, where nothing was:", read("fresh"))
put = lambda by, body, key: by.put_object(Bucket="bucket", Key=key, Body=body)
for key in "same", "none", "parts":
    put(s3, b"old", key)
put(s3, b"new", "same")
print("put over a put:", read("same"))
put(plain, b"new", "none")
print("put without a checksum over a put:", read("none"))
upload(s3, "parts", b"new")()
print("in parts over a put:", read("parts"))
END_OF_PYTHON
echo "gofakes3 1.2.0, boto3 1.44.8"
try "${ports[0]}"
compare 'an object keeps checksums of the one before.' <<'END_OF_KNOWN'
in parts, where nothing was: new, boto3 reads it
put over a put: new, boto3 reads it
put without a checksum over a put: new, boto3 refuses its checksum
in parts over a put: new, boto3 refuses its checksum
END_OF_KNOWN
