package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// again is the pause before a call is repeated that was told to come again.
const again = 20 * time.Millisecond

// timing is how long each of some calls took, sorted, and all of them together.
type timing struct {
	title     string
	latencies []time.Duration
	elapsed   time.Duration
	repeated  int64 // calls that were told to come again
}

func (t timing) perSecond() float64 { return float64(len(t.latencies)) / t.elapsed.Seconds() }

// percentile is the nearest-rank percentile, p in (0, 100].
func (t timing) percentile(p float64) time.Duration {
	rank := int(p/100*float64(len(t.latencies))+0.999999) - 1
	return t.latencies[min(max(rank, 0), len(t.latencies)-1)]
}

// crowd does n deeds, so many at the same time; any error ends it. A deed that is told to come again is
// repeated, and its time is that of all tries.
func crowd(ctx context.Context, title string, clients, n int, deed func(ctx context.Context, i int) error) (timing, error) {
	progress("%s: %d by %d clients", title, n, clients)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := timing{title: title, latencies: make([]time.Duration, n)}
	failures := make([]error, clients)
	var next, repeated atomic.Int64
	var running sync.WaitGroup
	started := time.Now()
	for client := range clients {
		running.Go(func() {
			for i := next.Add(1) - 1; i < int64(n) && ctx.Err() == nil; i = next.Add(1) - 1 {
				at := time.Now()
				tries, err := insist(ctx, func() error { return deed(ctx, int(i)) })
				repeated.Add(tries)
				if err != nil {
					failures[client] = fmt.Errorf("%s: %w", title, err)
					cancel()
					return
				}
				t.latencies[i] = time.Since(at)
			}
		})
	}
	running.Wait()
	t.elapsed, t.repeated = time.Since(started), repeated.Load()
	if err := errors.Join(errors.Join(failures...), ctx.Err()); err != nil {
		return timing{}, err
	}
	slices.Sort(t.latencies)
	return t, nil
}

// insist repeats a call for as long as it is told to come again, and counts how often that was.
func insist(ctx context.Context, call func() error) (int64, error) {
	for tries := int64(0); ; tries++ {
		err := call()
		if status.Code(err) != codes.Aborted {
			return tries, err
		}
		select {
		case <-time.After(again):
		case <-ctx.Done():
			return tries, context.Cause(ctx)
		}
	}
}

// once does one thing that may have to be repeated, and gives how long it took.
func once(ctx context.Context, title string, deed func(ctx context.Context) error) (time.Duration, error) {
	t, err := crowd(ctx, title, 1, 1, func(ctx context.Context, _ int) error { return deed(ctx) })
	return t.elapsed, err
}
