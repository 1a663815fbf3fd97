package main

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// startProxy puts the server 15 ms farther away.
func startProxy(binary, server string) (address string, stop func(), err error) {
	command := exec.Command(binary, "-server", server)
	command.Stderr = os.Stderr
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	output, err := command.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := command.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		stop()
		return "", nil, err
	}
	return strings.TrimSpace(line), stop, nil
}
