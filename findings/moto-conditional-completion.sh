#!/usr/bin/env bash
# Which conditions moto keeps when an upload in parts is completed.
#
# The guess: both of S3 or none: If-None-Match: * (no object may be there) and If-Match (the object must have this ETag).
# It keeps both of PutObject, and a try of one on CompleteMultipartUpload tells of the other.
#
# What happens: If-None-Match is kept, with 412. If-Match is passed over, so an upload that began from an old object
# replaces a newer one, and makes one where none is. A probe with If-None-Match calls it safe, and updates are lost.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Python, with venv, and PyPI.
. "$(dirname "$0")/s3-servers.bash"

install_python moto==5.2.5 boto3==1.44.8
cat >"$work/try.py" <<'END_OF_PYTHON'
import moto
from s3 import *

with moto.mock_aws():
    s3 = boto3.client("s3", aws_access_key_id="key", aws_secret_access_key="secret", region_name="us-east-1")
    s3.create_bucket(Bucket="bucket")
    at = {"Bucket": "bucket", "Key": "key"}
    old = s3.put_object(Body=b"old", **at)["ETag"]
    s3.put_object(Body=b"new", **at)
    print("PutObject, If-None-Match:", tried(s3.put_object, Body=b"mine", IfNoneMatch="*", **at))
    print("PutObject, old If-Match:", tried(s3.put_object, Body=b"mine", IfMatch=old, **at))
    print("completion, If-None-Match:", tried(upload(s3, "key", b"mine"), IfNoneMatch="*"))
    print("content:", s3.get_object(**at)["Body"].read().decode())
    print("completion, old If-Match:", tried(upload(s3, "key", b"mine"), IfMatch=old))
    print("content:", s3.get_object(**at)["Body"].read().decode())
    print("completion, If-Match where nothing is:", tried(upload(s3, "other", b"mine"), IfMatch=old))
END_OF_PYTHON
echo "moto 5.2.5, boto3 1.44.8"
try
compare 'If-None-Match is kept, and If-Match passed over.' <<'END_OF_KNOWN'
PutObject, If-None-Match: PreconditionFailed
PutObject, old If-Match: PreconditionFailed
completion, If-None-Match: PreconditionFailed
content: new
completion, old If-Match: 200
content: mine
completion, If-Match where nothing is: 200
END_OF_KNOWN
