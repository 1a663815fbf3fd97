package main

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"windlass/bench/report"
	"windlass/bench/server"
)

// s3 is S3, on MinIO; with a certificate, over HTTPS.
type s3 struct{ certificate *server.Certificate }

func (k s3) start(s setup) (string, func(), error) {
	if k.certificate == nil {
		return server.Start(s.minio, s.data)
	}
	return server.StartTLS(s.minio, s.data, k.certificate)
}

func (s3) version(s setup) string { return report.FirstLine(s.minio, "--version") }

// environment has Go's variable of who is trusted, too, and that of s3fs.
func (k s3) environment() []string {
	environment := []string{"AWS_ACCESS_KEY_ID=" + server.AccessKey, "AWS_SECRET_ACCESS_KEY=" + server.SecretKey}
	for _, file := range k.trusted() {
		environment = append(environment, "SSL_CERT_FILE="+file, "CURL_CA_BUNDLE="+file)
	}
	return environment
}

func (k s3) url(endpoint string) string {
	if k.certificate == nil {
		return "http://" + endpoint
	}
	return "https://" + endpoint
}

// trusted is the file of who is trusted, if it is not the system's.
func (k s3) trusted() []string {
	if k.certificate == nil {
		return nil
	}
	return []string{k.certificate.File}
}

func (k s3) windlass(endpoint string) []string {
	options := []string{"--endpoint", k.url(endpoint)}
	for _, file := range k.trusted() {
		options = append(options, "--ca-certificate", file)
	}
	return append(options, "s3://"+bucket)
}

func (k s3) rclone(endpoint string) []string {
	return remote("TYPE=s3", "PROVIDER=Minio", "ENV_AUTH=true", "ENDPOINT="+k.url(endpoint))
}

func (k s3) open(ctx context.Context, endpoint string) (objects, error) {
	options := minio.Options{Creds: credentials.NewStaticV4(server.AccessKey, server.SecretKey, "")}
	if k.certificate != nil {
		options.Secure, options.Transport = true, k.certificate.Transport()
	}
	client, err := minio.New(endpoint, &options)
	if err != nil {
		return nil, err
	}
	exists, err := client.BucketExists(ctx, bucket)
	for started := time.Now(); err != nil && time.Since(started) < time.Minute; exists, err = client.BucketExists(ctx, bucket) {
		time.Sleep(100 * time.Millisecond) // a server that is ready to be asked may have to begin all the same
	}
	if err == nil && !exists {
		err = client.MakeBucket(ctx, bucket, minio.MakeBucketOptions{})
	}
	return s3Objects{client}, err
}

type s3Objects struct{ *minio.Client }

func (o s3Objects) put(ctx context.Context, key string, body io.Reader, size int64) error {
	_, err := o.PutObject(ctx, bucket, key, body, size, minio.PutObjectOptions{PartSize: 64 << 20})
	return err
}

func (o s3Objects) stat(ctx context.Context, key string) (string, int64, error) {
	info, err := o.StatObject(ctx, bucket, key, minio.StatObjectOptions{})
	return info.ETag, info.Size, err
}

func (o s3Objects) list(ctx context.Context, prefix string) ([]string, error) {
	var keys []string
	for each := range o.ListObjects(ctx, bucket, below(prefix)) {
		if each.Err != nil {
			return nil, each.Err
		}
		keys = append(keys, each.Key)
	}
	return keys, nil
}

// remove removes all that was begun to be uploaded, too.
func (o s3Objects) remove(ctx context.Context, prefix string) error {
	var failures []error
	for failed := range o.RemoveObjects(ctx, bucket, o.ListObjects(ctx, bucket, below(prefix)), minio.RemoveObjectsOptions{}) {
		failures = append(failures, failed.Err)
	}
	for upload := range o.ListIncompleteUploads(ctx, bucket, prefix, true) {
		failures = append(failures, o.RemoveIncompleteUpload(ctx, bucket, upload.Key))
	}
	return errors.Join(failures...)
}

func below(prefix string) minio.ListObjectsOptions {
	return minio.ListObjectsOptions{Prefix: prefix, Recursive: true}
}
