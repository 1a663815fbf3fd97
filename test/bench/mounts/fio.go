package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// fioFigures is what fio says of all threads of a job together.
type fioFigures struct {
	bytes   int64
	seconds float64
	mean    time.Duration // of one read or write
}

// fio runs a job file with the variables that it asks for, on files of a folder.
func fio(ctx context.Context, b bench, job, folder string, variables map[string]string) (fioFigures, error) {
	command := exec.CommandContext(ctx, "fio", "--output-format=json", filepath.Join(b.fio, job+".fio"))
	command.Env = append(os.Environ(), "DIRECTORY="+filepath.Join(b.directory, folder))
	for name, value := range variables {
		command.Env = append(command.Env, name+"="+value)
	}
	var text, complaints bytes.Buffer
	command.Stdout, command.Stderr = &text, &complaints
	if err := command.Run(); err != nil {
		return fioFigures{}, fmt.Errorf("fio %s: %w: %s%s", job, err, complaints.String(), text.String())
	}
	var said struct {
		Jobs []struct {
			Error       int
			Read, Write struct {
				Bytes   int64 `json:"io_bytes"`
				Runtime int64 `json:"runtime"` // ms
				Latency struct {
					Mean float64
				} `json:"clat_ns"`
			}
		}
	}
	// Notes of fio's may come before the JSON.
	if err := json.Unmarshal(text.Bytes()[max(0, bytes.IndexByte(text.Bytes(), '{')):], &said); err != nil {
		return fioFigures{}, fmt.Errorf("fio %s: %w", job, err)
	}
	if len(said.Jobs) != 1 || said.Jobs[0].Error != 0 || said.Jobs[0].Read.Bytes+said.Jobs[0].Write.Bytes == 0 {
		return fioFigures{}, fmt.Errorf("fio %s: %s", job, text.String())
	}
	done := said.Jobs[0].Read
	if done.Bytes == 0 {
		done = said.Jobs[0].Write
	}
	return fioFigures{done.Bytes, float64(done.Runtime) / 1000, time.Duration(done.Latency.Mean)}, nil
}
