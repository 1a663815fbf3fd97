package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// files are the files of a client that keeps them in a form of its own, as the mount of it shows them.
type files struct{ root string }

func (f files) path(key string) string { return filepath.Join(f.root, key) }

func (f files) put(_ context.Context, key string, body io.Reader, _ int64) error {
	if err := os.MkdirAll(filepath.Dir(f.path(key)), 0o755); err != nil {
		return err
	}
	file, err := os.Create(f.path(key))
	if err != nil {
		return err
	}
	_, err = io.Copy(file, body)
	return errors.Join(err, file.Close())
}

func (f files) stat(_ context.Context, key string) (string, int64, error) {
	info, err := os.Stat(f.path(key))
	if err != nil {
		return "", 0, err
	}
	return fmt.Sprint(info.ModTime().UnixNano()), info.Size(), nil
}

func (f files) list(_ context.Context, prefix string) ([]string, error) {
	var keys []string
	err := filepath.WalkDir(f.path(prefix), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			keys = append(keys, strings.TrimPrefix(path, f.root+"/"))
		}
		return err
	})
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return keys, err
}

func (f files) remove(_ context.Context, prefix string) error { return os.RemoveAll(f.path(prefix)) }
