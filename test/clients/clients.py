"""The clients in Python: put, get and list one object with what a workload was handed.
   clients.py NAME [WORD…]
Words are what the program adds to that, by the names of the client's options. FORM is the form that was handed out: own,
cosi or file. Prints each step that succeeded.
"""
import os, sys
import given

client, *words = sys.argv[1:]
BODY = b"windlass " * 1000
KEY = f"{client}/{os.environ['FORM']}.bin"
store = os.environ.get("CLOUD", "s3")
os.environ.update(word.split("=") for word in words if "=" in word)
told = {"s3": given.s3, "gcs": given.google, "azure": given.azure}[store]()
bucket = told.get("bucket", "")
every = "endpoint" in told and store != "azure"


def done(step, right=True):
    if not right:
        sys.exit(f"{step}: other than what was put")
    print(step, flush=True)


def boto3():
    import boto3
    from botocore.config import Config
    config = {}
    if every:
        config = {"endpoint_url": told["endpoint"], "region_name": told["region"], "aws_access_key_id": told["id"],
                  "aws_secret_access_key": told["secret"]}
        if told["style"]:
            config["config"] = Config(s3={"addressing_style": told["style"]})
    s3 = boto3.client("s3", **config)
    s3.put_object(Bucket=bucket, Key=KEY, Body=BODY)
    done("put")
    done("get", s3.get_object(Bucket=bucket, Key=KEY)["Body"].read() == BODY)
    done("list", KEY in [o["Key"] for o in s3.list_objects_v2(Bucket=bucket, Prefix=client).get("Contents", [])])


def through_obstore(storage):
    import obstore
    obstore.put(storage, KEY, BODY)
    done("put")
    done("get", bytes(obstore.get(storage, KEY).bytes()) == BODY)
    done("list", KEY in [o["path"] for o in obstore.list(storage, client).collect()])


def obstore():
    from obstore.store import AzureStore, S3Store
    plain = {"client_options": {"allow_http": True}} if "allow_http" in words else {}
    if store == "azure":
        through_obstore(AzureStore(told["container"], **object_store(), **plain))
        return
    through_obstore(S3Store(bucket, **object_store(), **plain))


def object_store():
    """The options of the clients that use Rust's object_store."""
    if store == "azure":
        # On Azure the endpoint follows from the account.
        options = {"endpoint": told["endpoint"]}
        if "sas_token" in words:
            options |= {"sas_token": told["sas"]}
        if "account_name" in words or os.environ["FORM"] != "own":
            options |= {"account_name": told["account"]}
        return options
    options = {}
    if every:
        options = {"endpoint": told["endpoint"], "region": told["region"], "access_key_id": told["id"],
                   "secret_access_key": told["secret"]}
        if told["style"]:
            options["virtual_hosted_style_request"] = str(told["style"] == "virtual").lower()
    return options


def prefixed():
    kind = "azure_storage" if store == "azure" else "aws"
    options = {}
    for name, value in object_store().items():
        options[f"{kind}_{name}"] = value
    if "allow_http" in words:
        options["allow_http"] = "true"
    return options or None


def url(path):
    return f"az://{told['container']}/{path}" if store == "azure" else f"s3://{bucket}/{path}"


def polars():
    import polars as pl
    frame = pl.DataFrame({"a": list(range(1000))})
    place = url(f"polars/{os.environ['FORM']}.parquet")
    frame.write_parquet(place, storage_options=prefixed())
    done("put")
    done("get", pl.read_parquet(place, storage_options=prefixed()).equals(frame))
    done("list", pl.scan_parquet(url("polars/*.parquet"), storage_options=prefixed()).collect().height >= 1000)


def deltalake():
    import pyarrow as pa
    from deltalake import DeltaTable, write_deltalake
    place = url(f"deltalake/{os.environ['FORM']}")
    write_deltalake(place, pa.table({"a": list(range(1000))}), mode="overwrite", storage_options=prefixed())
    done("put")
    table = DeltaTable(place, storage_options=prefixed())
    done("get", table.to_pyarrow_table().num_rows == 1000)
    done("list", len(table.file_uris()) == 1)


def pyarrow():
    from pyarrow import fs
    if store == "azure":
        from urllib.parse import urlsplit
        server = urlsplit(told["endpoint"])
        files = fs.AzureFileSystem(told["account"], sas_token="?" + told["sas"] if "?" in words else told["sas"],
                                   blob_storage_authority=server.netloc, blob_storage_scheme=server.scheme)
        place = told["container"]
    else:
        options = {}
        if every:
            options = {"endpoint_override": told["endpoint"], "region": told["region"], "access_key": told["id"],
                       "secret_key": told["secret"]}
            if told["style"]:
                options["force_virtual_addressing"] = told["style"] == "virtual"
        elif "endpoint_override" in words:
            options = {"endpoint_override": os.environ["AWS_ENDPOINT_URL"]}
        files, place = fs.S3FileSystem(**options), bucket
    with files.open_output_stream(f"{place}/{KEY}") as stream:
        stream.write(BODY)
    done("put")
    with files.open_input_stream(f"{place}/{KEY}") as stream:
        done("get", stream.read() == BODY)
    found = files.get_file_info(fs.FileSelector(f"{place}/{client}", recursive=True))
    done("list", f"{place}/{KEY}" in [f.path for f in found])


def tensorstore():
    import tensorstore as ts
    spec = {"driver": "s3", "bucket": bucket}
    environment = os.environ
    if every:
        # It has no options for keys.
        os.environ["AWS_ACCESS_KEY_ID"], os.environ["AWS_SECRET_ACCESS_KEY"] = told["id"], told["secret"]
        spec |= {"endpoint": told["endpoint"], "aws_region": told["region"]}
    if "endpoint" in words:
        spec["endpoint"] = environment["AWS_ENDPOINT_URL"]
    if "aws_region" in words:
        spec["aws_region"] = environment["AWS_DEFAULT_REGION"]
    kv = ts.KvStore.open(spec).result()
    kv.write(KEY, BODY).result()
    done("put")
    done("get", kv.read(KEY).result().value == BODY)
    done("list", KEY.encode() in kv.list().result())


def s3fs():
    import s3fs
    options = {}
    if every:
        options = {"endpoint_url": told["endpoint"], "key": told["id"], "secret": told["secret"],
                   "client_kwargs": {"region_name": told["region"]}}
        if told["style"]:
            options["config_kwargs"] = {"s3": {"addressing_style": told["style"]}}
    through_fsspec(s3fs.S3FileSystem(**options), bucket)


def adlfs():
    import adlfs
    from urllib.parse import urlsplit
    options = {}
    if "sas_token" in words or os.environ["FORM"] != "own":
        options = {"account_name": told["account"], "sas_token": told["sas"]}
    if "connection_string" in words:
        options = {"connection_string": f"BlobEndpoint={told['endpoint']};SharedAccessSignature={told['sas']}"}
    through_fsspec(adlfs.AzureBlobFileSystem(**options), told["container"])


def through_fsspec(files, place):
    files.pipe_file(f"{place}/{KEY}", BODY)
    done("put")
    files.invalidate_cache()
    done("get", files.cat_file(f"{place}/{KEY}") == BODY)
    done("list", f"{place}/{KEY}" in files.find(f"{place}/{client}"))


def by_token():
    """What a program gives to the clients of Google's JSON: a token, as a service account gets it from its cluster."""
    from google.oauth2.credentials import Credentials
    return Credentials(os.environ["TOKEN"])


def google_cloud_storage():
    from google.cloud import storage
    options = {"credentials": by_token()} if "credentials" in words else {}
    place = storage.Client(project="project", client_options={"api_endpoint": os.environ["STORE"]}, **options).bucket(bucket)
    place.blob(KEY).upload_from_string(BODY)
    done("put")
    done("get", place.blob(KEY).download_as_bytes() == BODY)
    done("list", KEY in [b.name for b in place.list_blobs(prefix=client)])


def gcsfs():
    import gcsfs
    token = by_token() if "token" in words else "google_default"
    through_fsspec(gcsfs.GCSFileSystem(project="project", endpoint_url=os.environ["STORE"], token=token), bucket)


def icechunk():
    import icechunk, zarr
    options = {"from_env": True}
    if every:
        options = {"endpoint_url": told["endpoint"], "region": told["region"], "access_key_id": told["id"],
                   "secret_access_key": told["secret"], "force_path_style": told["style"] == "path"}
    if "endpoint_url" in words:
        options["endpoint_url"] = os.environ["AWS_ENDPOINT_URL"]
    if "region" in words:
        options["region"] = os.environ["AWS_DEFAULT_REGION"]
    options |= {word: True for word in ("allow_http", "force_path_style") if word in words}
    storage = icechunk.s3_storage(bucket=bucket, prefix=f"icechunk/{os.environ['FORM']}", **options)
    repository = icechunk.Repository.open_or_create(storage)
    session = repository.writable_session("main")
    array = zarr.create_array(session.store, name="a", shape=(1000,), chunks=(100,), dtype="i4", overwrite=True)
    array[:] = 7
    session.commit("one")
    done("put")
    again = icechunk.Repository.open(storage)
    done("get", (zarr.open_array(again.readonly_session("main").store, path="a")[:] == 7).all())
    done("list", len(list(again.ancestry(branch="main"))) >= 2)


def azure_storage_blob():
    from azure.storage.blob import ContainerClient
    container = ContainerClient.from_container_url(told["uri"])
    container.upload_blob(KEY, BODY, overwrite=True)
    done("put")
    done("get", container.download_blob(KEY).readall() == BODY)
    done("list", KEY in [b.name for b in container.list_blobs(name_starts_with=client)])


globals()[client.replace("-", "_")]()
