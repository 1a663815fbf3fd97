package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// writing are the jobs that change a bucket, each in the folder "written" of its mount, and the last one
// leaves nothing of it. All end with what was written in the bucket, as far as fsync keeps its promise.
var writing = []job{
	{"write", "write-1", "sequential write, 256 KiB, fsync, 1 thread", "MiB/s", true, perGiB, write("a", 1)},
	{"write", "write-4", "sequential write, 256 KiB, fsync, 4 threads", "MiB/s", true, perGiB, write("b", 4)},
	{"write", "append", "append of 4 KiB and fsync, mean", "ms", false, "", appendSmall},
	{"write", "create-1", "files of 4 KiB made, fsync, 1 thread", "files/s", true, perNames, create("one", 1)},
	{"write", "create-16", "files of 4 KiB made, fsync, 16 threads", "files/s", true, perNames, create("many", 16)},
	{"write", "rename", "rename of a directory of files", "s", false, perNames, rename},
	{"write", "remove", "rm -r of it", "s", false, perNames, remove},
}

// isWriting says whether a group needs a mount that can be written.
func isWriting(group string) bool { return group == "write" }

func write(files string, threads int) func(context.Context, bench) (outcome, error) {
	return func(ctx context.Context, b bench) (outcome, error) {
		size := b.size.one
		if threads > 1 {
			size = b.size.each
		}
		started := time.Now()
		var bytes int64
		var err error
		if b.isLimit() {
			_, bytes, _, err = b.ask(fmt.Sprintf("upload %d %d %d%s", streams, streamLength, size, keys("written/"+files+".%d", 0, threads)))
		} else if err = os.MkdirAll(b.written(), 0o755); err == nil {
			var f fioFigures
			f, err = fio(ctx, b, "sequential-write", "written", map[string]string{"FILES": files,
				"THREADS": fmt.Sprint(threads), "SIZE": fmt.Sprint(size)})
			bytes = f.bytes
		}
		return outcome{mib(bytes) / time.Since(started).Seconds(), mib(bytes) / 1024}, err
	}
}

func (b bench) written() string { return filepath.Join(b.directory, "written") }

func appendSmall(_ context.Context, b bench) (outcome, error) {
	const times = 50
	started := time.Now()
	if b.isLimit() {
		_, _, median, err := b.ask(fmt.Sprintf("put 1 4096 %d written/append-", times))
		return outcome{value: median * 1000}, err
	}
	file, err := os.OpenFile(filepath.Join(b.written(), "append"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return outcome{}, err
	}
	defer file.Close()
	done := 0
	for ; done < times && time.Since(started) < loopBound; done++ {
		if _, err := file.Write(make([]byte, 4096)); err != nil {
			return outcome{}, err
		}
		if err := file.Sync(); err != nil {
			return outcome{}, err
		}
	}
	return outcome{value: time.Since(started).Seconds() * 1000 / float64(done)}, nil
}

func create(folder string, threads int) func(context.Context, bench) (outcome, error) {
	return func(_ context.Context, b bench) (outcome, error) {
		count := b.size.names / 10
		if b.isLimit() {
			seconds, _, _, err := b.ask(fmt.Sprintf("put %d 4096 %d written/%s/", threads, count, folder))
			return outcome{float64(count) / seconds, float64(count) / 100_000}, err
		}
		directory := filepath.Join(b.written(), folder)
		if err := os.MkdirAll(directory, 0o755); err != nil {
			return outcome{}, err
		}
		var next atomic.Int64
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
					failures[t] = makeFile(filepath.Join(directory, fmt.Sprint(i)))
				}
			})
		}
		running.Wait()
		done := min(float64(next.Load()), float64(count))
		return outcome{done / time.Since(started).Seconds(), done / 100_000}, errors.Join(failures...)
	}
}

func makeFile(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = file.Write(make([]byte, 4096))
	return errors.Join(err, file.Sync(), file.Close())
}

// rename moves what create has made.
func rename(_ context.Context, b bench) (outcome, error) {
	return b.timed(func() error {
		return os.Rename(filepath.Join(b.written(), "many"), filepath.Join(b.written(), "moved"))
	})
}

func remove(_ context.Context, b bench) (outcome, error) {
	return b.timed(func() error { return os.RemoveAll(b.written()) })
}

func (b bench) timed(what func() error) (outcome, error) {
	if b.isLimit() {
		return nothing, nil
	}
	started := time.Now()
	err := what()
	return outcome{value: time.Since(started).Seconds()}, err
}
