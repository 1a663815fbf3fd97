"""Makes the bucket that test/servers/run mounts, with the key of the environment."""

import sys

import boto3

boto3.client("s3", endpoint_url=sys.argv[1]).create_bucket(Bucket="windlass-trial")
