// Package driver runs Windlass's drivers for a benchmark.
package driver

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"windlass/bench/proc"
	"windlass/bench/server"
)

// startBound ends the wait for a driver that never answers.
const startBound = 2 * time.Minute

// Backend makes a directory with the driver's key and that of MinIO's administrator, and gives the environment of a
// driver whose backend is MinIO.
func Backend(endpoint, directory string) ([]string, error) {
	if err := os.MkdirAll(directory, 0o700); err != nil {
		return nil, err
	}
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	for name, text := range map[string]string{
		"keys": base64.StdEncoding.EncodeToString(key), "accessKeyId": server.AccessKey, "secretAccessKey": server.SecretKey,
	} {
		if err := os.WriteFile(filepath.Join(directory, name), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	return []string{"WINDLASS_KEYS=" + filepath.Join(directory, "keys"), "WINDLASS_BACKENDS=bench", "WINDLASS_BENCH_KIND=s3", "WINDLASS_BENCH_FLAVOR=minio",
		"WINDLASS_BENCH_ENDPOINT=http://" + endpoint, "WINDLASS_BENCH_CREDENTIALS=" + directory}, nil
}

// Driver is one of the launcher's drivers, cosi or csi; it can be killed and started again.
type Driver struct {
	Launcher, Which string
	Home            string // everything of its own: short, since its socket is in it
	Environment     []string
	Connection      *grpc.ClientConn
	command         *exec.Cmd
	exited          chan struct{}
}

// Start runs it and waits for its socket, which is then connected. It dies with the thread that calls this.
func (d *Driver) Start(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startBound)
	defer cancel()
	socket := filepath.Join(d.Home, d.Which+".sock")
	if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	log, err := os.OpenFile(filepath.Join(d.Home, d.Which+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	d.command = exec.Command(d.Launcher, d.Which)
	d.command.Env = append(append(os.Environ(), d.Environment...), "COSI_ENDPOINT=unix://"+socket, "CSI_ENDPOINT=unix://"+socket)
	d.command.Stdout, d.command.Stderr = log, log
	d.command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := d.command.Start(); err != nil {
		return err
	}
	d.exited = make(chan struct{})
	go func() {
		_ = d.command.Wait()
		close(d.exited)
	}()
	err = d.Await(ctx, func() bool {
		opened, err := net.Dial("unix", socket)
		if err == nil {
			_ = opened.Close()
		}
		return err == nil
	})
	if err == nil {
		d.Connection, err = grpc.NewClient("unix://"+socket, grpc.WithAuthority("localhost"),
			grpc.WithTransportCredentials(insecure.NewCredentials()))
	}
	return err
}

// Await looks every millisecond whether it is ready.
func (d *Driver) Await(ctx context.Context, ready func() bool) error {
	for !ready() {
		select {
		case <-d.exited:
			return fmt.Errorf("%s ended before it was ready (see its log in %s)", d.Which, d.Home)
		case <-ctx.Done():
			return fmt.Errorf("%s is not ready (see its log in %s): %w", d.Which, d.Home, context.Cause(ctx))
		case <-time.After(time.Millisecond):
		}
	}
	return nil
}

// Stop ends it as its sidecar does, and Kill at once, with nothing else: what it mounted stays.
func (d *Driver) Stop() { d.end(syscall.SIGTERM) }
func (d *Driver) Kill() { d.end(syscall.SIGKILL) }

func (d *Driver) end(signal syscall.Signal) {
	if d.Connection != nil {
		_ = d.Connection.Close()
		d.Connection = nil
	}
	if d.exited != nil {
		_ = d.command.Process.Signal(signal)
		<-d.exited
	}
}

// Pid is that of the process.
func (d *Driver) Pid() int { return d.command.Process.Pid }

// CPU is the processor time used so far.
func (d *Driver) CPU() (time.Duration, error) { return proc.CPU(d.Pid()) }
