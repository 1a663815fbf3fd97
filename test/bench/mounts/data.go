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

// sizes is how much there is to read.
type sizes struct {
	one, each          int64   // bytes of a file that one thread reads, and that each of four does
	directories, files int     // of the tree
	middling, little   int     // how many files of 5 MiB and of 100 KiB for each of two jobs
	names              int     // to be looked up
	seconds            float64 // of random reading
}

var (
	full  = sizes{one: 256 << 20, each: 96 << 20, directories: 1000, files: 100, middling: 32, little: 200, names: 10_000, seconds: 1}
	small = sizes{one: 64 << 20, each: 32 << 20, directories: 50, files: 20, middling: 8, little: 50, names: 500, seconds: 0.5}
)

const fourThreads = 4

// object is one that is made before anything is measured.
type object struct {
	key  string
	size int64
}

// data is what is read, of fixed content and known to nobody before.
func (s sizes) data() []object {
	var objects []object
	for _, folder := range []string{"stream", "random"} {
		for _, job := range []string{"a", "c"} {
			objects = append(objects, object{fmt.Sprintf("%s/%s.0", folder, job), s.one})
		}
		for _, job := range []string{"b", "d"} {
			objects = series(objects, folder+"/"+job+".%d", fourThreads, s.each)
		}
	}
	objects = series(objects, "files/first/%03d", firstBytes, 5<<20)
	objects = series(objects, "files/5m/%03d", 2*s.middling, 5<<20)
	return series(objects, "files/100k/%03d", 2*s.little, 100<<10)
}

// warmth is what clients are warmed up with.
func warmth() []object {
	objects := []object{{"warm/up", warmBytes}}
	objects = series(objects, "warm/5m/%03d", warmMiddling, 5<<20)
	objects = series(objects, "warm/100k/%03d", warmLittle, 100<<10)
	for d := range warmDirectories {
		objects = series(objects, fmt.Sprintf("warm/tree/d%03d/f%%03d", d), 5, 100)
		objects = series(objects, fmt.Sprintf("warm/names/d%03d/f%%03d", d), 2, 100)
	}
	return objects
}

func series(objects []object, format string, count int, size int64) []object {
	for i := range count {
		objects = append(objects, object{fmt.Sprintf(format, i), size})
	}
	return objects
}

func (s sizes) tree() []object {
	var objects []object
	for d := range s.directories {
		for f := range s.files {
			objects = append(objects, object{s.name(d, f), 100})
		}
	}
	return objects
}

// root is the folder of the tree: one of another size is another.
func (s sizes) root() string { return fmt.Sprintf("tree-%dx%d", s.directories, s.files) }

func (s sizes) name(directory, file int) string {
	return fmt.Sprintf("%s/d%03d/f%03d", s.root(), directory, file)
}

// fill makes the objects unless they were made by an earlier run.
func fill(ctx context.Context, endpoint string, s sizes) error {
	client, err := minio.New(endpoint, &minio.Options{Creds: credentials.NewStaticV4(server.AccessKey, server.SecretKey, "")})
	if err != nil {
		return err
	}
	exists, err := client.BucketExists(ctx, bucket)
	for started := time.Now(); err != nil && time.Since(started) < time.Minute; exists, err = client.BucketExists(ctx, bucket) {
		time.Sleep(100 * time.Millisecond) // a server that is ready to be asked may have to begin all the same
	}
	if err != nil {
		return err
	}
	if !exists {
		if err := client.MakeBucket(ctx, bucket, minio.MakeBucketOptions{}); err != nil {
			return err
		}
	}
	return errors.Join(
		part(ctx, client, fmt.Sprintf("data-%d-%d-%d-%d", s.one, s.each, s.middling, s.little), s.data()),
		part(ctx, client, "warmth", warmth()),
		part(ctx, client, fmt.Sprintf("tree-%d-%d", s.directories, s.files), s.tree()))
}

// part makes some of the objects, and then one that says that they are there.
func part(ctx context.Context, client *minio.Client, name string, all []object) error {
	done := "done/" + name
	if _, err := client.StatObject(ctx, bucket, done, minio.StatObjectOptions{}); err == nil {
		return nil
	}
	fmt.Fprintf(os.Stderr, "making %d objects: %s\n", len(all), name)
	noise := make([]byte, 16<<20) // what does not compress, over and over
	_, _ = rand.Read(noise)
	objects := make(chan object)
	var workers sync.WaitGroup
	var failure error
	var once sync.Once
	for range 16 {
		workers.Go(func() {
			for o := range objects {
				if err := put(ctx, client, o, noise); err != nil {
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
	if failure != nil {
		return failure
	}
	return put(ctx, client, object{done, 1}, noise)
}

func put(ctx context.Context, client *minio.Client, o object, noise []byte) error {
	body := io.LimitReader(&repeated{of: noise}, o.size)
	if o.size <= int64(len(noise)) {
		body = bytes.NewReader(noise[:o.size])
	}
	_, err := client.PutObject(ctx, bucket, o.key, body, o.size, minio.PutObjectOptions{PartSize: 64 << 20})
	return err
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
