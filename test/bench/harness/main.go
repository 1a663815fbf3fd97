// Command harness measures COSI drivers side by side; test/bench/run builds what it needs and starts it.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	backends "windlass/bench/driver"
	"windlass/bench/report"
	"windlass/bench/server"
)

func main() {
	// Pdeathsig is bound to the thread that starts a process: that must be one which lives as long as we do.
	runtime.LockOSThread()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	e := effort{memory: []int{50_000, 100_000}, settle: 2 * time.Second}
	minio := flag.String("minio", "minio", "the minio server's binary")
	baseline := flag.String("baseline", "", "our Go baseline's binary")
	windlass := flag.String("windlass", "", "Windlass's launcher, bin/windlass of the distribution")
	options := flag.String("java-opts", "", "JVM options over those of the launcher, to try them")
	document := flag.String("document", "", "document whose table is replaced; none if empty or quick")
	quick := flag.Bool("quick", false, "a tenth of the effort, to see that it works")
	flag.IntVar(&e.rounds, "rounds", 5, "fresh processes per driver for latency and load")
	flag.IntVar(&e.starts, "starts", 15, "timed starts per driver")
	flag.IntVar(&e.warm, "warm", 20_000, "untimed DriverGetInfo calls before a round")
	flag.IntVar(&e.sequential, "sequential", 20_000, "DriverGetInfo calls of one client")
	flag.IntVar(&e.loaded, "loaded", 100_000, "DriverGetInfo calls of all clients together")
	flag.StringVar(&e.steps, "steps", "start,calls,memory", "what to measure")
	flag.Parse()
	if *quick {
		e = effort{rounds: 1, starts: 3, warm: 2_000, sequential: 2_000, loaded: 10_000,
			memory: []int{5_000, 10_000, 20_000}, settle: time.Second, steps: e.steps}
	}

	directory, err := os.MkdirTemp("", "windlass-bench-")
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "logs and sockets, kept when the run fails, in", directory)
	text, err := compare(setup{*minio, *baseline, *windlass, *options, directory}, e)
	if err != nil {
		return err
	}
	fmt.Print(text)
	if err := os.RemoveAll(directory); err != nil {
		return err
	}
	if *document == "" || *quick {
		return nil
	}
	return report.Publish(*document, "test/bench/run", text)
}

// setup is what to run, and where.
type setup struct{ minio, baseline, windlass, options, directory string }

// compare runs MinIO and all drivers, and gives the table.
func compare(s setup, e effort) (string, error) {
	endpoint, stop, err := server.Start(s.minio, s.directory)
	if err != nil {
		return "", err
	}
	defer stop()
	drivers, err := s.drivers(endpoint)
	if err != nil {
		return "", err
	}
	figures, err := measure(drivers, e, s.directory)
	if err != nil {
		return "", err
	}
	return table(figures, drivers, facts(s, e)), nil
}

func (s setup) drivers(endpoint string) ([]driver, error) {
	credentials := filepath.Join(s.directory, "credentials")
	backend, err := backends.Backend(endpoint, credentials)
	if err != nil {
		return nil, err
	}
	var drivers []driver
	if s.windlass != "" {
		command, versions := []string{s.windlass, "cosi"}, []string{v1alpha1, v1alpha2}
		environment := func(options string) []string {
			return append(slices.Clip(backend), "WINDLASS_JAVA_OPTS="+s.options+" "+options)
		}
		cache := filepath.Join(s.directory, "windlass.aot")
		training := newDriver("training", "", command, environment("-XX:AOTCacheOutput="+cache), versions)
		if err := train(training, cache, s.directory); err != nil {
			return nil, err
		}
		drivers = append(drivers,
			// AOTMode=on: a cache that does not fit is an error, not a slower start.
			newDriver("windlass-aot", "Windlass, AOT cache", command,
				environment("-XX:AOTMode=on -XX:AOTCache="+cache), versions),
			newDriver("windlass", "Windlass, no AOT cache", command, environment(""), versions))
	}
	if s.baseline != "" {
		drivers = append(drivers, newDriver("baseline", "Go baseline (ours, not upstream)", []string{s.baseline},
			[]string{"BASELINE_S3_HOST=" + endpoint, "BASELINE_CREDENTIALS=" + credentials}, []string{v1alpha1}))
	}
	if len(drivers) == 0 {
		return nil, fmt.Errorf("no driver to measure: give -windlass or -baseline")
	}
	return drivers, nil
}

// train makes the AOT cache from a run that starts the driver and makes buckets; the JVM writes it as it exits.
func train(d driver, cache, directory string) error {
	p, err := start(d, directory)
	if err != nil {
		return err
	}
	_, err = d.prepare(p)
	p.stop(5 * time.Minute)
	if err != nil {
		return err
	}
	_, err = os.Stat(cache)
	return err
}

// facts says what was measured with what.
func facts(s setup, e effort) []string {
	return []string{
		fmt.Sprintf("%s/%s, %d cores, %s; %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), report.FirstLine(s.minio, "--version")),
		report.FirstLine("java", "-version"),
		fmt.Sprintf("%d timed starts; %d rounds; %d sequential and %d loaded DriverGetInfo calls a round, a tenth of that for DriverCreateBucket",
			e.starts, e.rounds, e.sequential, e.loaded),
	}
}
