package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"google.golang.org/grpc"

	"windlass/bench/proc"
)

// startBound ends the wait for a driver that never answers.
const startBound = 60 * time.Second

// stopBound is more than Windlass gives calls in flight.
const stopBound = 30 * time.Second

// process is a started driver.
type process struct {
	command    *exec.Cmd
	socket     string
	exited     chan struct{}
	connection *grpc.ClientConn // the one that the first answer came over
	answered   time.Duration    // from exec to the first DriverGetInfo answer
	startCPU   time.Duration    // processor time used until then
	started    time.Time
}

// start runs the driver and tries its socket every millisecond until DriverGetInfo is answered.
func start(d driver, directory string) (*process, error) {
	socket := filepath.Join(directory, d.name+".sock")
	if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	log, err := os.OpenFile(filepath.Join(directory, d.name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	command := exec.Command(d.command[0], d.command[1:]...)
	command.Env = append(append(os.Environ(), d.environment...), "COSI_ENDPOINT=unix://"+socket)
	command.Stdout, command.Stderr = log, log
	// The driver dies with the harness, even when that is killed.
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	p := &process{command: command, socket: socket, exited: make(chan struct{}), started: time.Now()}
	if err := command.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = command.Wait()
		close(p.exited)
	}()
	if err := p.awaitAnswer(d); err != nil {
		p.stop(stopBound)
		return nil, fmt.Errorf("%s: %w (see %s)", d.name, err, log.Name())
	}
	return p, nil
}

func (p *process) awaitAnswer(d driver) error {
	ctx, cancel := context.WithTimeout(context.Background(), startBound)
	defer cancel()
	for {
		opened, err := net.Dial("unix", p.socket)
		if err == nil {
			if p.connection, err = connect(p.socket, opened); err != nil {
				return err
			}
			_, err = d.info[0].send(ctx, p.connection)
			p.answered = time.Since(p.started)
			if err != nil {
				return err
			}
			p.startCPU, err = p.cpu()
			return err
		}
		select {
		case <-p.exited:
			return errors.New("it exited before it answered")
		case <-ctx.Done():
			return fmt.Errorf("no answer within %v", startBound)
		case <-time.After(time.Millisecond):
		}
	}
}

// stop ends the driver by SIGTERM, and by SIGKILL when that does not do it within the bound.
func (p *process) stop(bound time.Duration) {
	if p.connection != nil {
		_ = p.connection.Close()
	}
	_ = p.command.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.exited:
	case <-time.After(bound):
		_ = p.command.Process.Kill()
		<-p.exited
	}
}

// memory is the resident and the proportional set size, in KiB.
func (p *process) memory() (rss, pss int, err error) {
	if rss, err = proc.KiB(p.command.Process.Pid, "status", "VmRSS:"); err != nil {
		return 0, 0, err
	}
	pss, err = proc.KiB(p.command.Process.Pid, "smaps_rollup", "Pss:")
	return rss, pss, err
}

// cpu is the processor time used so far.
func (p *process) cpu() (time.Duration, error) { return proc.CPU(p.command.Process.Pid) }
