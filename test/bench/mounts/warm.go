package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// What is read and looked at before anything is measured, and by no job.
const (
	warmBytes       = 64 << 20
	warmMiddling    = 16
	warmLittle      = 300
	warmDirectories = 60
)

// warm has connections opened and code compiled: a mount is measured as it is after its first seconds.
func (b bench) warm(group string) error {
	switch group {
	case "data", "loader":
		return b.warmReads()
	case "fresh", "mount":
		return nil
	case "write":
		return b.warmWrites()
	}
	return b.warmNames()
}

func (b bench) warmReads() error {
	if b.isLimit() {
		_, _, _, err := b.ask(fmt.Sprintf("stream %d %d %d warm/up", streams, streamLength, warmBytes))
		return errors.Join(err, b.warmFiles())
	}
	file, err := os.Open(filepath.Join(b.directory, "warm/up"))
	if err != nil {
		return err
	}
	defer file.Close()
	n, err := io.Copy(io.Discard, file)
	if err == nil && n != warmBytes {
		err = fmt.Errorf("%d bytes", n)
	}
	return errors.Join(err, b.warmFiles())
}

func (b bench) warmFiles() error {
	_, middling := b.whole("warm/5m/%03d", 0, warmMiddling, 4)
	_, little := b.whole("warm/100k/%03d", 0, warmLittle, 16)
	return errors.Join(middling, little)
}

func (b bench) warmNames() error {
	if b.isLimit() {
		for range warmDirectories {
			if _, _, _, err := b.ask("list warm/tree/"); err != nil {
				return err
			}
		}
		return nil
	}
	if err := exec.Command("find", filepath.Join(b.directory, "warm/tree")).Run(); err != nil {
		return err
	}
	for d := range warmDirectories {
		if _, err := os.Lstat(filepath.Join(b.directory, fmt.Sprintf("warm/names/d%03d/f000", d))); err != nil {
			return err
		}
	}
	return nil
}

// warmWrites leaves in "written/warm" what the next session removes. Not every peer can do it.
func (b bench) warmWrites() error {
	if b.isLimit() {
		_, _, _, large := b.ask(fmt.Sprintf("upload %d %d %d written/warm/up", streams, streamLength, warmBytes))
		_, _, _, little := b.ask(fmt.Sprintf("put 4 %d %d written/warm/", small4k, warmLittle))
		return errors.Join(large, little)
	}
	err := os.MkdirAll(b.written("warm"), 0o755)
	if err == nil {
		err = b.warmFile()
	}
	if err == nil {
		_, err = makeFiles(b.written("warm"), warmLittle, 4)
	}
	if err != nil && b.name != "windlass" {
		fmt.Fprintf(os.Stderr, "%s cannot be warmed up: %v\n", b.name, err)
		return nil
	}
	return err
}

func (b bench) warmFile() error {
	file, err := os.Create(filepath.Join(b.written("warm"), "up"))
	for i := 0; i < warmBytes>>20 && err == nil; i++ {
		_, err = file.Write(make([]byte, 1<<20))
	}
	return errors.Join(err, file.Sync(), file.Close())
}
