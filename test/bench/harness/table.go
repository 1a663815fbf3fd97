package main

import (
	"fmt"
	"strings"

	"windlass/bench/report"
)

// table renders medians, with the lowest and highest sample behind them.
func table(s *report.Series, drivers []driver, facts []string) string {
	var text strings.Builder
	for _, fact := range facts {
		fmt.Fprintf(&text, "- %s\n", fact)
	}
	text.WriteString("\n| median (lowest – highest) |")
	for _, d := range drivers {
		fmt.Fprintf(&text, " %s |", d.title)
	}
	text.WriteString("\n|---|" + strings.Repeat("---:|", len(drivers)) + "\n")
	for _, figure := range s.Figures {
		fmt.Fprintf(&text, "| %s |", figure)
		for _, d := range drivers {
			fmt.Fprintf(&text, " %s |", report.Cell(s.Samples(figure, d.name)))
		}
		text.WriteString("\n")
	}
	return text.String()
}
