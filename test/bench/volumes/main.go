// Command volumes measures what volumes of CSI cost; test/bench/csi builds what it needs and starts it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"windlass/bench/command"
	"windlass/bench/report"
	"windlass/bench/server"
)

// setup is what to run, how much of it, and where.
type setup struct {
	minio, windlass, directory        string
	volumes, mounts, clients, objects int
}

func main() { command.Main(run) }

func run(ctx context.Context) (err error) {
	s := setup{}
	flag.StringVar(&s.minio, "minio", "minio", "the minio server's binary")
	flag.StringVar(&s.windlass, "windlass", "", "Windlass's launcher, bin/windlass of the distribution")
	flag.IntVar(&s.volumes, "volumes", 1000, "volumes that are made, listed, attached and deleted")
	flag.IntVar(&s.mounts, "mounts", 100, "how many of them are mounted, all at the same time")
	flag.IntVar(&s.clients, "clients", 8, "callers at the same time")
	flag.IntVar(&s.objects, "objects", 100_000, "objects of the volume that is snapshotted and copied")
	document := flag.String("document", "", "document whose table is replaced; none if empty or -quick")
	quick := flag.Bool("quick", false, "20 volumes, 5 mounts and 1,000 objects, to see that it works")
	flag.Parse()
	if *quick {
		s.volumes, s.mounts, s.objects = 20, 5, 1000
	}
	s.mounts = min(s.mounts, s.volumes)
	if s.volumes < 1 || s.mounts < 1 || s.clients < 1 || s.objects < 1 {
		return fmt.Errorf("nothing to measure: all numbers have to be 1 or more")
	}
	if s.directory, err = os.MkdirTemp("", "wlcsi"); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "logs and mount points, kept when the run fails, in", s.directory)
	text, err := s.measure(ctx)
	if err != nil {
		return err
	}
	fmt.Print(text)
	if err := os.RemoveAll(s.directory); err != nil {
		return err
	}
	if *document == "" || *quick {
		return nil
	}
	return report.Publish(*document, "test/bench/csi", text)
}

// measure runs the server and the plugins, and gives the tables.
func (s setup) measure(ctx context.Context) (text string, err error) {
	endpoint, stop, err := server.Start(s.minio, s.directory)
	if err != nil {
		return "", err
	}
	defer stop()
	controller, node, err := s.plugins(endpoint)
	if err != nil {
		return "", err
	}
	defer func() {
		node.end()
		controller.end()
	}()
	if _, err := controller.start(ctx); err != nil {
		return "", err
	}
	firstStart, err := node.start(ctx)
	if err != nil {
		return "", err
	}
	lives, memory, err := s.lives(ctx, controller, node, firstStart)
	if err != nil {
		return "", err
	}
	copies, err := s.copies(ctx, controller, endpoint)
	if err != nil {
		return "", err
	}
	return tables(s, lives, memory, copies), nil
}

// progress says how far the run is.
func progress(format string, arguments ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", arguments...)
}
