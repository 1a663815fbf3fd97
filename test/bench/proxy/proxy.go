// Package proxy puts a server farther away from a benchmark, and counts what is sent to it.
package proxy

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Proxy is a running latency-proxy. A request whose body waits for "100 Continue" counts twice.
type Proxy struct {
	Address string
	command *exec.Cmd
	asking  sync.Mutex
	asked   io.Writer
	answers *bufio.Reader
}

// Start runs a proxy whose answers begin later than the server's. It dies with the thread that calls this.
func Start(binary, server string, delay time.Duration) (*Proxy, error) {
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
	p := &Proxy{command: command, asked: input, answers: bufio.NewReader(output)}
	line, err := p.answers.ReadString('\n')
	if err != nil {
		p.Stop()
		return nil, err
	}
	p.Address = strings.TrimSpace(line)
	return p, nil
}

// Stop ends the proxy.
func (p *Proxy) Stop() {
	_ = p.command.Process.Kill()
	_ = p.command.Wait()
}

// Sent is how many bytes, and how many requests, went to the server since the proxy was started.
func (p *Proxy) Sent() (bytes, requests int64, err error) {
	p.asking.Lock()
	defer p.asking.Unlock()
	if _, err = fmt.Fprintln(p.asked); err == nil {
		_, err = fmt.Fscanln(p.answers, &bytes, &requests)
	}
	return
}
