// Command mounts measures mounted buckets side by side; test/bench/mount builds what it needs and starts it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"windlass/bench/command"
	"windlass/bench/proxy"
	"windlass/bench/report"
	"windlass/bench/server"
)

// setup is what to run, and how much of it.
type setup struct {
	minio, azurite, fakeGcs                      string // servers
	proxy, windlass, before, java, limit, rclone string
	geesefs, goofys, mountpoint, juicefs         string // peers that are left out without a binary

	data, fio        string // directories
	lock, samples    string
	rounds           int
	patience, budget time.Duration
	writing, ratios  bool
	reasons          *reasons
	jobs, peers      []string
	size             sizes
	store            string
	kind             kind
	certificate      *server.Certificate // without one, over plain HTTP
	bucket           store
	tar              string // an archive of a tree of sources
}

func main() { command.Main(run) }

func run(ctx context.Context) error {
	s := setup{size: full}
	flag.StringVar(&s.minio, "minio", "minio", "the minio server's binary")
	flag.StringVar(&s.azurite, "azurite", "azurite-blob", "Azurite's binary")
	flag.StringVar(&s.fakeGcs, "fake-gcs", "", "the command that starts our fake of Google")
	flag.StringVar(&s.store, "store", "s3", "what is mounted: s3 of MinIO, azure of Azurite, or gcs of our fake of Google")
	flag.StringVar(&s.proxy, "proxy", "", "our latency-proxy's binary")
	flag.StringVar(&s.windlass, "windlass", "", "Windlass's launcher, bin/windlass of the distribution")
	flag.StringVar(&s.before, "before", "", "the launcher of another state of Windlass; left out without one")
	flag.StringVar(&s.java, "java", "java", "the JVM for the limit")
	flag.StringVar(&s.limit, "limit", "", "where Limit.class is")
	flag.StringVar(&s.rclone, "rclone", "", "another, newer rclone than that on PATH")
	flag.StringVar(&s.geesefs, "geesefs", "", "geesefs's binary; left out without one")
	flag.StringVar(&s.goofys, "goofys", "", "goofys's binary; left out without one")
	flag.StringVar(&s.mountpoint, "mount-s3", "", "Mountpoint's binary, mount-s3; left out without one")
	flag.StringVar(&s.juicefs, "juicefs", "", "JuiceFS's binary; left out without one")
	flag.StringVar(&s.data, "data", "", "where the server keeps its data, from one run to the next")
	flag.StringVar(&s.fio, "fio", "", "where the fio jobs are")
	flag.StringVar(&s.lock, "lock", "", "a file to flock(2) while something is measured, if others use the machine")
	flag.StringVar(&s.samples, "samples", "", "a file that keeps the samples: those of earlier runs count, too")
	flag.IntVar(&s.rounds, "rounds", 5, "rounds, each with a fresh mount of every client; 0 shows what -samples has")
	flag.DurationVar(&s.patience, "patience", 45*time.Second, "longest that one job may take")
	flag.DurationVar(&s.budget, "budget", 30*time.Second, "a client has no further round of a job that took it so long in all")
	directories := flag.Int("directories", 0, "directories of the tree, if not as many as usual")
	files := flag.Int("files", 0, "files in each directory of the tree, if not as many as usual")
	flag.BoolVar(&s.writing, "writing", false, "the jobs that write, and the peers' caches, too")
	flag.BoolVar(&s.ratios, "ratios", false, "all jobs, and one table of what each client does beside the limit; what fails is told below it")
	jobs := flag.String("jobs", "", "only jobs whose names begin so, separated by commas: "+strings.Join(names(), ", "))
	peers := flag.String("peers", "", "only these clients, separated by commas, of limit, windlass, before, rclone-old, rclone, s3fs, geesefs, goofys, mount-s3, juicefs")
	https := flag.Bool("tls", false, "over HTTPS, with a certificate that is made for it; of MinIO alone")
	document := flag.String("document", "", "document whose tables are replaced, plots beside it; none if empty or quick")
	quick := flag.Bool("quick", false, "one round with less data, to see that it works")
	flag.Parse()
	s.jobs, s.peers = words(*jobs), words(*peers)
	if s.store != "s3" {
		s.data += "-" + s.store
		s.size = medium
	}
	if *quick {
		s.rounds, s.size, s.data = 1, small, s.data+"-quick"
	}
	if *directories > 0 {
		s.size.directories = *directories
	}
	if *files > 0 {
		s.size.files = *files
	}

	directory, err := os.MkdirTemp("", "windlass-bench-")
	if err != nil {
		return err
	}
	if *https {
		if s.certificate, err = server.NewCertificate(filepath.Join(directory, "certificate")); err != nil {
			return err
		}
	}
	if s.kind, err = kindOf(s.store, s.certificate); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "logs and mount points, kept when something fails, in", directory)
	if s.ratios {
		s.reasons = &reasons{}
		if err := s.beside(ctx, directory); err != nil || len(s.reasons.told) > 0 {
			return err
		}
		return os.RemoveAll(directory)
	}
	results, clients, err := compare(ctx, s, directory)
	if err != nil {
		return err
	}
	facts := s.facts(clients)
	text := tables(results, clients, facts, s.chosen())
	fmt.Print(text)
	if err := os.RemoveAll(directory); err != nil {
		return err
	}
	if *document == "" || *quick || *https {
		return nil
	}
	writer := "test/bench/mount"
	if s.store != "s3" {
		writer += " --store " + s.store
	}
	if s.writing {
		writer += " --writing"
	}
	if err := report.Publish(*document, writer, text); err != nil {
		return err
	}
	if s.store != "s3" {
		return nil
	}
	return plots(results, clients, s.chosen(), filepath.Dir(*document))
}

// beside does the jobs that read, then those that write, and prints what each client does beside the limit.
func (s setup) beside(ctx context.Context, directory string) error {
	var all *report.Series
	var clients []client
	var rows []job
	for _, s.writing = range []bool{false, true} {
		if len(s.chosen()) == 0 {
			continue
		}
		rows = append(rows, s.chosen()...)
		results, measured, err := compare(ctx, s, directory)
		if err != nil {
			return err
		}
		switch {
		case all == nil:
			all, clients = results, measured
			continue
		case s.samples != "":
			all = results // with what the first had
		default:
			all.Join(results)
		}
		for _, c := range measured {
			if !slices.ContainsFunc(clients, func(known client) bool { return known.name == c.name }) {
				clients = append(clients, c)
			}
		}
	}
	fmt.Print(ratios(all, clients, s.facts(clients), rows, s.reasons))
	return nil
}

func words(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

// compare runs the server, with and without a longer way to it, and measures all clients.
func compare(ctx context.Context, s setup, directory string) (*report.Series, []client, error) {
	clients, err := s.clients(directory)
	if err != nil {
		return nil, nil, err
	}
	if s.rounds == 0 {
		results, err := kept(s.samples)
		return results, clients, err
	}
	if err := os.MkdirAll(s.data, 0o700); err != nil {
		return nil, nil, err
	}
	endpoint, stop, err := s.kind.start(s)
	if err != nil {
		return nil, nil, err
	}
	defer stop()
	if s.bucket.objects, err = s.kind.open(ctx, endpoint); err != nil {
		return nil, nil, err
	}
	if err := s.fill(ctx, directory); err != nil {
		return nil, nil, err
	}
	far, err := proxy.Start(s.proxy, endpoint, 15*time.Millisecond)
	if err != nil {
		return nil, nil, err
	}
	defer far.Stop()
	networks := []network{{"loopback", endpoint, nil}, {"15 ms away", far.Address, far.Sent}}
	results, err := measure(ctx, s, clients, networks, directory)
	return results, clients, err
}

// facts says what was measured with what.
func (s setup) facts(clients []client) []string {
	facts := []string{
		fmt.Sprintf("%s/%s, Linux %s, %d cores; %s; %s", runtime.GOOS, runtime.GOARCH, kernel(), runtime.NumCPU(),
			s.kind.version(s), report.FirstLine("fio", "--version")),
		s.size.describe(s.writing),
		map[bool]string{true: "HTTPS", false: "plain HTTP"}[s.certificate != nil],
		fmt.Sprintf("%d rounds; a client has no further round of a job that took it %v in all", s.rounds, s.budget),
	}
	for _, c := range clients {
		facts = append(facts, c.title+": "+c.version)
	}
	return facts
}

func kernel() string {
	text, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		return "?"
	}
	return strings.TrimSpace(string(text))
}
