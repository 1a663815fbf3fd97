// Package command is what the benchmarks' commands begin and end with.
package command

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"
)

// Main runs a benchmark until it is done or interrupted, and ends the process.
func Main(run func(ctx context.Context) error) {
	// Pdeathsig is bound to the thread that starts a process: that must be one which lives as long as we do.
	runtime.LockOSThread()
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer cancel()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
