"""Two processes that write to one bucket at a time, and what is missing of what was acknowledged to them:
   writers.py conditions|deltalake|icechunk|lock
The bucket is BUCKET_NAME; server and key are in AWS_…. Prints a cell of a table.

"lock" is a stand-in: what the backends "s3" of Terraform and OpenTofu do with use_lockfile, which is to put KEY.tflock
with If-None-Match: *, and to delete it when the state is written.
"""
import json, multiprocessing, os, random, sys, time

EACH = 15
BUCKET = os.environ["BUCKET_NAME"]
OPTIONS = {"allow_http": "true"}


def s3():
    import boto3
    from botocore.config import Config
    return boto3.client("s3", config=Config(s3={"addressing_style": "path"}, retries={"total_max_attempts": 1}))


def code(e):
    return e.response["Error"]["Code"]


def conditions(name, told):
    """Whoever makes an object is told so once, and whoever changes it on condition of what was read loses nothing."""
    from botocore.exceptions import ClientError
    client = s3()
    for i in range(EACH):
        try:
            client.put_object(Bucket=BUCKET, Key=f"conditions/{i}", Body=name.encode(), IfNoneMatch="*")
            told.put(("made", i))
        except ClientError as e:
            if e.response["ResponseMetadata"]["HTTPStatusCode"] not in (409, 412): raise
    for i in range(EACH):
        while True:
            got = client.get_object(Bucket=BUCKET, Key="conditions/0")
            try:
                client.put_object(Bucket=BUCKET, Key="conditions/0", Body=got["Body"].read() + f" {name}{i}".encode(),
                                  IfMatch=got["ETag"])
                told.put(("changed", f"{name}{i}"))
                break
            except ClientError as e:
                if e.response["ResponseMetadata"]["HTTPStatusCode"] not in (409, 412): raise


def conditions_seen(told):
    made = [i for kind, i in told if kind == "made"]
    changed = [i for kind, i in told if kind == "changed"]
    there = s3().get_object(Bucket=BUCKET, Key="conditions/0")["Body"].read().decode().split()
    return len(made) + len(changed), len(made) - len(set(made)) + len(set(changed) - set(there))


def deltalake(name, told):
    import pyarrow as pa
    from deltalake import write_deltalake
    from deltalake.exceptions import CommitFailedError
    for i in range(EACH):
        while True:
            try:
                write_deltalake(f"s3://{BUCKET}/delta", pa.table({"who": [f"{name}{i}"]}), mode="append",
                                storage_options=OPTIONS)
                told.put(f"{name}{i}")
                break
            except CommitFailedError:
                pass


def deltalake_seen(told):
    from deltalake import DeltaTable
    there = DeltaTable(f"s3://{BUCKET}/delta", storage_options=OPTIONS).to_pyarrow_table()["who"].to_pylist()
    return len(told), len(set(told) - set(there))


def repository():
    import icechunk
    return icechunk.Repository.open_or_create(icechunk.s3_storage(
        bucket=BUCKET, prefix="icechunk", from_env=True, endpoint_url=os.environ["AWS_ENDPOINT_URL"],
        region=os.environ["AWS_DEFAULT_REGION"], allow_http=True, force_path_style=True))


def icechunk(name, told):
    """Each writes places of its own, so that a commit that comes second can be based on the first."""
    import icechunk, zarr
    repo = repository()
    for i in range(EACH):
        session = repo.writable_session("main")
        zarr.open_array(session.store, path=name)[i] = i + 1
        session.commit(f"{name}{i}", rebase_with=icechunk.ConflictDetector())
        told.put(f"{name}{i}")


def icechunk_begins():
    import zarr
    session = repository().writable_session("main")
    for name in "ab":
        zarr.create_array(session.store, name=name, shape=(EACH,), chunks=(1,), dtype="i4")[:] = 0
    session.commit("begin")


def icechunk_seen(told):
    import zarr
    repo = repository()
    history = {commit.message for commit in repo.ancestry(branch="main")}
    store = repo.readonly_session("main").store
    values = {f"{name}{i}" for name in "ab" for i, v in enumerate(zarr.open_array(store, path=name)[:]) if v == i + 1}
    return len(told), len(set(told) - (history & values))


def lock(name, told):
    from botocore.exceptions import ClientError
    client = s3()
    for i in range(EACH):
        while True:
            try:
                client.put_object(Bucket=BUCKET, Key="state.tflock", Body=json.dumps({"ID": f"{name}{i}"}).encode(),
                                  IfNoneMatch="*")
                break
            except ClientError as e:
                if e.response["ResponseMetadata"]["HTTPStatusCode"] not in (409, 412): raise
                time.sleep(random.random() / 50)
        state = client.get_object(Bucket=BUCKET, Key="state")["Body"].read()
        client.put_object(Bucket=BUCKET, Key="state", Body=state + f" {name}{i}".encode())
        told.put(f"{name}{i}")
        client.delete_object(Bucket=BUCKET, Key="state.tflock")


def lock_begins():
    s3().put_object(Bucket=BUCKET, Key="state", Body=b"")


def lock_seen(told):
    there = s3().get_object(Bucket=BUCKET, Key="state")["Body"].read().decode().split()
    return len(told), len(set(told) - set(there))


def caught(write, name, told, failed):
    try:
        globals()[write](name, told)
    except Exception as e:
        print(repr(e)[:2000], file=sys.stderr)
        failed.put(code(e) if hasattr(e, "response") else type(e).__name__)


if __name__ == "__main__":
    write = sys.argv[1]
    new = multiprocessing.get_context("spawn")
    told, failed = new.Queue(), new.Queue()
    globals().get(f"{write}_begins", lambda: None)()
    writers = [new.Process(target=caught, args=(write, name, told, failed)) for name in "ab"]
    for writer in writers: writer.start()
    acknowledged = []
    while any(writer.is_alive() for writer in writers) or not told.empty():
        try:
            acknowledged.append(told.get(timeout=0.2))
        except Exception:
            pass
    for writer in writers: writer.join()
    if not failed.empty():
        print(f"fails: {failed.get()}")
    else:
        number, lost = globals()[f"{write}_seen"](acknowledged)
        print(f"0 of {number} lost" if not lost else f"**some of {number} lost**")
