package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
)

// sizes is how much there is to read.
type sizes struct {
	one, each          int64   // bytes of a file that one thread reads, and that each of four does
	directories, files int     // of the tree
	middling, little   int     // how many files of 5 MiB and of 100 KiB for each of two jobs
	names              int     // to be looked up
	seconds            float64 // of random reading
	base               int64   // bytes of an object that is changed
	made, renamed      int     // files that are made, and that a directory has which is renamed
}

var (
	full = sizes{one: 256 << 20, each: 96 << 20, directories: 1000, files: 100, middling: 32, little: 200, names: 10_000, seconds: 1, base: 1 << 30, made: 1000, renamed: 10_000}
	// For servers that have all in memory, or one thread.
	medium = sizes{one: 128 << 20, each: 32 << 20, directories: 10, files: 100, middling: 8, little: 50, names: 500, seconds: 1, base: 64 << 20, made: 500, renamed: 500}
	small  = sizes{one: 64 << 20, each: 32 << 20, directories: 50, files: 20, middling: 8, little: 50, names: 500, seconds: 0.5, base: 64 << 20, made: 50, renamed: 100}
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

func (s sizes) baseKey() string { return fmt.Sprintf("base/%d", s.base) }

func (s sizes) name(directory, file int) string {
	return fmt.Sprintf("%s/d%03d/f%03d", s.root(), directory, file)
}

// describe says how much there is for the jobs that read, or for those that write.
func (s sizes) describe(writing bool) string {
	if writing {
		return fmt.Sprintf("streams of %d MiB, or four of %d MiB; %d small files; a directory of %d files; Go's own src/go for tar",
			s.one>>20, s.each>>20, s.made, s.renamed)
	}
	return fmt.Sprintf("a tree of %d directories with %d files each", s.directories, s.files)
}

// fill makes the objects unless they were made by an earlier run, and the archive.
func (s *setup) fill(ctx context.Context, directory string) error {
	if s.writing {
		s.tar = filepath.Join(directory, "go.tar")
		source := filepath.Join(runtime.GOROOT(), "src")
		if err := exec.Command("tar", "-C", source, "-cf", s.tar, "go").Run(); err != nil {
			return fmt.Errorf("tar of %s: %w", source, err)
		}
		return errors.Join(
			s.bucket.part(ctx, "warmth", warmth()),
			s.bucket.part(ctx, fmt.Sprintf("base-%d", s.size.base), []object{{s.size.baseKey(), s.size.base}}))
	}
	return errors.Join(
		s.bucket.part(ctx, fmt.Sprintf("data-%d-%d-%d-%d", s.size.one, s.size.each, s.size.middling, s.size.little), s.size.data()),
		s.bucket.part(ctx, "warmth", warmth()),
		s.bucket.part(ctx, fmt.Sprintf("tree-%d-%d", s.size.directories, s.size.files), s.size.tree()))
}

// prepare leaves in the folder "written" what a client may rename, and nothing else.
func (s setup) prepare(ctx context.Context) error {
	if err := s.bucket.remove(ctx, "written/"); err != nil {
		return err
	}
	if len(named(s.chosen(), []string{"rename"})) == 0 {
		return nil
	}
	return s.bucket.make(ctx, series(nil, "written/before/%05d", s.size.renamed, 100))
}
