// Package server runs MinIO for a benchmark.
package server

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// The key of the server's administrator.
const AccessKey, SecretKey = "bench-admin", "bench-admin-secret"

// Start runs a server on a free port, with its data and its log in directory. It dies with the thread
// that calls this.
func Start(binary, directory string) (endpoint string, stop func(), err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	endpoint = listener.Addr().String()
	_ = listener.Close()
	log, err := os.Create(filepath.Join(directory, "minio.log"))
	if err != nil {
		return "", nil, err
	}
	defer log.Close()
	command := exec.Command(binary, "server", "--address", endpoint, filepath.Join(directory, "data"))
	command.Env = append(os.Environ(), "MINIO_ROOT_USER="+AccessKey, "MINIO_ROOT_PASSWORD="+SecretKey)
	command.Stdout, command.Stderr = log, log
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := command.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
	}
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		response, err := http.Get("http://" + endpoint + "/minio/health/ready")
		if err != nil {
			continue
		}
		_ = response.Body.Close()
		if response.StatusCode == http.StatusOK {
			return endpoint, stop, nil
		}
	}
	stop()
	return "", nil, fmt.Errorf("MinIO was not ready within 30 s, see %s", log.Name())
}
