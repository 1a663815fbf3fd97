package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"windlass/bench/proc"
	"windlass/bench/report"
	"windlass/bench/server"
)

// startBound ends the wait for a mount that never comes, stopBound for one that does not go.
const startBound, stopBound = 30 * time.Second, 20 * time.Second

// network is a way to the server. What is sent over it is counted where sent is there.
type network struct {
	name, endpoint string
	sent           func() (bytes, requests int64, err error)
}

// client is what makes a bucket a directory, at its defaults; or, for comparison, only reads objects.
type client struct {
	name, title, version string
	limit                bool
	own                  bool // whether it keeps files in a form of its own, so that what is read has to be written through it
	credentials          func() []string
	command              func(endpoint, directory string, write bool) []string
	environment          func(endpoint string) []string
}

func (s setup) clients(directory string) ([]client, error) {
	none := func(string) []string { return nil }
	minio := s3{s.certificate} // for those that speak nothing else
	library := filepath.Join(filepath.Dir(filepath.Dir(s.windlass)), "lib")
	machine := map[string]string{"amd64": "x86_64", "arm64": "aarch_64"}[runtime.GOARCH]
	ciphers, err := filepath.Glob(filepath.Join(library, "AmazonCorrettoCryptoProvider-*-linux-"+machine+".jar"))
	if err != nil {
		return nil, err
	}
	classPath := append(append([]string{s.limit}, ciphers...), filepath.Join(library, "*"), filepath.Join(library, "s3", "*"))
	rclone := func(binary string, more ...string) func(string, string, bool) []string {
		return func(_, directory string, _ bool) []string {
			return append([]string{binary, "mount", "--config", "/dev/null", "bench:" + bucket, directory}, more...)
		}
	}
	s3fs := func(more ...string) func(string, string, bool) []string {
		return func(endpoint, mount string, _ bool) []string {
			return append([]string{"s3fs", bucket, mount, "-f", "-o", "url=" + minio.url(endpoint), "-o", "use_path_request_style",
				"-o", "passwd_file=" + filepath.Join(directory, "passwords")}, more...)
		}
	}
	windlass := func(name, launcher string) func(string, string, bool) []string {
		return func(endpoint, mount string, write bool) []string {
			command := []string{launcher, "mount", "--foreground", "--run-directory", filepath.Join(directory, name+"-run")}
			command = append(append(command, s.kind.windlass(endpoint)...), mount)
			if !write {
				return append(command, "--read-only")
			}
			return append(command, "--staging", filepath.Join(directory, name+"-staging"))
		}
	}
	if err := os.WriteFile(filepath.Join(directory, "passwords"), []byte(server.AccessKey+":"+server.SecretKey), 0o600); err != nil {
		return nil, err
	}
	all := []client{
		{name: "limit", title: "limit: no file system", limit: true, environment: none,
			version: "the AWS SDK as Windlass uses it, in a plain loop",
			command: func(endpoint, _ string, _ bool) []string {
				return append([]string{s.java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "-cp",
					strings.Join(classPath, ":"), "Limit", minio.url(endpoint), bucket}, minio.trusted()...)
			}},
		{name: "windlass", title: "Windlass", version: report.FirstLine(s.windlass, "version"), environment: none,
			command: windlass("windlass", s.windlass)},
		{name: "before", title: "Windlass before", version: report.FirstLine(s.before, "version"), environment: none,
			command: windlass("before", s.before)},
		{name: "rclone-old", title: "rclone, Debian's", version: report.FirstLine("rclone", "version"), environment: s.kind.rclone, command: rclone("rclone")},
		{name: "rclone", title: "rclone, newest", version: report.FirstLine(s.rclone, "version"), environment: s.kind.rclone, command: rclone(s.rclone)},
		{name: "s3fs", title: "s3fs, Debian's", version: report.FirstLine("s3fs", "--version"), environment: none, command: s3fs()},
		{name: "geesefs", title: "geesefs", version: report.FirstLine(s.geesefs, "--version"), environment: none,
			command: func(endpoint, mount string, _ bool) []string {
				return []string{s.geesefs, "-f", "--endpoint", minio.url(endpoint), bucket, mount}
			}},
		{name: "goofys", title: "goofys", version: report.FirstLine(s.goofys, "--version"), environment: none,
			command: func(endpoint, mount string, _ bool) []string {
				return []string{s.goofys, "-f", "--endpoint", minio.url(endpoint), bucket, mount}
			}},
		{name: "mount-s3", title: "Mountpoint", version: report.FirstLine(s.mountpoint, "--version"), environment: none,
			command: func(endpoint, mount string, write bool) []string {
				command := []string{s.mountpoint, "--foreground", "--endpoint-url", minio.url(endpoint), "--force-path-style",
					"--region", "us-east-1", bucket, mount}
				if write {
					return append(command, "--allow-delete", "--allow-overwrite")
				}
				return append(command, "--read-only")
			}},
		{name: "juicefs", title: "JuiceFS", version: report.FirstLine(s.juicefs, "version"), environment: none, own: true,
			command: func(endpoint, mount string, _ bool) []string {
				names, place := "sqlite3://"+filepath.Join(s.data, "juicefs.db"), minio.url(endpoint)+"/juicefs"
				return []string{"sh", "-c", `"$0" status "$1" >/dev/null 2>&1 ||
					"$0" format --storage minio --bucket "$2" --access-key "$AWS_ACCESS_KEY_ID" --secret-key "$AWS_SECRET_ACCESS_KEY" "$1" bench &&
					exec "$0" mount --no-usage-report --bucket "$2" --cache-dir "$4" "$1" "$3"`,
					s.juicefs, names, place, mount, filepath.Join(directory, "juicefs-cache")}
			}},
	}
	if s.writing {
		all = append(all,
			client{name: "rclone-cache", title: "rclone, cache on", environment: s.kind.rclone,
				version: "--vfs-cache-mode full --vfs-write-back 0s",
				command: rclone(s.rclone, "--vfs-cache-mode", "full", "--vfs-write-back", "0s", "--cache-dir", filepath.Join(directory, "rclone-cache"))},
			client{name: "s3fs-cache", title: "s3fs, cache on", environment: none, version: "-o use_cache",
				command: s3fs("-o", "use_cache="+filepath.Join(directory, "s3fs-cache"))})
	}
	for i := range all {
		all[i].credentials = s.kind.environment
	}
	binaries := map[string]string{"geesefs": s.geesefs, "goofys": s.goofys, "mount-s3": s.mountpoint, "juicefs": s.juicefs, "before": s.before}
	chosen := slices.DeleteFunc(all, func(c client) bool {
		binary, given := binaries[c.name]
		return onlyS3[c.name] && s.store != "s3" || given && binary == "" || len(s.peers) > 0 && !slices.Contains(s.peers, c.name)
	})
	var there []client
	for _, c := range chosen {
		command := c.command("", "", false)[0]
		if binary := binaries[c.name]; binary != "" {
			command = binary
		}
		if _, err := exec.LookPath(command); err == nil {
			there = append(there, c)
		} else if !s.reasons.keep(c.name, "is not there", err) {
			return nil, fmt.Errorf("%s: %w; leave it out with -peers", c.name, err)
		}
	}
	return there, nil
}

// onlyS3 are clients that speak nothing else.
var onlyS3 = map[string]bool{"limit": true, "s3fs": true, "s3fs-cache": true, "geesefs": true, "goofys": true, "mount-s3": true, "juicefs": true}

// running is a client at work.
type running struct {
	client
	directory string
	process   *exec.Cmd
	commands  io.Writer
	answers   *bufio.Reader
	exited    chan struct{}
	ready     time.Duration // from its start until it was mounted
	readyCPU  time.Duration // processor time until then
}

// start mounts, and waits until that is done.
func (c client) start(n network, directory string, write bool) (*running, error) {
	mount := filepath.Join(directory, "mount")
	if err := os.MkdirAll(mount, 0o755); err != nil {
		return nil, err
	}
	log, err := os.OpenFile(filepath.Join(directory, c.name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	words := c.command(n.endpoint, mount, write)
	command := exec.Command(words[0], words[1:]...)
	// The user's own settings for AWS are no business of this: rclone 1.60 fails with AWS_CA_BUNDLE.
	environment := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "AWS_") })
	command.Env = append(append(environment, c.credentials()...), c.environment(n.endpoint)...)
	command.Stderr = log
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	r := &running{client: c, directory: mount, process: command, exited: make(chan struct{})}
	if c.limit {
		input, err := command.StdinPipe()
		if err != nil {
			return nil, err
		}
		output, err := command.StdoutPipe()
		if err != nil {
			return nil, err
		}
		r.commands, r.answers = input, bufio.NewReader(output)
	} else {
		command.Stdout = log
	}
	started := time.Now()
	if err := command.Start(); err != nil {
		return nil, err
	}
	if !c.limit { // whose output is to be read before it is waited for
		go func() {
			_ = command.Wait()
			close(r.exited)
		}()
	}
	err = r.awaitReady()
	if r.ready = time.Since(started); err == nil {
		r.readyCPU, err = r.cpu()
	}
	if err != nil {
		r.stop()
		return nil, fmt.Errorf("%s: %w (see %s)", c.name, err, log.Name())
	}
	return r, nil
}

func (r *running) awaitReady() error {
	if r.limit {
		line, err := r.answers.ReadString('\n')
		if err == nil && line != "ready\n" {
			err = errors.New(line)
		}
		return err
	}
	for deadline := time.Now().Add(startBound); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if mounted(r.directory) {
			_, err := os.Stat(filepath.Join(r.directory, "warm"))
			if r.own && errors.Is(err, os.ErrNotExist) {
				return nil // it is filled now
			}
			return err
		}
		select {
		case <-r.exited:
			return errors.New("it exited before it mounted")
		default:
		}
	}
	return fmt.Errorf("nothing was mounted within %v", startBound)
}

func mounted(directory string) bool {
	table, err := os.ReadFile("/proc/self/mountinfo")
	return err == nil && bytes.Contains(table, []byte(" "+directory+" "))
}

// stop unmounts; what does not go by itself is taken out of sight and killed.
func (r *running) stop() {
	_ = r.process.Process.Signal(syscall.SIGTERM)
	if r.limit {
		_ = r.process.Wait()
		return
	}
	select {
	case <-r.exited:
	case <-time.After(stopBound):
		fmt.Fprintln(os.Stderr, r.name, "does not end when it is told to")
	}
	if mounted(r.directory) {
		_ = syscall.Unmount(r.directory, syscall.MNT_DETACH)
	}
	_ = r.process.Process.Kill()
	<-r.exited
}

// ask has the limit do something.
func (r *running) ask(command string) (seconds float64, bytes int64, median float64, err error) {
	if _, err = io.WriteString(r.commands, command+"\n"); err != nil {
		return
	}
	line, err := r.answers.ReadString('\n')
	if err != nil {
		return 0, 0, 0, fmt.Errorf("%q: %w", strings.SplitN(command, " ", 2)[0], err)
	}
	_, err = fmt.Sscan(line, &seconds, &bytes, &median)
	return
}

// cpu is the processor time of the client and all processes that it started.
func (r *running) cpu() (time.Duration, error) {
	var sum time.Duration
	family, err := proc.Family(r.process.Process.Pid)
	for _, pid := range family {
		used, err := proc.CPU(pid)
		if err != nil {
			return 0, err
		}
		sum += used
	}
	return sum, err
}

// peak is the most resident memory that those processes had, in KiB, each at its own time.
func (r *running) peak() (int, error) { return r.memory("VmHWM:") }

func (r *running) memory(field string) (int, error) {
	sum := 0
	family, err := proc.Family(r.process.Process.Pid)
	for _, pid := range family {
		most, err := proc.KiB(pid, "status", field)
		if err != nil {
			return 0, err
		}
		sum += most
	}
	return sum, err
}
