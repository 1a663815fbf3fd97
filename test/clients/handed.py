"""Writes what COSI's sidecars would hand to a workload, from the driver's answers:
   handed.py FOLDER NAME PROTOCOL BUCKET < answer of v1alpha1, and of v1alpha2, as a list of two

The names are those of kubernetes-sigs/container-object-storage-interface: v1alpha1 has one key BucketInfo with JSON
(client/apis/bucket_info.go), v1alpha2 had COSI_… first, and has had names of the clients since (client/apis/objectstorage/
v1alpha2/protocols.go). Fields that the driver leaves empty are written as empty, as the sidecar does (internal/protocol/*.go).
"""
import json, os, sys

folder, name, protocol, bucket = sys.argv[1:]
first, second = json.load(sys.stdin)
os.makedirs(folder, exist_ok=True)


def write(form, values):
    with open(os.path.join(folder, form), "w") as file:
        for key, value in values.items():
            file.write(f"{key}={value}\n")


entry, = first["credentials"].items()
kind, details = entry[0], entry[1]["secrets"]
spec = {"bucketName": bucket, "authenticationType": "Key", "protocols": [kind], "secretS3": None, "secretAzure": None}
if kind == "s3":
    spec["secretS3"] = {key: details.get(key, "") for key in ("endpoint", "region", "accessKeyID", "accessSecretKey")}
else:
    spec["secretAzure"] = {"accessToken": details.get("accessToken", ""), "expiryTimeStamp": details.get("expiryTs")}
with open(os.path.join(folder, "BucketInfo"), "w") as file:
    json.dump({"metadata": {"name": name}, "spec": spec}, file)
write("file", {"BUCKET_INFO": os.path.join(folder, "BucketInfo")})

place = second["buckets"][0]["bucket_info"][protocol]
key = second["credentials"].get(protocol, {})
if protocol == "s3":
    values = [("BUCKET_ID", "BUCKET_NAME", place["bucket_id"]), ("ENDPOINT", "AWS_ENDPOINT_URL", place["endpoint"]),
              ("REGION", "AWS_DEFAULT_REGION", place["region"]),
              ("ADDRESSING_STYLE", "AWS_S3_ADDRESSING_STYLE", place["addressing_style"]["style"].lower()),
              ("ACCESS_KEY_ID", "AWS_ACCESS_KEY_ID", key.get("access_key_id", "")),
              ("ACCESS_SECRET_KEY", "AWS_SECRET_ACCESS_KEY", key.get("access_secret_key", ""))]
elif protocol == "azure":
    values = [("STORAGE_ACCOUNT", "AZURE_STORAGE_ACCOUNT", place["storage_account"]),
              ("ACCESS_TOKEN", "AZURE_STORAGE_SAS_TOKEN", key.get("access_token", "")),
              ("EXPIRY_TIMESTAMP", "AZURE_STORAGE_SAS_TOKEN_EXPIRY_TIMESTAMP", key.get("expiry_timestamp", ""))]
else:
    values = [("PROJECT_ID", "PROJECT_ID", place["project_id"]), ("BUCKET_NAME", "BUCKET_NAME", place["bucket_name"]),
              ("ACCESS_ID", "HMAC_ACCESS_ID", key.get("access_id", "")),
              ("ACCESS_SECRET", "HMAC_SECRET", key.get("access_secret", "")),
              ("PRIVATE_KEY_NAME", "PRIVATE_KEY_ID", key.get("private_key_name", "")),
              ("SERVICE_ACCOUNT", "SERVICE_ACCOUNT_NAME", key.get("service_account", ""))]
label = {"s3": "S3", "azure": "Azure", "gcs": "GCS"}[protocol]
write("cosi", {"COSI_PROTOCOL": label, **{f"COSI_{label.upper()}_{cosi}": value for cosi, _, value in values}})
write("own", {"COSI_PROTOCOL": label, **{own: value for _, own, value in values}})
