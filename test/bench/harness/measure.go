package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"windlass/bench/report"
)

// effort is how much is measured; the defaults make the published table.
type effort struct {
	rounds, starts     int
	warm               int // calls of each kind before anything is timed
	sequential, loaded int // DriverGetInfo calls of one run; a tenth as many DriverCreateBucket
	memory             []int
	settle             time.Duration // idle time before memory is read
	steps              string        // of start, calls and memory, those to take
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func measure(drivers []driver, e effort, directory string) (*report.Series, error) {
	s := report.NewSeries()
	creates := map[string][][]call{}
	for _, d := range drivers {
		p, err := start(d, directory)
		if err != nil {
			return nil, err
		}
		creates[d.name], err = d.prepare(p)
		p.stop(stopBound)
		if err != nil {
			return nil, err
		}
	}
	steps := []struct {
		name  string
		times int
		run   func(driver, [][]call, effort, string, *report.Series) error
	}{
		{"start", e.starts, measureStart},
		{"calls", e.rounds, measureCalls},
		{"memory", min(e.rounds, 3), measureMemory},
	}
	for _, step := range steps {
		if !slices.Contains(strings.Split(e.steps, ","), step.name) {
			continue
		}
		for round := range step.times {
			for _, d := range report.Rotated(drivers, round) {
				fmt.Fprintf(os.Stderr, "%s %d of %d: %s\n", step.name, round+1, step.times, d.name)
				if err := step.run(d, creates[d.name], e, directory, s); err != nil {
					return nil, fmt.Errorf("%s of %s: %w", step.name, d.name, err)
				}
			}
		}
	}
	return s, nil
}

func measureStart(d driver, creates [][]call, _ effort, directory string, s *report.Series) error {
	p, err := start(d, directory)
	if err != nil {
		return err
	}
	defer p.stop(stopBound)
	ctx, cancel := context.WithTimeout(context.Background(), startBound)
	defer cancel()
	if _, err := creates[0][0].send(ctx, p.connection); err != nil {
		return err
	}
	s.Add("start to first DriverGetInfo, ms", d.name, milliseconds(p.answered))
	s.Add("processor time to first DriverGetInfo, ms", d.name, milliseconds(p.startCPU))
	s.Add("start to first DriverCreateBucket, ms", d.name, milliseconds(time.Since(p.started)))
	return nil
}

// measureCalls times both RPCs on one fresh, warmed process: first one client, then all of them.
func measureCalls(d driver, creates [][]call, e effort, directory string, s *report.Series) error {
	p, err := start(d, directory)
	if err != nil {
		return err
	}
	defer p.stop(stopBound)
	for i := range d.versions {
		if _, err := drive(p.socket, d.info[i:i+1], clients, e.warm); err != nil {
			return err
		}
		if _, err := drive(p.socket, creates[i], clients, e.warm/10); err != nil {
			return err
		}
	}
	for i, version := range d.versions {
		for _, rpc := range []struct {
			name  string
			calls []call
			share int
		}{{"DriverGetInfo", d.info[i : i+1], 1}, {"DriverCreateBucket, existing", creates[i], 10}} {
			label := rpc.name + " (" + version[len(version)-len("v1alphaN"):] + ")"
			one, err := drive(p.socket, rpc.calls[:1], 1, e.sequential/rpc.share)
			if err != nil {
				return err
			}
			s.Add(label+": 1 client, p50 ms", d.name, milliseconds(one.percentile(50)))
			s.Add(label+": 1 client, p99 ms", d.name, milliseconds(one.percentile(99)))
			before, err := p.cpu()
			if err != nil {
				return err
			}
			all, err := drive(p.socket, rpc.calls, clients, e.loaded/rpc.share)
			if err != nil {
				return err
			}
			after, err := p.cpu()
			if err != nil {
				return err
			}
			prefix := fmt.Sprintf("%s: %d clients, ", label, clients)
			s.Add(prefix+"calls/s", d.name, all.perSecond())
			s.Add(prefix+"p50 ms", d.name, milliseconds(all.percentile(50)))
			s.Add(prefix+"p99 ms", d.name, milliseconds(all.percentile(99)))
			s.Add(prefix+"CPU s per 1,000 calls", d.name, (after-before).Seconds()*1000/float64(len(all.latencies)))
		}
	}
	return nil
}

// measureMemory reads memory idle, and after each count of calls: half of each RPC, from all clients.
func measureMemory(d driver, creates [][]call, e effort, directory string, s *report.Series) error {
	p, err := start(d, directory)
	if err != nil {
		return err
	}
	defer p.stop(stopBound)
	mixed := make([]call, clients)
	for i := range mixed {
		mixed[i] = d.info[0]
		if i%2 == 1 {
			mixed[i] = creates[0][i]
		}
	}
	done := 0
	for _, count := range append([]int{0}, e.memory...) {
		if count > done {
			if _, err := drive(p.socket, mixed, clients, count-done); err != nil {
				return err
			}
			done = count
		}
		time.Sleep(e.settle)
		rss, pss, err := p.memory()
		if err != nil {
			return err
		}
		when := "idle"
		if count > 0 {
			when = fmt.Sprintf("after %d calls", count)
		}
		s.Add("resident memory "+when+", MiB", d.name, float64(rss)/1024)
		s.Add("proportional memory "+when+", MiB", d.name, float64(pss)/1024)
	}
	return nil
}
