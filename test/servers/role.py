"""Makes a role that trusts a service account, and may do all with buckets.

role.py IAM NAME PROVIDER ISSUER SUBJECT
"""

import json
import sys

import boto3

url, name, provider, issuer, subject = sys.argv[1:]


def policy(**statement):
    return json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", **statement}]})


iam = boto3.client("iam", endpoint_url=url)
iam.create_role(
    RoleName=name,
    AssumeRolePolicyDocument=policy(
        Principal={"Federated": provider},
        Action="sts:AssumeRoleWithWebIdentity",
        Condition={"StringEquals": {f"{issuer}:aud": "sts.amazonaws.com", f"{issuer}:sub": subject}},
    ),
)
iam.put_role_policy(RoleName=name, PolicyName="volumes", PolicyDocument=policy(Action="s3:*", Resource="*"))
