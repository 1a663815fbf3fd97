package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"syscall"
	"time"

	"windlass/bench/report"
)

// kinds of figures.
const (
	value  = "value"
	cpu    = "cpu"
	memory = "memory"
	sent   = "sent"
	asked  = "asked"
)

// figure names a series: what of which job, or of which group of jobs, over which network.
func figure(kind, job, network string) string { return kind + "|" + job + "|" + network }

// tooLong stands for a time without end; JSON has no infinity.
const tooLong = 1e9

var errTooLong = errors.New("it takes too long")

// measure lets every client do every job, each round with fresh mounts and in another order.
func measure(ctx context.Context, s setup, clients []client, networks []network, directory string) (*report.Series, error) {
	results, err := kept(s.samples)
	if err != nil {
		return nil, err
	}
	spent := map[string]time.Duration{}
	for round := range s.rounds {
		for _, n := range networks {
			if err := turn(ctx, s, clients, n, round, results, spent, directory); err != nil {
				return nil, err
			}
		}
	}
	return results, nil
}

// turn lets every client do every job once, over one network, with the machine for itself.
func turn(ctx context.Context, s setup, clients []client, n network, round int, results *report.Series,
	spent map[string]time.Duration, directory string) error {
	release, err := alone(s.lock)
	if err != nil {
		return err
	}
	defer release()
	for _, c := range report.Rotated(clients, round) {
		for _, group := range groups(s.chosen()) {
			fmt.Fprintf(os.Stderr, "%s round %d of %d, %s: %s, %s\n", time.Now().Format(time.TimeOnly), round+1, s.rounds, n.name, c.name, group[0].group)
			err := session(ctx, s, c, n, group, results, spent, directory)
			if err != nil && (ctx.Err() != nil || !s.reasons.keep(c.name, n.name+", "+group[0].group, err)) {
				return fmt.Errorf("%s, %s, %s: %w", c.name, n.name, group[0].group, err)
			}
			if s.samples == "" {
				continue
			}
			if err := results.Save(s.samples); err != nil {
				return err
			}
		}
	}
	return nil
}

// kept are the samples in a file, none if there is no file.
func kept(path string) (*report.Series, error) {
	results := report.NewSeries()
	if path == "" {
		return results, nil
	}
	return results, results.Load(path)
}

func groups(jobs []job) [][]job {
	var groups [][]job
	for i, j := range jobs {
		if i == 0 || j.group != jobs[i-1].group {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], j)
	}
	return groups
}

// session does a group of jobs on one mount.
func session(ctx context.Context, s setup, c client, n network, group []job, results *report.Series,
	spent map[string]time.Duration, directory string) (err error) {
	allowed := false
	for _, j := range group {
		allowed = allowed || spent[c.name+figure(value, j.name, n.name)] < s.budget
	}
	if !allowed {
		return nil
	}
	if s.writing && !c.own {
		if err := s.prepare(ctx); err != nil {
			return err
		}
	}
	r, err := c.start(n, directory, s.writing)
	if err != nil {
		return err
	}
	defer func() { r.stop() }()
	if c.own {
		// What it has is seen through a mount of it alone, and by another one than that which is measured.
		s.bucket = store{files{r.directory}}
		if err := s.fill(ctx, directory); err != nil {
			return fmt.Errorf("filling it: %w", err)
		}
		if s.writing {
			if err := s.prepare(ctx); err != nil {
				return err
			}
		}
		r.stop()
		if r, err = c.start(n, directory, s.writing); err != nil {
			return err
		}
	}
	if err := (bench{r, s}).warm(group[0].group); err != nil {
		return fmt.Errorf("warming up: %w", err)
	}
	if group[0].work == perGiB {
		if err := touchMemory(); err != nil {
			return fmt.Errorf("touching memory: %w", err)
		}
	}
	for _, j := range group {
		if err := ctx.Err(); err != nil {
			return err
		}
		name := figure(value, j.name, n.name)
		started := time.Now()
		if err := one(ctx, bench{r, s}, j, n, results); errors.Is(err, errTooLong) {
			fmt.Fprintf(os.Stderr, "%s, %s: %s takes longer than %v\n", c.name, n.name, j.name, s.patience)
			spent[c.name+name] = s.budget
			s.reasons.keep(c.name, n.name+", "+j.name, errTooLong)
			return nil // with the rest of the group, as the client is gone
		} else if err != nil && s.writing && c.name != "windlass" && ctx.Err() == nil {
			why, _, _ := strings.Cut(err.Error(), "\n")
			fmt.Fprintf(os.Stderr, "%s, %s: %s: %s\n", c.name, n.name, j.name, why)
			s.reasons.keep(c.name, n.name+", "+j.name, err)
			continue // not every peer can do it
		} else if err != nil && s.reasons.keep(c.name, n.name+", "+j.name, err) && ctx.Err() == nil {
			continue
		} else if err != nil {
			return fmt.Errorf("%s: %w", j.name, err)
		}
		spent[c.name+name] += time.Since(started)
	}
	most, err := r.peak()
	if err != nil {
		return err
	}
	results.Add(figure(memory, group[0].group, n.name), c.name, float64(most)/1024)
	return nil
}

// one does one job and keeps what it showed. One that takes too long is kept as taking for ever.
func one(ctx context.Context, b bench, j job, n network, results *report.Series) error {
	limited, cancel := context.WithTimeout(ctx, b.patience)
	defer cancel()
	before, err := b.cpu()
	if err != nil {
		return err
	}
	sentBefore, askedBefore, err := n.count()
	if err != nil {
		return err
	}
	// What hangs in a mount cannot be interrupted, but fails when its client is gone.
	ended := context.AfterFunc(limited, func() { _ = b.process.Process.Kill() })
	found, err := j.run(limited, b)
	if err := ctx.Err(); err != nil {
		return err
	}
	if !ended() {
		results.Add(figure(value, j.name, n.name), b.name, tooLong)
		return errTooLong
	}
	if err != nil {
		return err
	}
	after, err := b.cpu()
	if err != nil {
		return err
	}
	sentAfter, askedAfter, err := n.count()
	if err != nil {
		return err
	}
	if !math.IsNaN(found.value) {
		results.Add(figure(value, j.name, n.name), b.name, found.value)
	}
	if sentAfter > 0 && found.changed > 0 {
		results.Add(figure(sent, j.name, n.name), b.name, float64(sentAfter-sentBefore)/float64(found.changed))
	}
	if askedAfter > 0 && found.files > 0 {
		results.Add(figure(asked, j.name, n.name), b.name, float64(askedAfter-askedBefore)/float64(found.files))
	}
	if j.work != "" && found.work > 0 && !math.IsNaN(found.value) {
		results.Add(figure(cpu, j.name, n.name), b.name, (after-before).Seconds()/found.work)
	}
	return nil
}

// count is how much was sent over a network: bytes and requests; 0 where that is not known.
func (n network) count() (bytes, requests int64, err error) {
	if n.sent == nil {
		return 0, 0, nil
	}
	return n.sent()
}

// alone waits until nobody else has the lock.
func alone(path string) (func(), error) {
	if path == "" {
		return func() {}, nil
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		_ = file.Close()
		return nil, err
	}
	return func() { _ = file.Close() }, nil
}
