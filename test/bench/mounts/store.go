package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

const bucket = "bench"

// objects is the bucket as a plain client sees it.
type objects interface {
	put(ctx context.Context, key string, body io.Reader, size int64) error
	stat(ctx context.Context, key string) (etag string, size int64, err error)
	// list gives all keys below a prefix.
	list(ctx context.Context, prefix string) ([]string, error)
	// remove removes all objects below a prefix.
	remove(ctx context.Context, prefix string) error
}

// store is what the benchmark does with it.
type store struct{ objects }

// part makes some of the objects, and then one that says that they are there; nothing if that is there.
func (s store) part(ctx context.Context, name string, all []object) error {
	done := object{"done/" + name, 1}
	if _, _, err := s.stat(ctx, done.key); err == nil {
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
				if err := s.fill(ctx, o, noise); err != nil {
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

func (s store) fill(ctx context.Context, o object, noise []byte) error {
	body := io.LimitReader(&repeated{of: noise}, o.size)
	if o.size <= int64(len(noise)) {
		body = bytes.NewReader(noise[:o.size])
	}
	return s.put(ctx, o.key, body, o.size)
}

// etag tells the versions of an object apart; empty if there is none of that size.
func (s store) etag(ctx context.Context, key string, size int64) string {
	etag, found, err := s.stat(ctx, key)
	if err != nil || found != size {
		return ""
	}
	return etag
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
		keys, err := s.list(ctx, prefix)
		found := 0
		for _, key := range keys {
			if !strings.HasSuffix(key, "/") {
				found++
			}
		}
		return err == nil && found == count
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

// each does something with every key below a prefix.
func each(ctx context.Context, o objects, prefix string, do func(key string) error) error {
	keys, err := o.list(ctx, prefix)
	failures := []error{err}
	for _, key := range keys {
		failures = append(failures, do(key))
	}
	return errors.Join(failures...)
}
