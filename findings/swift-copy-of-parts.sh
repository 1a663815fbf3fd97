#!/usr/bin/env bash
# Whether an object that was uploaded in parts can be copied on the condition of its own ETag, on OpenStack Swift.
#
# The guess: yes. A copy with x-amz-copy-source-if-match and the ETag that HEAD says is 200, as for an object of one PUT, and
# so is a GET with If-Match.
#
# What happens: GET is 200, and the copy of an object in parts is 412, of the whole and of a range, although nobody has
# changed it: the copy's condition is compared with another hash. So who copies conditionally takes each large object for one
# that somebody else is changing, and a loop that reads the ETag again and repeats never ends.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Python, with venv, and PyPI.
. "$(dirname "$0")/s3-servers.bash"

install_python boto3==1.44.8 setuptools swift==2.38.2
cd "$work"
mkdir -p devices/sda
printf '[swift-hash]\nswift_hash_path_suffix = finding\n[storage-policy:0]\nname = one\ndefault = yes\n' >swift.conf
# One server of each kind, over one folder.
number=0
for kind in account container object; do
  number=$((number + 1))
  {
    venv/bin/swift-ring-builder $kind.builder create 4 1 0
    venv/bin/swift-ring-builder $kind.builder add "r1z1-127.0.0.1:${ports[number]}/sda" 1
    venv/bin/swift-ring-builder $kind.builder rebalance
  } >ring.log
  printf '%s\n' '[DEFAULT]' "swift_dir = $work" "devices = $work/devices" 'mount_check = false' "user = $(id -un)" \
    'bind_ip = 127.0.0.1' "bind_port = ${ports[number]}" 'workers = 0' '[pipeline:main]' "pipeline = $kind-server" \
    "[app:$kind-server]" "use = egg:swift#$kind" >$kind.conf
  start $kind venv/bin/swift-$kind-server $kind.conf
done
{
  printf '%s\n' '[DEFAULT]' "swift_dir = $work" "user = $(id -un)" 'bind_ip = 127.0.0.1' "bind_port = ${ports[0]}" 'workers = 0' \
    '[pipeline:main]' 'pipeline = catch_errors listing_formats s3api tempauth slo proxy-server' \
    '[app:proxy-server]' 'use = egg:swift#proxy' 'account_autocreate = true'
  for filter in catch_errors listing_formats s3api tempauth slo; do
    printf '%s\n' "[filter:$filter]" "use = egg:swift#$filter"
    [ $filter != s3api ] || echo 'location = us-east-1'
    [ $filter != tempauth ] || echo 'user_test_tester = secretsecret .admin'
  done
} >proxy.conf
start proxy venv/bin/swift-proxy-server proxy.conf
sed -i 's/"key"/"test:tester"/' s3.py
cat >try.py <<'END_OF_PYTHON'
from s3 import *

s3 = client(sys.argv[1])
def tries(name, key):
    etag = s3.head_object(Bucket="bucket", Key=key)["ETag"]
    source = {"Bucket": "bucket", "Key": key}
    part = {"Bucket": "bucket", "Key": "copy", "PartNumber": 1}
    part["UploadId"] = s3.create_multipart_upload(Bucket="bucket", Key="copy")["UploadId"]
    print(f"{name}: GET If-Match {tried(s3.get_object, Bucket='bucket', Key=key, IfMatch=etag)},"
          f" a copy {tried(s3.copy_object, Bucket='bucket', Key='copy', CopySource=source)},"
          f" on its ETag {tried(s3.copy_object, Bucket='bucket', Key='copy', CopySource=source, CopySourceIfMatch=etag)},"
          f" a part on its ETag {tried(s3.upload_part_copy, CopySource=source, CopySourceIfMatch=etag, **part)}")
    s3.abort_multipart_upload(Bucket="bucket", Key="copy", UploadId=part["UploadId"])

s3.put_object(Bucket="bucket", Key="whole", Body=b"x" * 6000000)
tries("one PUT", "whole")
upload(s3, "parts", b"x" * 6000000)()
tries("in parts", "parts")
END_OF_PYTHON
echo "Swift 2.38.2, boto3 1.44.8"
try "${ports[0]}"
compare 'an object in parts is never what its ETag says, for copies.' <<'END_OF_KNOWN'
one PUT: GET If-Match 200, a copy 200, on its ETag 200, a part on its ETag 200
in parts: GET If-Match 200, a copy 200, on its ETag PreconditionFailed, a part on its ETag PreconditionFailed
END_OF_KNOWN
