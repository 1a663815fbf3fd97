package main

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
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"windlass/bench/proc"
	"windlass/bench/server"
)

// startBound ends the wait for a plugin that never answers.
const startBound = 2 * time.Minute

// plugin is windlass csi in one of its modes; it can be killed and started again.
type plugin struct {
	home        string // everything of its own: short, since its socket is in it
	launcher    string
	environment []string
	command     *exec.Cmd
	exited      chan struct{}
	connection  *grpc.ClientConn
}

// plugins sets up a controller and a node with the same keys.
func (s setup) plugins(endpoint string) (controller, node *plugin, err error) {
	credentials := filepath.Join(s.directory, "key")
	if err := writeCredentials(credentials); err != nil {
		return nil, nil, err
	}
	keys := "WINDLASS_KEYS=" + filepath.Join(credentials, "keys")
	controller = &plugin{home: filepath.Join(s.directory, "c"), launcher: s.windlass, environment: []string{
		keys, "WINDLASS_CSI_MODE=controller", "WINDLASS_BACKENDS=bench", "WINDLASS_BENCH_KIND=s3",
		"WINDLASS_BENCH_FLAVOR=minio", "WINDLASS_BENCH_ENDPOINT=http://" + endpoint,
		"WINDLASS_BENCH_CREDENTIALS=" + credentials}}
	home := filepath.Join(s.directory, "n")
	node = &plugin{home: home, launcher: s.windlass, environment: []string{
		keys, "WINDLASS_CSI_MODE=node", "WINDLASS_CSI_STATE=" + home + "/state",
		"WINDLASS_CSI_STAGING=" + home + "/staging", "WINDLASS_CSI_RUN=" + home + "/run"}}
	for _, directory := range []string{controller.home, node.home, node.mounts()} {
		if err := os.MkdirAll(directory, 0o700); err != nil {
			return nil, nil, err
		}
	}
	return controller, node, nil
}

func writeCredentials(directory string) error {
	if err := os.Mkdir(directory, 0o700); err != nil {
		return err
	}
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	for name, text := range map[string]string{
		"keys": base64.StdEncoding.EncodeToString(key), "accessKeyId": server.AccessKey, "secretAccessKey": server.SecretKey,
	} {
		if err := os.WriteFile(filepath.Join(directory, name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// mounts is where volumes are mounted.
func (p *plugin) mounts() string { return filepath.Join(p.home, "m") }

// start runs it, and gives the time until it answered that it is ready.
func (p *plugin) start(ctx context.Context) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, startBound)
	defer cancel()
	socket := filepath.Join(p.home, "csi.sock")
	if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, err
	}
	log, err := os.OpenFile(filepath.Join(p.home, "plugin.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	defer log.Close()
	p.command = exec.Command(p.launcher, "csi")
	p.command.Env = append(append(os.Environ(), p.environment...), "CSI_ENDPOINT=unix://"+socket)
	p.command.Stdout, p.command.Stderr = log, log
	p.command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	began := time.Now()
	if err := p.command.Start(); err != nil {
		return 0, err
	}
	p.exited = make(chan struct{})
	go func() {
		_ = p.command.Wait()
		close(p.exited)
	}()
	if err := p.awaitReady(ctx, socket); err != nil {
		return 0, fmt.Errorf("%w (see %s)", err, log.Name())
	}
	return time.Since(began), nil
}

func (p *plugin) awaitReady(ctx context.Context, socket string) error {
	for {
		opened, err := net.Dial("unix", socket)
		if err == nil {
			_ = opened.Close()
			break
		}
		if err := p.pause(ctx); err != nil {
			return err
		}
	}
	connection, err := grpc.NewClient("unix://"+socket, grpc.WithAuthority("localhost"),
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	p.connection = connection
	for {
		answer, err := csi.NewIdentityClient(connection).Probe(ctx, &csi.ProbeRequest{})
		if err == nil && (answer.Ready == nil || answer.Ready.Value) {
			return nil
		}
		if err := p.pause(ctx); err != nil {
			return err
		}
	}
}

func (p *plugin) pause(ctx context.Context) error {
	select {
	case <-p.exited:
		return errors.New("the plugin ended before it was ready")
	case <-ctx.Done():
		return fmt.Errorf("the plugin is not ready: %w", context.Cause(ctx))
	case <-time.After(time.Millisecond):
		return nil
	}
}

// kill ends the plugin and nothing else: what it mounted stays.
func (p *plugin) kill() {
	if p.connection != nil {
		_ = p.connection.Close()
		p.connection = nil
	}
	if p.command != nil && p.exited != nil {
		_ = p.command.Process.Kill()
		<-p.exited
	}
}

// end kills it, takes away what is mounted, and ends its mounter.
func (p *plugin) end() {
	p.kill()
	text, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		progress("mounts stay: %v", err)
		return
	}
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 4 && strings.HasPrefix(words[4], p.home+"/") {
			_ = syscall.Unmount(words[4], syscall.MNT_FORCE)
			_ = syscall.Unmount(words[4], syscall.MNT_DETACH)
		}
	}
	if pid, err := p.mounter(); err == nil {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// mounter is the process that serves the mounts of a node.
func (p *plugin) mounter() (int, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0, err
	}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err == nil && strings.Contains(string(text), "\x00mounter\x00"+p.home+"/run") {
			return pid, nil
		}
	}
	return 0, errors.New("there is no mounter")
}

// memory is what the plugin and its mounter have resident, in KiB, when they have been idle for a while.
func (p *plugin) memory(ctx context.Context) (plugin, mounter int, err error) {
	select {
	case <-time.After(3 * time.Second):
	case <-ctx.Done():
		return 0, 0, context.Cause(ctx)
	}
	if plugin, err = proc.KiB(p.command.Process.Pid, "status", "VmRSS:"); err != nil {
		return 0, 0, err
	}
	pid, err := p.mounter()
	if err != nil {
		return 0, 0, err
	}
	mounter, err = proc.KiB(pid, "status", "VmRSS:")
	return plugin, mounter, err
}
