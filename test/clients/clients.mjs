// The clients in JavaScript, as clients.py has those in Python: clients.mjs NAME [WORD…]
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [name, ...words] = process.argv.slice(2);
const require = createRequire(process.env.MODULES + "/");
const env = process.env;
const form = env.FORM;
const body = Buffer.from("windlass ".repeat(1000));
const key = `${name}/${form}.bin`;
const file = () => JSON.parse(readFileSync(env.BUCKET_INFO)).spec;

function done(step, right = true) {
  if (!right) throw new Error(`${step}: other than what was put`);
  console.log(step);
}

function s3() {
  if (env.CLOUD === "gcs" && form !== "file") {
    const [bucket, id, secret] = form === "own"
      ? [env.BUCKET_NAME, env.HMAC_ACCESS_ID, env.HMAC_SECRET]
      : [env.COSI_GCS_BUCKET_NAME, env.COSI_GCS_ACCESS_ID, env.COSI_GCS_ACCESS_SECRET];
    return { bucket, endpoint: env.STORE, region: "auto", id, secret };
  }
  if (form === "own") return { bucket: env.BUCKET_NAME };
  if (form === "cosi") {
    return { bucket: env.COSI_S3_BUCKET_ID, endpoint: env.COSI_S3_ENDPOINT, region: env.COSI_S3_REGION,
      style: env.COSI_S3_ADDRESSING_STYLE, id: env.COSI_S3_ACCESS_KEY_ID, secret: env.COSI_S3_ACCESS_SECRET_KEY };
  }
  const spec = file();
  const given = spec.secretS3;
  return { bucket: spec.bucketName, endpoint: given.endpoint, region: given.region, id: given.accessKeyID,
    secret: given.accessSecretKey };
}

const clients = {
  async "aws-sdk-js"() {
    const { S3Client, PutObjectCommand, GetObjectCommand, ListObjectsV2Command } = require("@aws-sdk/client-s3");
    const told = s3();
    const options = {};
    if (told.endpoint) {
      Object.assign(options, { endpoint: told.endpoint, region: told.region, forcePathStyle: told.style === "path",
        credentials: { accessKeyId: told.id, secretAccessKey: told.secret } });
    }
    if (words.includes("region")) options.region = env.AWS_DEFAULT_REGION;
    if (words.includes("forcePathStyle")) options.forcePathStyle = true;
    const client = new S3Client(options);
    const at = { Bucket: told.bucket, Key: key };
    await client.send(new PutObjectCommand({ ...at, Body: body }));
    done("put");
    const got = await client.send(new GetObjectCommand(at));
    done("get", body.equals(Buffer.from(await got.Body.transformToByteArray())));
    const listed = await client.send(new ListObjectsV2Command({ Bucket: told.bucket, Prefix: name }));
    done("list", (listed.Contents ?? []).some((object) => object.Key === key));
  },
  async "azure-js"() {
    const { ContainerClient } = require("@azure/storage-blob");
    const uri = { own: env.AZURE_STORAGE_SAS_TOKEN, cosi: env.COSI_AZURE_ACCESS_TOKEN }[form]
      ?? file().secretAzure.accessToken;
    const container = new ContainerClient(uri);
    const blob = container.getBlockBlobClient(key);
    await blob.uploadData(body);
    done("put");
    done("get", body.equals(await blob.downloadToBuffer()));
    let found = false;
    for await (const each of container.listBlobsFlat({ prefix: name })) found ||= each.name === key;
    done("list", found);
  },
};
await clients[name]();
