package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"windlass/bench/report"
)

// colours of the clients, in their order.
var colours = []string{"#9e9e9e", "#1565c0", "#ffcc80", "#ef6c00", "#8d6e63", "#66bb6a", "#ab47bc"}

// charts are the plots: a file each, of the jobs of some groups.
var charts = []struct {
	file, title string
	jobs        []string // beginnings of their names
}{
	{"mount-stream.svg", "Sequential read", []string{"seq"}},
	{"mount-random.svg", "Random read", []string{"random"}},
	{"mount-files.svg", "Many files", []string{"first", "files"}},
	{"mount-tree.svg", "A tree of files", []string{"ls", "find", "stat"}},
	{"mount-write.svg", "Writing large files, and parts of them", []string{"write", "overwrite", "append"}},
	{"mount-change.svg", "Making and changing many files", []string{"create", "untar", "remove", "rename"}},
}

const (
	plotWidth, barLeft, barWidth = 920, 20, 250
	barHeight, jobGap            = 15, 34
	legendStep                   = 130
)

// plots draws what was measured of jobs, as bars: each job in its own scale, the server on loopback to the left, 15 ms away to the right.
func plots(results *report.Series, clients []client, all []job, directory string) error {
	for _, chart := range charts {
		drawn := named(all, chart.jobs)
		if len(drawn) == 0 {
			continue
		}
		var body strings.Builder
		y := 64
		for _, j := range drawn {
			better := "less is better"
			if j.more {
				better = "more is better"
			}
			fmt.Fprintf(&body, `<text x="%d" y="%d" class="job">%s, %s (%s)</text>`+"\n", barLeft, y, j.title, j.unit, better)
			for i, n := range []string{"loopback", "15 ms away"} {
				bars(&body, results, figure(value, j.name, n), clients, barLeft+i*plotWidth/2, y+8)
			}
			y += len(clients)*barHeight + jobGap
		}
		legend := ""
		for i, c := range clients {
			legend += fmt.Sprintf(`<rect x="%d" y="24" width="10" height="10" fill="%s"/><text x="%d" y="33">%s</text>`+"\n",
				barLeft+i*legendStep, colours[i%len(colours)], barLeft+14+i*legendStep, c.title)
		}
		svg := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="11">
<style>.title{font-size:14px;font-weight:bold}.job{font-weight:bold}</style>
<rect width="100%%" height="100%%" fill="white"/>
<text x="%d" y="16" class="title">%s: server on loopback (left), and 15 ms away (right)</text>
%s%s</svg>
`, plotWidth, y, barLeft, chart.title, legend, body.String())
		if err := os.WriteFile(filepath.Join(directory, chart.file), []byte(svg), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func bars(body *strings.Builder, results *report.Series, figure string, clients []client, x, y int) {
	medians := make([]float64, len(clients))
	most := 0.0
	for i, c := range clients {
		medians[i] = math.NaN()
		if samples := results.Samples(figure, c.name); len(samples) > 0 {
			medians[i] = report.Median(samples)
			if medians[i] < tooLong {
				most = max(most, medians[i])
			}
		}
	}
	for i, median := range medians {
		width, label := 1.0, "–"
		if median >= tooLong {
			width, label = barWidth, "too long"
		} else if !math.IsNaN(median) {
			width, label = max(1, median/most*barWidth), report.Number(median)
		}
		top := y + i*barHeight
		fmt.Fprintf(body, `<rect x="%d" y="%d" width="%.0f" height="%d" fill="%s"/><text x="%.0f" y="%d">%s</text>`+"\n",
			x, top, width, barHeight-3, colours[i%len(colours)], float64(x)+width+4, top+10, label)
	}
}
