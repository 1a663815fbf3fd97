// The clients in Go, as clients.py has those in Python: clients NAME [WORD…]
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

var (
	form = os.Getenv("FORM")
	body = bytes.Repeat([]byte("windlass "), 1000)
)

type bucketInfo struct {
	Spec struct {
		BucketName  string
		SecretS3    struct{ Endpoint, Region, AccessKeyID, AccessSecretKey string }
		SecretAzure struct{ AccessToken string }
	}
}

type given struct{ bucket, endpoint, region, style, id, secret string }

func main() {
	name, words := os.Args[1], os.Args[2:]
	key := name + "/" + form + ".bin"
	if name == "azblob" {
		azure(key)
	} else {
		amazon(key, words)
	}
}

func file() bucketInfo {
	var info bucketInfo
	text, err := os.ReadFile(os.Getenv("BUCKET_INFO"))
	check(err)
	check(json.Unmarshal(text, &info))
	return info
}

func told() given {
	switch env := os.Getenv; {
	case form == "file":
		spec := file().Spec
		return given{spec.BucketName, spec.SecretS3.Endpoint, spec.SecretS3.Region, "", spec.SecretS3.AccessKeyID, spec.SecretS3.AccessSecretKey}
	case env("CLOUD") == "gcs" && form == "own":
		return given{env("BUCKET_NAME"), env("STORE"), "auto", "", env("HMAC_ACCESS_ID"), env("HMAC_SECRET")}
	case env("CLOUD") == "gcs":
		return given{env("COSI_GCS_BUCKET_NAME"), env("STORE"), "auto", "", env("COSI_GCS_ACCESS_ID"), env("COSI_GCS_ACCESS_SECRET")}
	case form == "own":
		return given{bucket: env("BUCKET_NAME")}
	default:
		return given{env("COSI_S3_BUCKET_ID"), env("COSI_S3_ENDPOINT"), env("COSI_S3_REGION"), env("COSI_S3_ADDRESSING_STYLE"), env("COSI_S3_ACCESS_KEY_ID"), env("COSI_S3_ACCESS_SECRET_KEY")}
	}
}

func amazon(key string, words []string) {
	ctx := context.Background()
	own := told()
	var options []func(*config.LoadOptions) error
	if own.endpoint != "" {
		options = append(options, config.WithBaseEndpoint(own.endpoint), config.WithRegion(own.region),
			config.WithCredentialsProvider(credentials.NewStaticCredentialsProvider(own.id, own.secret, "")))
	}
	loaded, err := config.LoadDefaultConfig(ctx, options...)
	check(err)
	client := s3.NewFromConfig(loaded, func(o *s3.Options) {
		o.UsePathStyle = own.style == "path" || slices.Contains(words, "UsePathStyle")
	})
	_, err = client.PutObject(ctx, &s3.PutObjectInput{Bucket: &own.bucket, Key: &key, Body: bytes.NewReader(body)})
	check(err)
	fmt.Println("put")
	got, err := client.GetObject(ctx, &s3.GetObjectInput{Bucket: &own.bucket, Key: &key})
	check(err)
	read(got.Body)
	listed, err := client.ListObjectsV2(ctx, &s3.ListObjectsV2Input{Bucket: &own.bucket})
	check(err)
	for _, object := range listed.Contents {
		if aws.ToString(object.Key) == key {
			fmt.Println("list")
		}
	}
}

func azure(key string) {
	ctx := context.Background()
	uri := os.Getenv("COSI_AZURE_ACCESS_TOKEN")
	if form == "own" {
		uri = os.Getenv("AZURE_STORAGE_SAS_TOKEN")
	} else if form == "file" {
		uri = file().Spec.SecretAzure.AccessToken
	}
	client, err := container.NewClientWithNoCredential(uri, nil)
	check(err)
	blob := client.NewBlockBlobClient(key)
	_, err = blob.UploadBuffer(ctx, body, nil)
	check(err)
	fmt.Println("put")
	got, err := blob.DownloadStream(ctx, nil)
	check(err)
	read(got.Body)
	pages := client.NewListBlobsFlatPager(nil)
	for pages.More() {
		page, err := pages.NextPage(ctx)
		check(err)
		for _, each := range page.Segment.BlobItems {
			if *each.Name == key {
				fmt.Println("list")
			}
		}
	}
}

func read(from io.ReadCloser) {
	defer from.Close()
	text, err := io.ReadAll(from)
	check(err)
	if !bytes.Equal(text, body) {
		panic("other than what was put")
	}
	fmt.Println("get")
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
