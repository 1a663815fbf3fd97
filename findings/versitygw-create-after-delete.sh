#!/usr/bin/env bash
# Whether an object that was deleted is there for the conditions of a PUT, on versitygw with versions.
#
# The guess: no. As in S3, an object whose newest version is a delete marker is not there, which is what GET and
# ListObjects say, so a PUT with If-None-Match: * makes it, and one with If-Match is 404.
#
# What happens: GET is 404, and this PUT is 412. A PUT with If-Match and the ETag that the object had before is 200, as if
# it had not been deleted. So who makes an object that is not there cannot, and who changes one that was deleted meanwhile
# brings it back. Without versions both are as in S3.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Python, with venv, PyPI, Go 1.26 and the
# module proxy.
. "$(dirname "$0")/s3-servers.bash"

install_python boto3==1.44.8
install_go github.com/versity/versitygw/cmd/versitygw@v1.8.0
start_versitygw "${ports[0]}"
cat >"$work/try.py" <<'END_OF_PYTHON'
from s3 import *

s3 = client(sys.argv[1])
def tries(name, key):
    at = {"Bucket": "bucket", "Key": key}
    etag = s3.put_object(Body=b"first", **at)["ETag"]
    s3.delete_object(**at)
    print(f"{name}: GET {tried(s3.get_object, **at)},"
          f" {s3.list_objects_v2(Bucket='bucket', Prefix=key)['KeyCount']} listed,"
          f" PUT If-None-Match: * {tried(s3.put_object, Body=b'second', IfNoneMatch='*', **at)}")
    s3.delete_object(**at)
    print(f"{name}: PUT If-Match with the ETag it had {tried(s3.put_object, Body=b'second', IfMatch=etag, **at)}")

tries("without versions", "a")
s3.put_bucket_versioning(Bucket="bucket", VersioningConfiguration={"Status": "Enabled"})
tries("with versions", "b")
END_OF_PYTHON
echo "versitygw 1.8.0, boto3 1.44.8"
try "${ports[0]}"
compare 'conditions take an object for there that GET does not find.' <<'END_OF_KNOWN'
without versions: GET NoSuchKey, 0 listed, PUT If-None-Match: * 200
without versions: PUT If-Match with the ETag it had NoSuchKey
with versions: GET NoSuchKey, 0 listed, PUT If-None-Match: * PreconditionFailed
with versions: PUT If-Match with the ETag it had 200
END_OF_KNOWN
