package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/container-storage-interface/spec/lib/go/csi"

	"windlass/bench/driver"
	"windlass/bench/proc"
)

// readyBound ends the wait for a plugin that never gets ready.
const readyBound = 2 * time.Minute

// plugin is windlass csi in one of its modes.
type plugin struct{ driver.Driver }

// plugins sets up a controller and a node, which has a key of its own.
func (s setup) plugins(endpoint string) (controller, node *plugin, err error) {
	environment, err := driver.Backend(endpoint, filepath.Join(s.directory, "key"))
	if err != nil {
		return nil, nil, err
	}
	home := filepath.Join(s.directory, "n")
	controller = &plugin{driver.Driver{Launcher: s.windlass, Which: "csi", Home: filepath.Join(s.directory, "c"),
		Environment: append(environment, "WINDLASS_CSI_MODE=controller")}}
	node = &plugin{driver.Driver{Launcher: s.windlass, Which: "csi", Home: home, Environment: []string{
		"WINDLASS_CSI_MODE=node", "WINDLASS_CSI_STATE=" + home + "/state",
		"WINDLASS_CSI_STAGING=" + home + "/staging", "WINDLASS_CSI_RUN=" + home + "/run"}}}
	for _, directory := range []string{controller.Home, node.Home, node.mounts()} {
		if err := os.MkdirAll(directory, 0o700); err != nil {
			return nil, nil, err
		}
	}
	return controller, node, nil
}

// mounts is where volumes are mounted.
func (p *plugin) mounts() string { return filepath.Join(p.Home, "m") }

// start runs it, and gives the time until it answered that it is ready.
func (p *plugin) start(ctx context.Context) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, readyBound)
	defer cancel()
	began := time.Now()
	if err := p.Start(ctx); err != nil {
		return 0, err
	}
	err := p.Await(ctx, func() bool {
		answer, err := csi.NewIdentityClient(p.Connection).Probe(ctx, &csi.ProbeRequest{})
		return err == nil && (answer.Ready == nil || answer.Ready.Value)
	})
	return time.Since(began), err
}

// end kills it, takes away what is mounted, and ends its mounter.
func (p *plugin) end() {
	p.Kill()
	text, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		progress("mounts stay: %v", err)
		return
	}
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 4 && strings.HasPrefix(words[4], p.Home+"/") {
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
		if err == nil && strings.Contains(string(text), "\x00mounter\x00"+p.Home+"/run") {
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
	if plugin, err = proc.KiB(p.Pid(), "status", "VmRSS:"); err != nil {
		return 0, 0, err
	}
	pid, err := p.mounter()
	if err != nil {
		return 0, 0, err
	}
	mounter, err = proc.KiB(pid, "status", "VmRSS:")
	return plugin, mounter, err
}
