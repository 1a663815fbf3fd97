// Command control measures what a call of the control plane costs: requests to the server, processor time of the
// driver, time. test/bench/control-plane builds what it needs and starts it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"windlass/bench/command"
	"windlass/bench/report"
)

// setup is what to run, how much of it, and where.
type setup struct {
	minio, proxy, directory        string
	calls, clients, listed, rounds int
	delay                          time.Duration
}

// distribution is one of those that are compared.
type distribution struct{ name, launcher string }

func main() { command.Main(run) }

func run(ctx context.Context) (err error) {
	s := setup{}
	flag.StringVar(&s.minio, "minio", "minio", "the minio server's binary")
	flag.StringVar(&s.proxy, "proxy", "latency-proxy", "the latency-proxy's binary")
	windlass := flag.String("windlass", "", "launchers of the distributions to compare: name=path,name=path")
	flag.IntVar(&s.calls, "calls", 400, "calls of each kind; as many before them do not count")
	flag.IntVar(&s.clients, "clients", 8, "callers at the same time")
	flag.IntVar(&s.listed, "listed", 1000, "volumes that are listed")
	flag.IntVar(&s.rounds, "rounds", 3, "rounds, in which the distributions take turns")
	flag.DurationVar(&s.delay, "delay", 0, "how much later the server's answers begin")
	document := flag.String("document", "", "document whose table is replaced; none if empty")
	flag.Parse()
	var compared []distribution
	for _, each := range strings.Split(*windlass, ",") {
		name, launcher, found := strings.Cut(each, "=")
		if !found {
			return fmt.Errorf("-windlass: %q is not name=path", each)
		}
		compared = append(compared, distribution{name, launcher})
	}
	series := report.NewSeries()
	for round := range s.rounds {
		for _, each := range report.Rotated(compared, round) {
			fmt.Fprintf(os.Stderr, "round %d of %d: %s\n", round+1, s.rounds, each.name)
			if err := s.measure(ctx, each, series); err != nil {
				fmt.Print(table(s, compared, series)) // what there is
				return fmt.Errorf("%s: %w", each.name, err)
			}
		}
	}
	text := table(s, compared, series)
	fmt.Print(text)
	if *document == "" {
		return nil
	}
	return report.Publish(*document, "test/bench/control-plane", text)
}

// table has a row for each figure; with two distributions or more, the last column is the last one's share of the first.
func table(s setup, compared []distribution, series *report.Series) string {
	var text strings.Builder
	fmt.Fprintf(&text, "- linux/amd64, %d cores; %s; answers begin %v later\n", runtime.NumCPU(), report.FirstLine(s.minio, "--version"), s.delay)
	fmt.Fprintf(&text, "- %d rounds; %d calls of each kind by %d callers, %d volumes listed\n\n", s.rounds, s.calls, s.clients, s.listed)
	text.WriteString("| median (lowest – highest) |")
	for _, each := range compared {
		fmt.Fprintf(&text, " %s |", each.name)
	}
	if len(compared) > 1 {
		fmt.Fprintf(&text, " %s / %s |", compared[len(compared)-1].name, compared[0].name)
	}
	text.WriteString("\n|---|" + strings.Repeat("---:|", len(compared)+min(len(compared)-1, 1)) + "\n")
	for _, figure := range series.Figures {
		fmt.Fprintf(&text, "| %s |", figure)
		for _, each := range compared {
			fmt.Fprintf(&text, " %s |", report.Cell(series.Samples(figure, each.name)))
		}
		if len(compared) > 1 {
			first, last := series.Samples(figure, compared[0].name), series.Samples(figure, compared[len(compared)-1].name)
			fmt.Fprintf(&text, " %s |", ratio(last, first))
		}
		text.WriteString("\n")
	}
	return text.String()
}

func ratio(of, to []float64) string {
	if len(of) == 0 || len(to) == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", report.Median(of)/report.Median(to))
}
