package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

const (
	tableBegin = "<!-- table: written by test/bench/run -->"
	tableEnd   = "<!-- end of table -->"
)

// table renders medians, with the lowest and highest sample behind them.
func table(s *series, drivers []driver, facts []string) string {
	var text strings.Builder
	for _, fact := range facts {
		fmt.Fprintf(&text, "- %s\n", fact)
	}
	text.WriteString("\n| median (lowest – highest) |")
	for _, d := range drivers {
		fmt.Fprintf(&text, " %s |", d.title)
	}
	text.WriteString("\n|---|" + strings.Repeat("---:|", len(drivers)) + "\n")
	for _, figure := range s.figures {
		fmt.Fprintf(&text, "| %s |", figure)
		for _, d := range drivers {
			fmt.Fprintf(&text, " %s |", cell(s.samples[figure][d.name]))
		}
		text.WriteString("\n")
	}
	return text.String()
}

func cell(samples []float64) string {
	if len(samples) == 0 {
		return "–"
	}
	sorted := slices.Sorted(slices.Values(samples))
	middle := sorted[len(sorted)/2]
	if len(sorted)%2 == 0 {
		middle = (middle + sorted[len(sorted)/2-1]) / 2
	}
	if len(sorted) == 1 {
		return number(middle)
	}
	return fmt.Sprintf("%s (%s – %s)", number(middle), number(sorted[0]), number(sorted[len(sorted)-1]))
}

func number(value float64) string {
	switch {
	case value >= 100:
		return fmt.Sprintf("%.0f", value)
	case value >= 10:
		return fmt.Sprintf("%.1f", value)
	default:
		return fmt.Sprintf("%.3f", value)
	}
}

// publish puts the table between its markers in the document.
func publish(document, text string) error {
	content, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	before, rest, found := strings.Cut(string(content), tableBegin)
	_, after, closed := strings.Cut(rest, tableEnd)
	if !found || !closed {
		return fmt.Errorf("%s lacks the markers %q and %q", document, tableBegin, tableEnd)
	}
	return os.WriteFile(document, []byte(before+tableBegin+"\n"+text+tableEnd+after), 0o644)
}
