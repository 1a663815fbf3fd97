// Package server runs servers of object storage for a benchmark.
package server

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// The key of the administrator of MinIO.
const AccessKey, SecretKey = "bench-admin", "bench-admin-secret"

// The account and the key that every Azurite has: "Use the Azurite emulator", well-known storage account.
const (
	AzureAccount = "devstoreaccount1"
	AzureKey     = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
)

// readyBound ends the wait for a server.
const readyBound = 2 * time.Minute

// Start runs MinIO on a free port, with its data and its log in directory. It dies with the thread that calls
// this.
func Start(binary, directory string) (endpoint string, stop func(), err error) {
	return minio(binary, directory, "http", http.DefaultClient)
}

// StartTLS runs it with a certificate, and without plain HTTP.
func StartTLS(binary, directory string, certificate *Certificate) (endpoint string, stop func(), err error) {
	return minio(binary, directory, "https", &http.Client{Transport: certificate.Transport()}, "--certs-dir", certificate.Directory)
}

func minio(binary, directory, scheme string, client *http.Client, options ...string) (endpoint string, stop func(), err error) {
	if endpoint, err = freePort(); err != nil {
		return "", nil, err
	}
	command := exec.Command(binary, append(append([]string{"server", "--address", endpoint}, options...), filepath.Join(directory, "data"))...)
	command.Env = append(os.Environ(), "MINIO_ROOT_USER="+AccessKey, "MINIO_ROOT_PASSWORD="+SecretKey)
	stop, err = run(command, filepath.Join(directory, "minio.log"), func() bool {
		response, err := client.Get(scheme + "://" + endpoint + "/minio/health/ready")
		if err != nil {
			return false
		}
		_ = response.Body.Close()
		return response.StatusCode == http.StatusOK
	})
	return endpoint, stop, err
}

// Azurite runs Azurite in the same manner.
func Azurite(binary, directory string) (endpoint string, stop func(), err error) {
	if endpoint, err = freePort(); err != nil {
		return "", nil, err
	}
	host, port, _ := net.SplitHostPort(endpoint)
	command := exec.Command(binary, "--blobHost", host, "--blobPort", port, "--location", filepath.Join(directory, "azurite"),
		"--skipApiVersionCheck", "--disableTelemetry", "--silent")
	stop, err = run(command, filepath.Join(directory, "azurite.log"), func() bool {
		response, err := http.Get("http://" + endpoint)
		if err == nil {
			_ = response.Body.Close()
		}
		return err == nil
	})
	return endpoint, stop, err
}

// Gcs is a running fake of Google.
type Gcs struct {
	Endpoint, Token string // an administrator's token, for an hour
}

// FakeGcs runs the fake of Google, which keeps all in memory: command starts it.
func FakeGcs(command []string, directory string) (fake Gcs, stop func(), err error) {
	started := exec.Command(command[0], command[1:]...)
	output, err := started.StdoutPipe()
	if err != nil {
		return Gcs{}, nil, err
	}
	if stop, err = run(started, filepath.Join(directory, "fake-gcs.log"), func() bool { return true }); err != nil {
		return Gcs{}, nil, err
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	words := strings.Fields(line)
	if err == nil && len(words) != 3 {
		err = fmt.Errorf("the fake of Google says %q", line)
	}
	if err != nil {
		stop()
		return Gcs{}, nil, err
	}
	return Gcs{strings.TrimPrefix(words[0], "http://"), words[2]}, stop, nil
}

func freePort() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}

// run starts a server that writes to a log, and waits until it is ready.
func run(command *exec.Cmd, path string, ready func() bool) (stop func(), err error) {
	log, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	if command.Stdout == nil {
		command.Stdout = log
	}
	command.Stderr = log
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := command.Start(); err != nil {
		return nil, err
	}
	stop = func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
	}
	for deadline := time.Now().Add(readyBound); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if ready() {
			return stop, nil
		}
	}
	stop()
	return nil, fmt.Errorf("%s was not ready within %v, see %s", command.Path, readyBound, path)
}
