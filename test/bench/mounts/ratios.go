package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"windlass/bench/report"
)

// reasons are why figures are missing. Without any, a failure ends the run.
type reasons struct {
	told  []string
	guard sync.Mutex
}

// keep keeps the first line of why a client has no figure, once; it says whether the run goes on.
func (r *reasons) keep(client, what string, err error) bool {
	if r == nil {
		return false
	}
	why, _, _ := strings.Cut(err.Error(), "\n")
	line := fmt.Sprintf("%s, %s: %s", client, what, why)
	r.guard.Lock()
	defer r.guard.Unlock()
	if !slices.Contains(r.told, line) {
		r.told = append(r.told, line)
	}
	return true
}

// networks are those of every run.
var networks = []string{"loopback", "15 ms away"}

// ratios renders a table in the form of loopback / 15 ms away: the limit's medians, and those of the clients as shares of
// them; where there is no limit, all medians.
func ratios(results *report.Series, clients []client, facts []string, rows []job, missing *reasons) string {
	var text strings.Builder
	for _, fact := range facts {
		fmt.Fprintf(&text, "- %s\n", fact)
	}
	heading(&text, "Medians, loopback / 15 ms away; × is the share of the limit, of which less is better for s and ms", clients)
	for _, j := range rows {
		fmt.Fprintf(&text, "| %s, %s |", j.title, j.unit)
		for _, c := range clients {
			var cells []string
			for _, n := range networks {
				cells = append(cells, cell(results, figure(value, j.name, n), c))
			}
			fmt.Fprintf(&text, " %s |", strings.Join(cells, " / "))
		}
		text.WriteString("\n")
	}
	if len(missing.told) > 0 {
		text.WriteString("\nWithout figures:\n\n")
		for _, line := range missing.told {
			fmt.Fprintf(&text, "- %s\n", line)
		}
	}
	return text.String()
}

func cell(results *report.Series, figure string, c client) string {
	samples := results.Samples(figure, c.name)
	if len(samples) == 0 || slices.Max(samples) >= tooLong {
		return "–"
	}
	limit := results.Samples(figure, "limit")
	if c.limit || len(limit) == 0 {
		return report.Number(report.Median(samples))
	}
	return fmt.Sprintf("%.2f×", report.Median(samples)/report.Median(limit))
}
