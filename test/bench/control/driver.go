package main

import (
	"bufio"
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"windlass/bench/proc"
	"windlass/bench/server"
)

// startBound ends the wait for a driver that never answers.
const startBound = 2 * time.Minute

// counter is the latency-proxy, which says how many requests went through it.
type counter struct {
	command *exec.Cmd
	address string
	asked   io.Writer
	answers *bufio.Reader
}

func startCounter(binary, server string, delay time.Duration) (*counter, error) {
	command := exec.Command(binary, "-server", server, "-delay", delay.String())
	command.Stderr = os.Stderr
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	input, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	c := &counter{command: command, asked: input, answers: bufio.NewReader(output)}
	line, err := c.answers.ReadString('\n')
	c.address = strings.TrimSpace(line)
	return c, err
}

func (c *counter) stop() {
	_ = c.command.Process.Kill()
	_ = c.command.Wait()
}

func (c *counter) requests() (requests int64, err error) {
	var bytes int64
	if _, err = fmt.Fprintln(c.asked); err == nil {
		_, err = fmt.Fscanln(c.answers, &bytes, &requests)
	}
	return
}

// driver is a driver that was started, cosi or csi.
type driver struct {
	command    *exec.Cmd
	connection *grpc.ClientConn
}

// startDriver runs one of the launcher's drivers and waits for its socket.
func startDriver(ctx context.Context, launcher, which, home, endpoint string) (*driver, error) {
	credentials := filepath.Join(home, "key")
	if err := writeCredentials(credentials); err != nil {
		return nil, err
	}
	socket := filepath.Join(home, which+".sock")
	log, err := os.Create(filepath.Join(home, which+".log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	command := exec.Command(launcher, which)
	command.Env = append(os.Environ(), "COSI_ENDPOINT=unix://"+socket, "CSI_ENDPOINT=unix://"+socket,
		"WINDLASS_KEYS="+filepath.Join(credentials, "keys"), "WINDLASS_CSI_MODE=controller", "WINDLASS_BACKENDS=bench",
		"WINDLASS_BENCH_KIND=s3", "WINDLASS_BENCH_FLAVOR=minio", "WINDLASS_BENCH_ENDPOINT=http://"+endpoint,
		"WINDLASS_BENCH_CREDENTIALS="+credentials)
	command.Stdout, command.Stderr = log, log
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := command.Start(); err != nil {
		return nil, err
	}
	d := &driver{command: command}
	for deadline := time.Now().Add(startBound); ; time.Sleep(10 * time.Millisecond) {
		opened, err := net.Dial("unix", socket)
		if err == nil {
			_ = opened.Close()
			break
		}
		if ctx.Err() != nil || time.Now().After(deadline) {
			d.stop()
			return nil, errors.Join(fmt.Errorf("%s does not answer, see %s", which, log.Name()), ctx.Err())
		}
	}
	d.connection, err = grpc.NewClient("unix://"+socket, grpc.WithAuthority("localhost"),
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	return d, err
}

func (d *driver) stop() {
	if d.connection != nil {
		_ = d.connection.Close()
	}
	_ = d.command.Process.Signal(syscall.SIGTERM)
	_ = d.command.Wait()
}

func (d *driver) cpu() (time.Duration, error) { return proc.CPU(d.command.Process.Pid) }

func writeCredentials(directory string) error {
	if err := os.MkdirAll(directory, 0o700); err != nil {
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

// nodeID is that of a node which nobody runs.
func nodeID() (string, error) {
	key, err := ecdh.X25519().GenerateKey(rand.Reader)
	if err != nil {
		return "", err
	}
	return "node.key." + base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), nil
}
