package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"windlass/bench/server"
)

const bucket = "bench"

// store is the bucket as a plain client sees it.
type store struct{ *minio.Client }

func open(ctx context.Context, endpoint string) (store, error) {
	client, err := minio.New(endpoint, &minio.Options{Creds: credentials.NewStaticV4(server.AccessKey, server.SecretKey, "")})
	if err != nil {
		return store{}, err
	}
	exists, err := client.BucketExists(ctx, bucket)
	for started := time.Now(); err != nil && time.Since(started) < time.Minute; exists, err = client.BucketExists(ctx, bucket) {
		time.Sleep(100 * time.Millisecond) // a server that is ready to be asked may have to begin all the same
	}
	if err == nil && !exists {
		err = client.MakeBucket(ctx, bucket, minio.MakeBucketOptions{})
	}
	return store{client}, err
}

// part makes some of the objects, and then one that says that they are there; nothing if that is there.
func (s store) part(ctx context.Context, name string, all []object) error {
	done := object{"done/" + name, 1}
	if _, err := s.StatObject(ctx, bucket, done.key, minio.StatObjectOptions{}); err == nil {
		return nil
	}
	fmt.Fprintf(os.Stderr, "making %d objects: %s\n", len(all), name)
	return errors.Join(s.make(ctx, all), s.make(ctx, []object{done}))
}

func (s store) make(ctx context.Context, all []object) error {
	noise := make([]byte, 16<<20) // what does not compress, over and over
	_, _ = rand.Read(noise)
	objects := make(chan object)
	var workers sync.WaitGroup
	var failure error
	var once sync.Once
	for range 16 {
		workers.Go(func() {
			for o := range objects {
				if err := s.put(ctx, o, noise); err != nil {
					once.Do(func() { failure = fmt.Errorf("%s: %w", o.key, err) })
				}
			}
		})
	}
	for _, o := range all {
		objects <- o
	}
	close(objects)
	workers.Wait()
	return failure
}

func (s store) put(ctx context.Context, o object, noise []byte) error {
	body := io.LimitReader(&repeated{of: noise}, o.size)
	if o.size <= int64(len(noise)) {
		body = bytes.NewReader(noise[:o.size])
	}
	_, err := s.PutObject(ctx, bucket, o.key, body, o.size, minio.PutObjectOptions{PartSize: 64 << 20})
	return err
}

// remove removes all objects, and all that was begun to be uploaded, below a prefix.
func (s store) remove(ctx context.Context, prefix string) error {
	var failures []error
	for failed := range s.RemoveObjects(ctx, bucket, s.ListObjects(ctx, bucket, below(prefix)), minio.RemoveObjectsOptions{}) {
		failures = append(failures, failed.Err)
	}
	for upload := range s.ListIncompleteUploads(ctx, bucket, prefix, true) {
		failures = append(failures, s.RemoveIncompleteUpload(ctx, bucket, upload.Key))
	}
	return errors.Join(failures...)
}

func below(prefix string) minio.ListObjectsOptions {
	return minio.ListObjectsOptions{Prefix: prefix, Recursive: true}
}

// etag tells the versions of an object apart; empty if there is none of that size.
func (s store) etag(ctx context.Context, key string, size int64) string {
	info, err := s.StatObject(ctx, bucket, key, minio.StatObjectOptions{})
	if err != nil || info.Size != size {
		return ""
	}
	return info.ETag
}

// await waits until an object is there with that size, in another version than before.
func (s store) await(ctx context.Context, key string, size int64, before string) error {
	return until(ctx, func() bool {
		now := s.etag(ctx, key, size)
		return now != "" && now != before
	})
}

// awaitCount waits until there are so many objects below a prefix, without markers of directories.
func (s store) awaitCount(ctx context.Context, prefix string, count int) error {
	return until(ctx, func() bool {
		found := 0
		for o := range s.ListObjects(ctx, bucket, below(prefix)) {
			if o.Err == nil && o.Key[len(o.Key)-1] != '/' {
				found++
			}
		}
		return found == count
	})
}

func until(ctx context.Context, done func() bool) error {
	for !done() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(2 * time.Millisecond):
		}
	}
	return nil
}

// repeated reads the same bytes without end.
type repeated struct {
	of []byte
	at int
}

func (r *repeated) Read(into []byte) (int, error) {
	n := copy(into, r.of[r.at:])
	r.at = (r.at + n) % len(r.of)
	return n, nil
}
