// Package proc reads what Linux says of a process.
package proc

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// KiB is a field of a file of /proc/pid, such as VmRSS: of status.
func KiB(pid int, file, field string) (int, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, file))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == field {
			return strconv.Atoi(words[1])
		}
	}
	return 0, fmt.Errorf("no %s in %s", field, file)
}

// CPU is the processor time used so far; Linux counts it in hundredths of a second.
func CPU(pid int) (time.Duration, error) {
	words, err := stat(pid)
	if err != nil {
		return 0, err
	}
	user, errUser := strconv.Atoi(words[11])
	system, errSystem := strconv.Atoi(words[12])
	return time.Duration(user+system) * 10 * time.Millisecond, errors.Join(errUser, errSystem)
}

// stat gives the fields of /proc/pid/stat behind the command's name, which may hold spaces: the state
// is the first, then the parent; utime and stime are those with the indices 11 and 12.
func stat(pid int) ([]string, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil, err
	}
	return strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:])), nil
}

// Family is the process and all its descendants.
func Family(pid int) ([]int, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	children := map[int][]int{}
	for _, entry := range entries {
		child, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		words, err := stat(child)
		if err != nil {
			continue // it has ended
		}
		parent, err := strconv.Atoi(words[1])
		if err != nil {
			return nil, err
		}
		children[parent] = append(children[parent], child)
	}
	family := []int{pid}
	for i := 0; i < len(family); i++ {
		family = append(family, children[family[i]]...)
	}
	return family, nil
}
