# For the findings about servers of S3, which source this: installs servers and clients of pinned versions in a
# temporary folder, starts servers on free ports of 127.0.0.1, and ends them and removes the folder at the end.
#
# Sets work (the folder), ports, and status, with which the finding exits: 2 until `compare` sets it. Programs in Python
# import $work/s3.py; the keys of all servers are "key" and "secretsecret".
set -euo pipefail

status=2
servers=()
work=$(mktemp -d "${TMPDIR:-/var/tmp}/windlass-finding.XXXXXX")
clean_up() {
  local server
  for server in "${servers[@]}"; do
    kill -KILL "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  done
  chmod -R u+w "$work"
  rm -rf "$work"
}
trap 'clean_up; exit "$status"' EXIT
trap 'exit 130' INT TERM HUP

ports=($(python3 -c '
import socket
all = [socket.socket() for _ in range(12)]
for one in all: one.bind(("127.0.0.1", 0))
print(*[one.getsockname()[1] for one in all])'))

cat >"$work/s3.py" <<'END_OF_PYTHON'
import sys, time
import boto3, botocore
from botocore.config import Config

def client(port, **config):
    """Returns a client of the server at a port, which it waits for, and which then has a bucket named "bucket"."""
    s3 = boto3.client("s3", endpoint_url=f"http://127.0.0.1:{port}", aws_access_key_id="key",
                      aws_secret_access_key="secretsecret", region_name="us-east-1",
                      config=Config(s3={"addressing_style": "path"}, retries={"total_max_attempts": 1}, **config))
    end = time.time() + 60
    while True:
        try:
            s3.create_bucket(Bucket="bucket")
            return s3
        except (s3.exceptions.BucketAlreadyExists, s3.exceptions.BucketAlreadyOwnedByYou):
            return s3
        except Exception:
            if time.time() > end: raise
            time.sleep(0.2)

def tried(call, *args, **kwargs):
    """Returns the status of an answer, or the code of an error."""
    try:
        return call(*args, **kwargs)["ResponseMetadata"]["HTTPStatusCode"]
    except botocore.exceptions.ClientError as e:
        return e.response["Error"]["Code"]

def upload(s3, key, body):
    """Uploads an object of one part, and returns what completes it."""
    at = {"Bucket": "bucket", "Key": key}
    at["UploadId"] = s3.create_multipart_upload(**at)["UploadId"]
    part = {"PartNumber": 1, "ETag": s3.upload_part(PartNumber=1, Body=body, **at)["ETag"]}
    return lambda **more: s3.complete_multipart_upload(MultipartUpload={"Parts": [part]}, **at, **more)
END_OF_PYTHON

# Installs packages of PyPI in $work/venv.
#   install_python PACKAGE==VERSION...
install_python() {
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check "$@" >&2
}

# Builds a program from the Go module proxy in $work/bin.
#   install_go PACKAGE@VERSION
install_go() {
  command -v go >/dev/null || PATH=$PATH:/usr/local/go/bin
  GOPATH=$work/go GOBIN=$work/bin GOFLAGS='' GOWORK=off GOTOOLCHAIN=local go install -trimpath "$1" 2>"$work/go.log" || {
    cat "$work/go.log" >&2
    exit
  }
}

# Starts a server, which keeps what it has in $work/NAME.
#   start NAME COMMAND...
start() {
  local name=$1
  shift
  mkdir -p "$work/$name"
  HOME=$work "$@" >"$work/$name.log" 2>&1 &
  servers+=($!)
}

# Each starts a server that was installed, at the port that is its argument. SeaweedFS takes the last seven of ports, too.
start_seaweedfs() {
  echo '{"identities":[{"name":"a","credentials":[{"accessKey":"key","secretKey":"secretsecret"}],"actions":["Admin","Read","List","Write"]}]}' \
    >"$work/identities.json"
  start seaweedfs "$work/venv/bin/weed" server -ip=127.0.0.1 -ip.bind=127.0.0.1 -dir="$work/seaweedfs" \
    -master.telemetry=false -filer -filer.localSocket="$work/filer.sock" -s3 -s3.port.iceberg=0 -s3.port.lance=0 \
    -s3.localSocket="$work/s3.sock" -s3.config="$work/identities.json" -s3.port="$1" -s3.port.grpc="${ports[5]}" \
    -master.port="${ports[6]}" -master.port.grpc="${ports[7]}" -volume.port="${ports[8]}" \
    -volume.port.grpc="${ports[9]}" -filer.port="${ports[10]}" -filer.port.grpc="${ports[11]}"
}
start_versitygw() {
  mkdir "$work/versions"
  ROOT_ACCESS_KEY=key ROOT_SECRET_KEY=secretsecret \
    start versitygw "$work/bin/versitygw" --port "127.0.0.1:$1" posix --versioning-dir "$work/versions" "$work/versitygw"
}
start_rclone() {
  start rclone "$work/venv/bin/rclone" serve s3 --addr "127.0.0.1:$1" --auth-key key,secretsecret "$work/rclone"
}
start_gofakes3() {
  start gofakes3 "$work/bin/gofakes3" -backend mem -host "127.0.0.1:$1"
}

# Runs $work/try.py with arguments, and shows what it prints, which is what was seen.
try() {
  PYTHONPATH=$work timeout 120 "$work/venv/bin/python" -u "$work/try.py" "$@" | tee "$work/seen"
}

# Compares what was seen with what is known, which is read.
#   compare WHAT-IS-SO
compare() {
  if diff - "$work/seen"; then
    status=0
    echo "As described: $1"
  else
    status=1
    echo "This has changed."
  fi
}
