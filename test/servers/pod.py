"""What a pod does that has a token and what COSI handed out: puts, gets and lists in its bucket, and tries another.

pod.py BUCKET OTHER_BUCKET [PIPE]; the role, the token, and where S3 and STS are, are in the environment, as AWS's SDKs read it.
Prints what each of these was: done, or the code of the answer. With a pipe it gets once more when that is closed, in the
same session of the role.
"""

import sys

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

bucket, other, *pipe = sys.argv[1:]
s3 = boto3.client("s3", config=Config(s3={"addressing_style": "path"}, retries={"total_max_attempts": 1}))


def tried(what, call):
    try:
        call()
        print(f"{what}: done", flush=True)
    except ClientError as e:
        print(f"{what}: {e.response['Error']['Code']}", flush=True)


tried("put", lambda: s3.put_object(Bucket=bucket, Key="file", Body=b"content"))
tried("get", lambda: s3.get_object(Bucket=bucket, Key="file")["Body"].read())
tried("list", lambda: s3.list_objects_v2(Bucket=bucket))
tried("get in another bucket", lambda: s3.get_object(Bucket=other, Key="file"))
tried("put in another bucket", lambda: s3.put_object(Bucket=other, Key="file", Body=b"content"))
for each in pipe:
    with open(each) as closed:
        closed.read()
    tried("get in the same session", lambda: s3.get_object(Bucket=bucket, Key="file")["Body"].read())
