package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
)

// proxy puts the server 15 ms farther away, and counts what is sent to it. A request whose body waits for
// "100 Continue" counts twice.
type proxy struct {
	address string
	command *exec.Cmd
	asking  sync.Mutex
	asked   io.Writer
	answers *bufio.Reader
}

func startProxy(binary, server string) (*proxy, error) {
	command := exec.Command(binary, "-server", server)
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
	p := &proxy{command: command, asked: input, answers: bufio.NewReader(output)}
	line, err := p.answers.ReadString('\n')
	if err != nil {
		p.stop()
		return nil, err
	}
	p.address = strings.TrimSpace(line)
	return p, nil
}

func (p *proxy) stop() {
	_ = p.command.Process.Kill()
	_ = p.command.Wait()
}

// sent is how many bytes, and how many requests, went to the server since the proxy was started.
func (p *proxy) sent() (bytes, requests int64, err error) {
	p.asking.Lock()
	defer p.asking.Unlock()
	if _, err = fmt.Fprintln(p.asked); err == nil {
		_, err = fmt.Fscanln(p.answers, &bytes, &requests)
	}
	return
}
