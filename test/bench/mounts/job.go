package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// job is one thing to measure. Jobs of one group, which follow each other in the list, share a mount
// and touch different files, unless it is their point to find what another has left.
type job struct {
	group, name, title string
	unit               string
	more               bool   // whether more is better
	work               string // what processor time is counted by; empty if it is too little to count
	run                func(context.Context, bench) (outcome, error)
}

// bench is what a job works with.
type bench struct {
	*running
	setup
}

// outcome is what a job showed: its figure, how much work that was, how many bytes were changed by it, and how many
// files were read, listed or made.
type outcome struct {
	value   float64
	work    float64
	changed int64
	files   int
}

// nothing is the outcome where there is nothing to be compared with.
var nothing = outcome{value: math.NaN()}

const (
	perGiB   = "CPU s per GiB"
	perNames = "CPU s per 100,000 names"
)

// firstBytes is of how many files the first byte is timed.
const firstBytes = 20

// loopBound ends loops of this program over files: what was done until then gives the rate.
const loopBound = 2 * time.Second

var jobs = []job{
	{"data", "seq-1", "sequential read, 256 KiB, 1 thread", "MiB/s", true, perGiB, sequential("a", 1, false)},
	{"data", "seq-4", "sequential read, 256 KiB, 4 threads", "MiB/s", true, perGiB, sequential("b", 4, false)},
	{"data", "seq-direct-1", "sequential read, 256 KiB, 1 thread, O_DIRECT", "MiB/s", true, perGiB, sequential("c", 1, true)},
	{"data", "seq-direct-4", "sequential read, 256 KiB, 4 threads, O_DIRECT", "MiB/s", true, perGiB, sequential("d", 4, true)},
	{"data", "random-256k-1", "random read, 256 KiB, 1 thread, mean", "ms", false, perGiB, random("a", 1, 256<<10)},
	{"data", "random-256k-4", "random read, 256 KiB, 4 threads, mean", "ms", false, perGiB, random("b", 4, 256<<10)},
	{"data", "random-4k-1", "random read, 4 KiB, 1 thread, mean", "ms", false, "", random("c", 1, 4<<10)},
	{"data", "random-4k-4", "random read, 4 KiB, 4 threads, mean", "ms", false, "", random("d", 4, 4<<10)},
	{"data", "first-byte", "open and first byte, median", "ms", false, "", first},
	{"data", "files-5m-1", "files of 5 MiB, 1 thread", "files/s", true, perGiB, middling(1, 0)},
	{"data", "files-5m-4", "files of 5 MiB, 4 threads", "files/s", true, perGiB, middling(4, 1)},
	{"data", "files-100k-1", "files of 100 KiB, 1 thread", "files/s", true, perGiB, little(1, 0)},
	{"data", "files-100k-4", "files of 100 KiB, 4 threads", "files/s", true, perGiB, little(4, 1)},
	{"loader", "loader", "files of 100 KiB of a listed directory, shuffled, 16 threads", "files/s", true, perGiB, loader},
	{"fresh", "fresh", "fresh mount: files of 100 KiB of a listed directory, shuffled, 16 threads", "files/s", true, perGiB, loader},
	{"mount", "mount-time", "from the start until mounted", "ms", false, "", mountTime},
	{"mount", "mount-cpu", "processor time until mounted", "s", false, "", mountCPU},
	{"mount", "mount-rest", "memory at rest", "MiB", false, "", atRest},
	{"ls", "ls-cold", "ls -lR, cold", "s", false, perNames, list("ls", "-lR")},
	{"ls", "ls-warm", "ls -lR again", "s", false, perNames, list("ls", "-lR")},
	{"find", "find", "find -type f, cold", "s", false, perNames, list("find", "-type", "f")},
	{"stat", "stat", "stat of known names, cold", "names/s", true, perNames, stat},
}

func names() []string {
	var names []string
	for _, j := range slices.Concat(jobs, writing) {
		names = append(names, j.name)
	}
	return names
}

// chosen are the jobs that read, or that write, and of them those that are asked for.
func (s setup) chosen() []job {
	all := jobs
	if s.writing {
		all = writing
	}
	if len(s.jobs) == 0 {
		return all
	}
	return named(all, s.jobs)
}

// named are those whose names begin with one of prefixes.
func named(all []job, prefixes []string) []job {
	return slices.DeleteFunc(slices.Clone(all), func(j job) bool {
		return !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(j.name, p) })
	})
}

// streams is how many requests the limit has under way: as many as Windlass has for one reader.
const streams, streamLength = 8, 8 << 20

func sequential(files string, threads int, direct bool) func(context.Context, bench) (outcome, error) {
	return func(ctx context.Context, b bench) (outcome, error) {
		size := b.size.one
		if threads > 1 {
			size = b.size.each
		}
		if b.isLimit() {
			seconds, bytes, _, err := b.ask(fmt.Sprintf("stream %d %d %d%s", streams, streamLength, size, keys("stream/"+files+".%d", 0, threads)))
			return outcome{value: mib(bytes) / seconds, work: mib(bytes) / 1024, files: threads}, err
		}
		f, err := fio(ctx, b, "sequential-read", "stream", map[string]string{"FILES": files, "THREADS": fmt.Sprint(threads),
			"DIRECT": map[bool]string{true: "1", false: "0"}[direct], "SIZE": fmt.Sprint(size)})
		if err != nil {
			return outcome{}, err
		}
		return outcome{value: mib(f.bytes) / f.seconds, work: mib(f.bytes) / 1024, files: threads}, nil
	}
}

func random(files string, threads, block int) func(context.Context, bench) (outcome, error) {
	return func(ctx context.Context, b bench) (outcome, error) {
		if b.isLimit() {
			seconds, bytes, _, err := b.ask(fmt.Sprintf("random %d %d %g%s", threads, block, b.size.seconds, keys("random/"+files+".%d", 0, threads)))
			reads := float64(bytes) / float64(block)
			return outcome{value: seconds * float64(threads) / reads * 1000, work: mib(bytes) / 1024}, err
		}
		size := b.size.one
		if threads > 1 {
			size = b.size.each
		}
		f, err := fio(ctx, b, "random-read", "random", map[string]string{"FILES": files, "THREADS": fmt.Sprint(threads),
			"BLOCK": fmt.Sprint(block), "MILLISECONDS": fmt.Sprintf("%.0f", b.size.seconds*1000), "SIZE": fmt.Sprint(size)})
		return outcome{value: f.mean.Seconds() * 1000, work: mib(f.bytes) / 1024}, err
	}
}

func first(_ context.Context, b bench) (outcome, error) {
	if b.isLimit() {
		_, _, median, err := b.ask("stream 1 1 1" + keys("files/first/%03d", 0, firstBytes))
		return outcome{value: median * 1000, files: firstBytes}, err
	}
	var each []float64
	for i := range firstBytes {
		at := time.Now()
		file, err := os.Open(filepath.Join(b.directory, fmt.Sprintf("files/first/%03d", i)))
		if err != nil {
			return outcome{}, err
		}
		_, err = file.Read(make([]byte, 1))
		each = append(each, time.Since(at).Seconds()*1000)
		if err := errors.Join(err, file.Close()); err != nil {
			return outcome{}, err
		}
	}
	slices.Sort(each)
	return outcome{value: each[len(each)/2], files: firstBytes}, nil
}

func middling(threads, half int) func(context.Context, bench) (outcome, error) {
	return func(_ context.Context, b bench) (outcome, error) {
		return b.whole("files/5m/%03d", half*b.size.middling, b.size.middling, threads)
	}
}

func little(threads, half int) func(context.Context, bench) (outcome, error) {
	return func(_ context.Context, b bench) (outcome, error) {
		return b.whole("files/100k/%03d", half*b.size.little, b.size.little, threads)
	}
}

// loader reads files as who trains a model does: it lists a directory, and has many threads read in a drawn order.
func loader(_ context.Context, b bench) (outcome, error) {
	var names []string
	if b.isLimit() {
		for i := range 2 * b.size.little {
			names = append(names, fmt.Sprintf("files/100k/%03d", i))
		}
	} else {
		entries, err := os.ReadDir(filepath.Join(b.directory, "files/100k"))
		if err != nil {
			return outcome{}, err
		}
		for _, entry := range entries {
			names = append(names, "files/100k/"+entry.Name())
		}
	}
	drawn := rand.New(rand.NewPCG(1, 2))
	drawn.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return b.read(names, 16)
}

func mountTime(_ context.Context, b bench) (outcome, error) {
	return b.ofMount(b.running.ready.Seconds() * 1000), nil
}

func mountCPU(_ context.Context, b bench) (outcome, error) {
	return b.ofMount(b.running.readyCPU.Seconds()), nil
}

// restAfter is how long a mount is left alone before it is taken to be at rest.
const restAfter = 3 * time.Second

func atRest(ctx context.Context, b bench) (outcome, error) {
	if b.isLimit() {
		return nothing, nil
	}
	select {
	case <-time.After(restAfter):
	case <-ctx.Done():
	}
	kib, err := b.memory("VmRSS:")
	return b.ofMount(float64(kib) / 1024), err
}

func (b bench) ofMount(value float64) outcome {
	if b.isLimit() {
		return nothing
	}
	return outcome{value: value}
}

// whole reads files from beginning to end, one after another in each thread.
func (b bench) whole(format string, from, count, threads int) (outcome, error) {
	var names []string
	for i := range count {
		names = append(names, fmt.Sprintf(format, from+i))
	}
	return b.read(names, threads)
}

func (b bench) read(names []string, threads int) (outcome, error) {
	count := len(names)
	if b.isLimit() {
		seconds, bytes, _, err := b.ask(fmt.Sprintf("whole %d %s", threads, strings.Join(names, " ")))
		return outcome{value: float64(count) / seconds, work: mib(bytes) / 1024, files: count}, err
	}
	var next, read atomic.Int64
	failures := make([]error, threads)
	started := time.Now()
	var running sync.WaitGroup
	for t := range threads {
		running.Go(func() {
			block := make([]byte, 256<<10)
			for failures[t] == nil && time.Since(started) < loopBound {
				i := next.Add(1) - 1
				if i >= int64(count) {
					return
				}
				failures[t] = drain(filepath.Join(b.directory, names[i]), block, &read)
			}
		})
	}
	running.Wait()
	seconds := time.Since(started).Seconds()
	done := math.Min(float64(next.Load()), float64(count))
	return outcome{value: done / seconds, work: mib(read.Load()) / 1024, files: int(done)}, errors.Join(failures...)
}

func drain(path string, block []byte, read *atomic.Int64) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	var sum int64
	for {
		n, err := file.Read(block)
		sum += int64(n)
		if n == 0 {
			if sum != info.Size() {
				return fmt.Errorf("%s: %d bytes of %d: %w", path, sum, info.Size(), err)
			}
			read.Add(sum)
			return nil
		}
	}
}

// list has a program go through the tree; all files must be among what it prints.
func list(command string, arguments ...string) func(context.Context, bench) (outcome, error) {
	return func(ctx context.Context, b bench) (outcome, error) {
		wanted := b.size.directories * b.size.files
		work := float64(wanted) / 100_000
		if b.isLimit() {
			seconds, names, _, err := b.ask("list " + b.size.root() + "/")
			if err == nil && int(names) != wanted {
				err = fmt.Errorf("%d names instead of %d", names, wanted)
			}
			return outcome{value: seconds, work: work, files: wanted}, err
		}
		words := append([]string{filepath.Join(b.directory, b.size.root())}, arguments...)
		if command == "ls" {
			words = append(slices.Clone(arguments), words[0])
		}
		var lines counter
		run := exec.CommandContext(ctx, command, words...)
		run.Stdout = &lines
		run.Stderr = os.Stderr
		started := time.Now()
		err := run.Run()
		seconds := time.Since(started).Seconds()
		if err == nil && lines.found < wanted {
			err = fmt.Errorf("%s printed %d lines for %d files", command, lines.found, wanted)
		}
		return outcome{value: seconds, work: work, files: wanted}, err
	}
}

// counter counts lines.
type counter struct{ found int }

func (c *counter) Write(text []byte) (int, error) {
	c.found += bytes.Count(text, []byte("\n"))
	return len(text), nil
}

// stat looks up names that the program knows without having listed anything: of a tenth of the directories.
func stat(_ context.Context, b bench) (outcome, error) {
	if b.isLimit() {
		return nothing, nil
	}
	started := time.Now()
	done := 0
	step := max(1, b.size.directories*b.size.files/b.size.names)
	for d := 0; d < b.size.directories; d += step {
		for f := range b.size.files {
			if time.Since(started) > loopBound {
				break
			}
			if _, err := os.Lstat(filepath.Join(b.directory, b.size.name(d, f))); err != nil {
				return outcome{}, err
			}
			done++
		}
	}
	return outcome{value: float64(done) / time.Since(started).Seconds(), work: float64(done) / 100_000, files: done}, nil
}

func (b bench) isLimit() bool { return b.running.client.limit }

func mib(bytes int64) float64 { return float64(bytes) / (1 << 20) }

// keys are count keys as further words of a command.
func keys(format string, from, count int) string {
	var text strings.Builder
	for i := range count {
		fmt.Fprintf(&text, " "+format, from+i)
	}
	return text.String()
}
