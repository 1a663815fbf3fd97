#!/usr/bin/env bash
# What is left of an object's versions in moto, once the versioning of its bucket was suspended.
#
# The guess: as in S3, all of them stay. A PUT then makes a version named "null", and a DELETE a marker of that name, which
# take the place of an earlier "null" alone.
#
# What happens: a PUT removes all versions that there were, and a DELETE, also one in bulk, removes them and leaves no
# marker. A test on moto cannot tell a program that loses versions from one that keeps them.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Python, with venv, and PyPI.
. "$(dirname "$0")/s3-servers.bash"

install_python moto==5.2.5 boto3==1.44.8
cat >"$work/try.py" <<'END_OF_PYTHON'
import boto3, moto

def versions(s3, key):
    seen = s3.list_object_versions(Bucket="bucket", Prefix=key)
    return (sorted(s3.get_object(Bucket="bucket", Key=key, VersionId=v["VersionId"])["Body"].read().decode()
                   for v in seen.get("Versions", [])), len(seen.get("DeleteMarkers", [])))

with moto.mock_aws():
    s3 = boto3.client("s3", aws_access_key_id="key", aws_secret_access_key="secret", region_name="us-east-1")
    s3.create_bucket(Bucket="bucket")
    def versioning(status):
        s3.put_bucket_versioning(Bucket="bucket", VersioningConfiguration={"Status": status})
    versioning("Enabled")
    for key in "put", "delete", "bulk":
        for body in "first", "second":
            s3.put_object(Bucket="bucket", Key=key, Body=body)
    versioning("Suspended")
    print("suspended:", *versions(s3, "put"))
    s3.put_object(Bucket="bucket", Key="put", Body="third")
    s3.delete_object(Bucket="bucket", Key="delete")
    s3.delete_objects(Bucket="bucket", Delete={"Objects": [{"Key": "bulk"}]})
    for key in "put", "delete", "bulk":
        print(f"{key}:", *versions(s3, key))
END_OF_PYTHON
echo "moto 5.2.5, boto3 1.44.8: versions, and number of markers"
try
compare 'a PUT or a DELETE removes all earlier versions.' <<'END_OF_KNOWN'
suspended: ['first', 'second'] 0
put: ['third'] 0
delete: [] 0
bulk: [] 0
END_OF_KNOWN
