package main

import (
	"fmt"
	"slices"
	"strings"

	"windlass/bench/report"
)

// tables renders medians: of each job, of the processor time it took the client, and of its memory.
func tables(results *report.Series, clients []client, facts []string, jobs []job) string {
	var text strings.Builder
	for _, fact := range facts {
		fmt.Fprintf(&text, "- %s\n", fact)
	}
	for _, n := range networks {
		heading(&text, "Server on "+n+"; median (lowest – highest)", clients)
		for _, j := range jobs {
			row(&text, fmt.Sprintf("%s, %s", j.title, j.unit), results, figure(value, j.name, n), clients)
		}
	}
	for _, n := range networks {
		heading(&text, "Processor time and memory of the client, server on "+n+"; median", clients)
		for _, j := range jobs {
			if j.work != "" {
				short(&text, fmt.Sprintf("%s, %s", j.title, j.work), results, figure(cpu, j.name, n), clients)
			}
		}
		for _, group := range groups(jobs) {
			short(&text, fmt.Sprintf("peak memory, %s, MiB", group[0].group), results, figure(memory, group[0].group, n), clients)
		}
	}
	if jobs[0].group == writing[0].group {
		heading(&text, "Bytes sent per byte changed; median", clients)
		for _, j := range jobs {
			short(&text, j.title, results, figure(sent, j.name, "15 ms away"), clients)
		}
	}
	heading(&text, "Requests per file; median", clients)
	for _, j := range jobs {
		short(&text, j.title, results, figure(asked, j.name, "15 ms away"), clients)
	}
	return text.String()
}

func heading(text *strings.Builder, title string, clients []client) {
	fmt.Fprintf(text, "\n| %s |", title)
	for _, c := range clients {
		fmt.Fprintf(text, " %s |", c.title)
	}
	text.WriteString("\n|---|" + strings.Repeat("---:|", len(clients)) + "\n")
}

func row(text *strings.Builder, title string, results *report.Series, figure string, clients []client) {
	line(text, title, results, figure, clients, func(samples []float64) string {
		if slices.Max(samples) >= tooLong {
			return "too long"
		}
		cell := report.Cell(samples)
		if len(samples) < rounds(results, figure, clients) {
			cell += fmt.Sprintf(", %d×", len(samples))
		}
		return cell
	})
}

func short(text *strings.Builder, title string, results *report.Series, figure string, clients []client) {
	line(text, title, results, figure, clients, func(samples []float64) string {
		return report.Number(report.Median(samples))
	})
}

func line(text *strings.Builder, title string, results *report.Series, figure string, clients []client, cell func([]float64) string) {
	if rounds(results, figure, clients) == 0 {
		return
	}
	fmt.Fprintf(text, "| %s |", title)
	for _, c := range clients {
		samples := results.Samples(figure, c.name)
		if len(samples) == 0 {
			text.WriteString(" – |")
			continue
		}
		fmt.Fprintf(text, " %s |", cell(samples))
	}
	text.WriteString("\n")
}

// rounds is how often the client was measured that was most often.
func rounds(results *report.Series, figure string, clients []client) int {
	most := 0
	for _, c := range clients {
		most = max(most, len(results.Samples(figure, c.name)))
	}
	return most
}
