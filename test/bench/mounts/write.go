package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// writing are the jobs that change a bucket, most of them in the folder "written" of their mount. All are timed
// until the server has what was written: not every client's fsync and close wait for that.
var writing = []job{
	{"write", "write-1", "sequential write, 256 KiB, fsync, 1 thread", "MiB/s", true, perGiB, write("a", 1)},
	{"write", "write-4", "sequential write, 256 KiB, fsync, 4 threads", "MiB/s", true, perGiB, write("b", 4)},
	{"write", "overwrite", "64 writes of 64 KiB anywhere in an object of 1 GiB, fsync", "s", false, "", overwrite},
	{"write", "append", "append of 4 KiB and fsync, mean", "ms", false, "", appendSmall},
	{"write", "create-1", "files of 4 KiB made, fsync, 1 thread", "files/s", true, perNames, create("one", 1)},
	{"write", "create-8", "files of 4 KiB made, fsync, 8 threads", "files/s", true, perNames, create("some", 8)},
	{"write", "create-16", "files of 4 KiB made, fsync, 16 threads", "files/s", true, perNames, create("many", 16)},
	{"write", "untar", "tar x of a tree of sources", "files/s", true, perNames, untar},
	{"write", "remove", "rm -r of it", "s", false, "", remove},
	{"write", "rename", "rename of a directory of files", "s", false, "", rename},
}

func (b bench) written(name string) string { return filepath.Join(b.directory, "written", name) }

func write(files string, threads int) func(context.Context, bench) (outcome, error) {
	return func(ctx context.Context, b bench) (outcome, error) {
		size := b.size.one
		if threads > 1 {
			size = b.size.each
		}
		all := size * int64(threads)
		started := time.Now()
		var err error
		if b.isLimit() {
			_, _, _, err = b.ask(fmt.Sprintf("upload %d %d %d%s", streams, streamLength, size, keys("written/"+files+".%d", 0, threads)))
		} else if err = os.MkdirAll(b.written(""), 0o755); err == nil {
			_, err = fio(ctx, b, "sequential-write", "written", map[string]string{"FILES": files,
				"THREADS": fmt.Sprint(threads), "SIZE": fmt.Sprint(size)})
		}
		for t := 0; t < threads && err == nil; t++ {
			err = b.bucket.await(ctx, fmt.Sprintf("written/%s.%d", files, t), size, "")
		}
		return outcome{value: mib(all) / time.Since(started).Seconds(), work: mib(all) / 1024, changed: all, files: threads}, err
	}
}

// overwrite changes parts of an object, which stays as long as it is.
func overwrite(ctx context.Context, b bench) (outcome, error) {
	const times, length = 64, 64 << 10
	if b.isLimit() {
		return nothing, nil
	}
	key := b.size.baseKey()
	before := b.bucket.etag(ctx, key, b.size.base)
	file, err := os.OpenFile(filepath.Join(b.directory, key), os.O_WRONLY, 0)
	if err != nil {
		return outcome{}, err
	}
	started := time.Now()
	noise := rand.NewChaCha8([32]byte{byte(started.UnixNano())})
	for i := 0; i < times && err == nil; i++ {
		block := make([]byte, length)
		_, _ = noise.Read(block)
		_, err = file.WriteAt(block, rand.Int64N(b.size.base/length)*length)
	}
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return outcome{}, err
	}
	err = b.bucket.await(ctx, key, b.size.base, before)
	return outcome{value: time.Since(started).Seconds(), changed: times * length}, err
}

func appendSmall(ctx context.Context, b bench) (outcome, error) {
	const times, length = 50, 4096
	if b.isLimit() {
		_, _, median, err := b.ask(fmt.Sprintf("put 1 %d %d written/append-", length, times))
		return outcome{value: median * 1000}, err
	}
	file, err := os.OpenFile(b.written("append"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return outcome{}, err
	}
	started := time.Now()
	done := 0
	for ; done < times && err == nil && time.Since(started) < loopBound; done++ {
		_, err = file.Write(make([]byte, length))
		err = errors.Join(err, file.Sync())
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return outcome{}, err
	}
	bytes := int64(done) * length
	err = b.bucket.await(ctx, "written/append", bytes, "")
	return outcome{value: time.Since(started).Seconds() * 1000 / float64(done), changed: bytes}, err
}

func create(folder string, threads int) func(context.Context, bench) (outcome, error) {
	return func(ctx context.Context, b bench) (outcome, error) {
		count := b.size.made
		if b.isLimit() {
			seconds, bytes, _, err := b.ask(fmt.Sprintf("put %d %d %d written/%s/", threads, small4k, count, folder))
			return outcome{value: float64(count) / seconds, work: float64(count) / 100_000, changed: bytes, files: count}, err
		}
		if err := os.MkdirAll(b.written(folder), 0o755); err != nil {
			return outcome{}, err
		}
		started := time.Now()
		done, err := makeFiles(b.written(folder), count, threads)
		if err != nil {
			return outcome{}, err
		}
		err = b.bucket.awaitCount(ctx, "written/"+folder+"/", done)
		return outcome{value: float64(done) / time.Since(started).Seconds(), work: float64(done) / 100_000,
			changed: int64(done) * small4k, files: done}, err
	}
}

const small4k = 4096

// makeFiles says how many there are in the end: fewer, where it takes too long.
func makeFiles(folder string, count, threads int) (int, error) {
	var next, made atomic.Int64
	failures := make([]error, threads)
	started := time.Now()
	var running sync.WaitGroup
	for t := range threads {
		running.Go(func() {
			for failures[t] == nil && time.Since(started) < loopBound {
				i := next.Add(1)
				if i > int64(count) {
					return
				}
				if failures[t] = makeFile(filepath.Join(folder, fmt.Sprint(i))); failures[t] == nil {
					made.Add(1)
				}
			}
		})
	}
	running.Wait()
	return int(made.Load()), errors.Join(failures...)
}

func makeFile(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = file.Write(make([]byte, small4k))
	return errors.Join(err, file.Sync(), file.Close())
}

// untar unpacks sources. Beside it stands a loop that puts as many objects, each of the mean length.
func untar(ctx context.Context, b bench) (outcome, error) {
	listing, err := exec.CommandContext(ctx, "tar", "-tf", b.tar).Output()
	if err != nil {
		return outcome{}, err
	}
	count := bytes.Count(listing, []byte("\n")) - bytes.Count(listing, []byte("/\n"))
	info, err := os.Stat(b.tar)
	if err != nil {
		return outcome{}, err
	}
	started := time.Now()
	if b.isLimit() {
		_, _, _, err = b.ask(fmt.Sprintf("put 1 %d %d written/go/", info.Size()/int64(count), count))
	} else {
		run := exec.CommandContext(ctx, "tar", "-C", b.written(""), "-xf", b.tar)
		run.Stderr = os.Stderr
		if err = run.Run(); err == nil {
			err = b.bucket.awaitCount(ctx, "written/go/", count)
		}
	}
	return outcome{value: float64(count) / time.Since(started).Seconds(), work: float64(count) / 100_000, changed: info.Size(), files: count}, err
}

// remove removes what untar has made.
func remove(ctx context.Context, b bench) (outcome, error) {
	return b.timed(func() error {
		return errors.Join(os.RemoveAll(b.written("go")), b.bucket.awaitCount(ctx, "written/go/", 0))
	})
}

// rename moves what was there before.
func rename(ctx context.Context, b bench) (outcome, error) {
	return b.timed(func() error {
		return errors.Join(os.Rename(b.written("before"), b.written("after")),
			b.bucket.awaitCount(ctx, "written/after/", b.size.renamed))
	})
}

func (b bench) timed(what func() error) (outcome, error) {
	if b.isLimit() {
		return nothing, nil
	}
	started := time.Now()
	err := what()
	return outcome{value: time.Since(started).Seconds()}, err
}
