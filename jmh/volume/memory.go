package main

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// sample is the memory of the gateway at one moment, in bytes.
type sample struct {
	heap, buffers, resident int64
}

type watcher struct {
	end, ended chan struct{}
	samples    []sample
}

func watch(g *gateway) *watcher {
	w := &watcher{end: make(chan struct{}), ended: make(chan struct{})}
	http := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	go func() {
		defer close(w.ended)
		ticks := time.NewTicker(time.Second)
		defer ticks.Stop()
		for {
			if s, err := read(http, g); err == nil {
				w.samples = append(w.samples, s)
			} else {
				fmt.Fprintln(os.Stderr, "volume:", err)
			}
			select {
			case <-ticks.C:
			case <-w.end:
				return
			}
		}
	}()
	return w
}

func (w *watcher) stop() []sample {
	close(w.end)
	<-w.ended
	return w.samples
}

func read(client *http.Client, g *gateway) (sample, error) {
	response, err := client.Get("https://" + g.admin + "/metrics")
	if err != nil {
		return sample{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return sample{}, err
	}
	resident, err := residentMemory(g.Process())
	return sample{
		heap:     sum(string(text), "jvm_memory_used_bytes{", `area="heap"`),
		buffers:  sum(string(text), "jvm_buffer_memory_used_bytes{", ""),
		resident: resident,
	}, err
}

// sum adds the series of a metric whose labels contain a text.
func sum(metrics, name, label string) int64 {
	var all float64
	for line := range strings.Lines(metrics) {
		if !strings.HasPrefix(line, name) || !strings.Contains(line, label) {
			continue
		}
		fields := strings.Fields(line)
		if value, err := strconv.ParseFloat(fields[len(fields)-1], 64); err == nil {
			all += value
		}
	}
	return int64(all)
}

func residentMemory(pid int) (int64, error) {
	file, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if text, found := strings.CutPrefix(lines.Text(), "VmRSS:"); found {
			kib, err := strconv.ParseInt(strings.Fields(text)[0], 10, 64)
			return kib << 10, err
		}
	}
	return 0, fmt.Errorf("/proc/%d/status: no VmRSS", pid)
}

const (
	flat  = "flat"
	slack = 16 << 20

	// Fewer samples show no trend.
	fewest = 10
)

// judge compares the second fifth of a leg with its last one: the first has warm-up in it.
func judge(samples []sample) string {
	if len(samples) < fewest {
		return fmt.Sprintf("too short: %d samples (expected: %d)", len(samples), fewest)
	}
	var grown []string
	for _, each := range []struct {
		name string
		of   func(sample) int64
		by   func([]int64) int64
	}{{"heap", heapOf, least}, {"RSS", residentOf, median}} {
		early, late := ends(samples, each.of, each.by)
		if late > early+early/10+slack {
			grown = append(grown, each.name)
		}
	}
	if len(grown) > 0 {
		return "grows: " + strings.Join(grown, ", ")
	}
	return flat
}

func heapOf(s sample) int64     { return s.heap }
func buffersOf(s sample) int64  { return s.buffers }
func residentOf(s sample) int64 { return s.resident }

func values(samples []sample, of func(sample) int64) []int64 {
	var all []int64
	for _, s := range samples {
		all = append(all, of(s))
	}
	return all
}

// ends returns a figure of the second and of the last fifth.
func ends(samples []sample, of func(sample) int64, by func([]int64) int64) (early, late int64) {
	all, fifth := values(samples, of), max(1, len(samples)/5)
	return by(all[min(fifth, len(all)-1):min(2*fifth, len(all))]), by(all[len(all)-fifth:])
}

func least(values []int64) int64 { return slices.Min(values) }

func median(values []int64) int64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

func column(samples []sample, of func(sample) int64, by func([]int64) int64) string {
	if len(samples) < 2 {
		return "-"
	}
	early, late := ends(samples, of, by)
	return fmt.Sprintf("%d/%d/%d", early>>20, late>>20, slices.Max(values(samples, of))>>20)
}
