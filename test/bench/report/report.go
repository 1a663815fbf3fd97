// Package report keeps the samples of a benchmark and puts their medians into a document.
package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// Series holds the samples of each figure, by the name of what was measured, and keeps the order in
// which figures came.
type Series struct {
	Figures []string
	Values  map[string]map[string][]float64
}

// NewSeries is one without samples.
func NewSeries() *Series { return &Series{Values: map[string]map[string][]float64{}} }

// Add adds a sample.
func (s *Series) Add(figure, name string, value float64) {
	if s.Values[figure] == nil {
		s.Values[figure] = map[string][]float64{}
		s.Figures = append(s.Figures, figure)
	}
	s.Values[figure][name] = append(s.Values[figure][name], value)
}

// Join adds the samples of another series.
func (s *Series) Join(other *Series) {
	for _, figure := range other.Figures {
		for name, samples := range other.Values[figure] {
			for _, value := range samples {
				s.Add(figure, name, value)
			}
		}
	}
}

// Load adds what Save has written; nothing if there is no such file.
func (s *Series) Load(path string) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(text, s)
}

// Save writes all samples to a file.
func (s *Series) Save(path string) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// Samples gives what was added, in that order.
func (s *Series) Samples(figure, name string) []float64 { return s.Values[figure][name] }

// Median is the middle sample, or the mean of the two in the middle; there must be one.
func Median(samples []float64) float64 {
	sorted := slices.Sorted(slices.Values(samples))
	middle := sorted[len(sorted)/2]
	if len(sorted)%2 == 0 {
		middle = (middle + sorted[len(sorted)/2-1]) / 2
	}
	return middle
}

// Cell shows a median with the lowest and the highest sample behind it.
func Cell(samples []float64) string {
	switch len(samples) {
	case 0:
		return "–"
	case 1:
		return Number(samples[0])
	}
	return fmt.Sprintf("%s (%s – %s)", Number(Median(samples)), Number(slices.Min(samples)), Number(slices.Max(samples)))
}

// Number shows about three digits.
func Number(value float64) string {
	switch {
	case value >= 100:
		return fmt.Sprintf("%.0f", value)
	case value >= 10:
		return fmt.Sprintf("%.1f", value)
	default:
		return fmt.Sprintf("%.3f", value)
	}
}

// Rotated gives the elements in another order each round, so that none always follows the same one.
func Rotated[T any](elements []T, round int) []T {
	n := round % len(elements)
	return append(append([]T{}, elements[n:]...), elements[:n]...)
}

const tableEnd = "<!-- end of table -->"

// Publish replaces what the document has between the comment that says that writer wrote it and the
// end of that table.
func Publish(document, writer, text string) error {
	begin := fmt.Sprintf("<!-- table: written by %s -->", writer)
	content, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	before, rest, found := strings.Cut(string(content), begin)
	_, after, closed := strings.Cut(rest, tableEnd)
	if !found || !closed {
		return fmt.Errorf("%s lacks the markers %q and %q", document, begin, tableEnd)
	}
	return os.WriteFile(document, []byte(before+begin+"\n"+text+tableEnd+after), 0o644)
}

// FirstLine is the first line that a command prints: its version.
func FirstLine(command string, arguments ...string) string {
	output, err := exec.Command(command, arguments...).CombinedOutput()
	if err != nil {
		return command + ": version unknown"
	}
	line, _, _ := strings.Cut(string(output), "\n")
	return line
}
