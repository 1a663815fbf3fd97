#!/usr/bin/env bash
# What happens when a user assumes a role on versitygw that was made with a trust policy for that user.
#
# The guess: a session, as the role was accepted, and as the same address answers GetCallerIdentity of STS for the same key;
# or, if there is no such call, an error that says so.
#
# What happens: there is no AssumeRole, and the answer is 403 SignatureDoesNotMatch, "Credential should be scoped to correct
# service: 'iam'", whoever asks. So who reads codes takes a right key for a wrong one, and gives up or asks for another.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Python, with venv, PyPI, Go 1.26 and the
# module proxy.
. "$(dirname "$0")/s3-servers.bash"

install_python boto3==1.44.8
install_go github.com/versity/versitygw/cmd/versitygw@v1.8.0
mkdir -p "$work/data"
ROOT_ACCESS_KEY=key ROOT_SECRET_KEY=secretsecret start iam "$work/bin/versitygw" --port "127.0.0.1:${ports[0]}" \
  iam --dir "$work/iam" --private-ports "$work/iam.sock"
cat >"$work/try.py" <<'END_OF_PYTHON'
from s3 import *
import json

def opens(service, key="key", secret="secretsecret"):
    return boto3.client(service, endpoint_url=f"http://127.0.0.1:{sys.argv[1]}", aws_access_key_id=key,
                        aws_secret_access_key=secret, region_name="us-east-1", config=Config(retries={"total_max_attempts": 1}))

iam = opens("iam")
end = time.time() + 60
while True:
    try:
        user = iam.create_user(UserName="user")["User"]["Arn"]
        break
    except botocore.exceptions.EndpointConnectionError:
        if time.time() > end: raise
        time.sleep(0.2)
key = iam.create_access_key(UserName="user")["AccessKey"]
trust = {"Effect": "Allow", "Principal": {"AWS": user}, "Action": "sts:AssumeRole"}
print("a role that trusts the user:", tried(iam.create_role, RoleName="role", AssumeRolePolicyDocument=json.dumps(
    {"Version": "2012-10-17", "Statement": [trust]})))
role = iam.get_role(RoleName="role")["Role"]["Arn"]
for name, sts in (("the user", opens("sts", key["AccessKeyId"], key["SecretAccessKey"])), ("root", opens("sts"))):
    print(f"{name}: GetCallerIdentity {tried(sts.get_caller_identity)},"
          f" AssumeRole {tried(sts.assume_role, RoleArn=role, RoleSessionName='session')}")
END_OF_PYTHON
echo "versitygw 1.8.0, boto3 1.44.8"
try "${ports[0]}"
compare 'a call that is not there is a signature that is wrong.' <<'END_OF_KNOWN'
a role that trusts the user: 200
the user: GetCallerIdentity 200, AssumeRole SignatureDoesNotMatch
root: GetCallerIdentity 200, AssumeRole SignatureDoesNotMatch
END_OF_KNOWN
