"""What a workload was handed, for the clients in Python, by the name of the form."""
import json, os
from urllib.parse import urlsplit


def s3():
    """Returns the values that a program has to give to its client: all of them, or the bucket alone where the client reads
    the others itself. The addressing is empty where the form does not say it."""
    form = os.environ["FORM"]
    if form == "own":
        return {"bucket": os.environ["BUCKET_NAME"]}
    if form == "cosi":
        names = {"bucket": "BUCKET_ID", "endpoint": "ENDPOINT", "region": "REGION", "style": "ADDRESSING_STYLE",
                 "id": "ACCESS_KEY_ID", "secret": "ACCESS_SECRET_KEY"}
        return {name: os.environ[f"COSI_S3_{key}"] for name, key in names.items()}
    spec = info()
    key = spec["secretS3"]
    return {"bucket": spec["bucketName"], "endpoint": key["endpoint"], "region": key["region"], "style": "",
            "id": key["accessKeyID"], "secret": key["accessSecretKey"]}


def google():
    """Returns the same for a key of Google and a client of S3, which has to be told the server: v1alpha2 has no field for it."""
    form = os.environ["FORM"]
    if form == "file":
        return s3()
    names = {"own": ("BUCKET_NAME", "HMAC_ACCESS_ID", "HMAC_SECRET"),
             "cosi": ("COSI_GCS_BUCKET_NAME", "COSI_GCS_ACCESS_ID", "COSI_GCS_ACCESS_SECRET")}[form]
    bucket, key, secret = (os.environ[name] for name in names)
    return {"bucket": bucket, "endpoint": os.environ["STORE"], "region": "auto", "style": "", "id": key, "secret": secret}


def azure():
    """Returns the URI of the container with its token, and its parts."""
    names = {"own": "AZURE_STORAGE_SAS_TOKEN", "cosi": "COSI_AZURE_ACCESS_TOKEN"}
    form = os.environ["FORM"]
    uri = info()["secretAzure"]["accessToken"] if form == "file" else os.environ[names[form]]
    parts = urlsplit(uri)
    server, container = parts.path.rstrip("/").rsplit("/", 1)
    return {"uri": uri, "container": container, "endpoint": f"{parts.scheme}://{parts.netloc}{server}", "sas": parts.query,
            "account": server.strip("/") or parts.netloc.split(".")[0]}


def info():
    with open(os.environ["BUCKET_INFO"]) as file:
        return json.load(file)["spec"]
