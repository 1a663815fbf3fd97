package main

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"windlass/bench/report"
)

func tables(s setup, lives []timing, m memory, copies []step) string {
	var text strings.Builder
	fmt.Fprintf(&text, "- %s/%s, %d cores; %s\n- %s\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(),
		report.FirstLine(s.minio, "--version"), report.FirstLine("java", "-version"))
	fmt.Fprintf(&text, "- %d volumes, each with a bucket of its own; %d of them mounted, all at the same time; %d callers\n",
		s.volumes, s.mounts, s.clients)

	text.WriteString("\n| call | calls | a second | p50, ms | p99, ms | told to come again |\n|---|---:|---:|---:|---:|---:|\n")
	for _, t := range lives {
		fmt.Fprintf(&text, "| %s | %d | %s | %s | %s | %d |\n", t.title, len(t.latencies), report.Number(t.perSecond()),
			milliseconds(t.percentile(50)), milliseconds(t.percentile(99)), t.repeated)
	}

	text.WriteString("\n| a node, resident MiB | plugin | mounter | KiB for each after the first |\n|---|---:|---:|---:|\n")
	for _, stage := range []struct {
		title string
		residence
	}{
		{"nothing mounted", m.empty},
		{"1 volume mounted", m.one},
		{fmt.Sprintf("%d volumes mounted", m.mounts), m.mounted},
		{"a file of 4 KiB written and read in each", m.written},
	} {
		each := "–"
		if more := stage.plugin + stage.mounter - m.one.plugin - m.one.mounter; m.mounts > 1 && more > 0 && stage.residence != m.empty {
			each = fmt.Sprint(more / (m.mounts - 1))
		}
		fmt.Fprintf(&text, "| %s | %s | %s | %s |\n", stage.title, report.Number(float64(stage.plugin)/1024),
			report.Number(float64(stage.mounter)/1024), each)
	}

	fmt.Fprintf(&text, "\n| start of a node plugin until it is ready | ms |\n|---|---:|\n")
	fmt.Fprintf(&text, "| with a new mounter and nothing mounted | %s |\n", milliseconds(m.firstStart))
	fmt.Fprintf(&text, "| with %d mounts that a mounter serves | %s |\n", m.mounts, milliseconds(m.startWithMounts))

	fmt.Fprintf(&text, "\n| a mounter that is killed | ms |\n|---|---:|\n| until the next one answers for all %d mounts | %s |\n",
		m.mounts, milliseconds(m.nextMounter))

	fmt.Fprintf(&text, "\n| a volume of %d small objects | s | objects a second | a plain loop, s |\n|---|---:|---:|---:|\n", s.objects)
	for _, c := range copies {
		plain := "–"
		if c.plain > 0 {
			plain = report.Number(c.plain.Seconds())
		}
		fmt.Fprintf(&text, "| %s | %s | %s | %s |\n", c.title, report.Number(c.took.Seconds()),
			report.Number(float64(s.objects)/c.took.Seconds()), plain)
	}
	return text.String()
}

func milliseconds(d time.Duration) string { return report.Number(float64(d.Microseconds()) / 1000) }
