#!/usr/bin/env bash
# The clients that are programs, as clients.py has those in Python: programs.sh NAME [WORD…]
# awscli, rclone and s3fs-fuse have keys from their environment; where a form has other names, they are given those.
set -euo pipefail
name=$1
shift
words=" $* "
work=$(mktemp -d)
mounted=''
trap 'set +e; [ -z "$mounted" ] || fusermount -u "$work/mount"; rm -rf "$work"' EXIT
for ((i = 0; i < 1000; i++)); do printf 'windlass '; done >"$work/body"
key=$name/$FORM.bin

field() { python3 -c 'import json, os, sys
spec = json.load(open(os.environ["BUCKET_INFO"]))["spec"]
print((spec | (spec["secretS3"] or spec["secretAzure"]))[sys.argv[1]])' "$1"; }
has() { [[ $words == *" $1 "* ]]; }

uri=''
case $CLOUD/$FORM in
  s3/own) bucket=$BUCKET_NAME endpoint='' region='' style='' id='' secret='' ;;
  s3/cosi)
    bucket=$COSI_S3_BUCKET_ID endpoint=$COSI_S3_ENDPOINT region=$COSI_S3_REGION style=$COSI_S3_ADDRESSING_STYLE
    id=$COSI_S3_ACCESS_KEY_ID secret=$COSI_S3_ACCESS_SECRET_KEY
    ;;
  gcs/own) bucket=$BUCKET_NAME endpoint=$STORE region=auto style='' id=$HMAC_ACCESS_ID secret=$HMAC_SECRET ;;
  gcs/cosi)
    bucket=$COSI_GCS_BUCKET_NAME endpoint=$STORE region=auto style=''
    id=$COSI_GCS_ACCESS_ID secret=$COSI_GCS_ACCESS_SECRET
    ;;
  azure/own) uri=$AZURE_STORAGE_SAS_TOKEN ;;
  azure/cosi) uri=$COSI_AZURE_ACCESS_TOKEN ;;
  azure/file) uri=$(field accessToken) ;;
  */file)
    bucket=$(field bucketName) endpoint=$(field endpoint) region=$(field region) style=''
    id=$(field accessKeyID) secret=$(field accessSecretKey)
    ;;
esac
if [ -n "${id:-}" ]; then export AWS_ACCESS_KEY_ID=$id AWS_SECRET_ACCESS_KEY=$secret; fi

case $name in
  awscli)
    aws=("$PROGRAMS/python/bin/aws")
    [ -z "$endpoint" ] || aws+=(--endpoint-url "$endpoint" --region "$region")
    "${aws[@]}" s3 cp --quiet "$work/body" "s3://$bucket/$key"
    echo put
    "${aws[@]}" s3 cp --quiet "s3://$bucket/$key" "$work/got"
    cmp "$work/body" "$work/got" && echo get
    [[ $("${aws[@]}" s3 ls "s3://$bucket/$name/") = *"$FORM.bin"* ]] && echo list
    ;;
  rclone)
    rclone=("$PROGRAMS/python/bin/rclone" --config /dev/null --retries 1 --low-level-retries 1)
    if [ "$CLOUD" = azure ]; then
      container=${uri%%\?*} && container=${container##*/}
      place=":azureblob,sas_url='$uri':$container"
    else
      place=:s3,env_auth,provider=Other
      [ "$CLOUD" != gcs ] || place=:s3,env_auth,provider=GCS
      ! has endpoint || endpoint=$AWS_ENDPOINT_URL
      [ -z "$endpoint" ] || place+=",endpoint='$endpoint'"
      [ -z "$region" ] || place+=",region='$region'"
      [ -z "$style" ] || place+=",force_path_style=$([ "$style" = path ] && echo true || echo false)"
      [ "$CLOUD/$FORM" != s3/own ] || has env_auth || place=${place/env_auth,/}
      place+=:$bucket
    fi
    "${rclone[@]}" copyto --s3-no-check-bucket "$work/body" "$place/$key"
    echo put
    "${rclone[@]}" copyto "$place/$key" "$work/got"
    cmp "$work/body" "$work/got" && echo get
    [[ $("${rclone[@]}" lsf "$place/$name/") = *"$FORM.bin"* ]] && echo list
    ;;
  s3fs-fuse)
    mkdir "$work/mount"
    options=(-o retries=1 -o connect_timeout=5)
    ! has url || endpoint=$AWS_ENDPOINT_URL
    [ -z "$endpoint" ] || options+=(-o "url=$endpoint")
    [ -z "$region" ] || options+=(-o "endpoint=$region")
    if [ "$style" = path ] || has use_path_request_style; then options+=(-o use_path_request_style); fi
    s3fs "$bucket" "$work/mount" "${options[@]}"
    mounted=yes
    mkdir -p "$work/mount/$name"
    cp "$work/body" "$work/mount/$key"
    echo put
    cmp "$work/body" "$work/mount/$key" && echo get
    [[ $(ls "$work/mount/$name") = *"$FORM.bin"* ]] && echo list
    ;;
esac
