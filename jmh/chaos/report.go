package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// account is the sum of the visits during one fault.
type account struct {
	during        fault
	requests      int
	failedGets    int
	failedPosts   int
	cutResponses  int
	unexplained   []string
	p50, p99, max time.Duration
}

// accountFor sums up the visits of one fault. A GET must not fail before its response began, nor a POST that no server has read.
// Some faults end connections that the gateway has written to, or that only seem open to it (full), so it can't tell if a server
// has read the request.
func accountFor(during fault, visits []*visit, wasServed func(id string) bool) account {
	a := account{during: during}
	var times []time.Duration
	for _, v := range visits {
		if v.during != during {
			continue
		}
		a.requests++
		if !v.failed() {
			times = append(times, v.took)
			continue
		}
		isCut := v.begun && v.err != nil
		switch {
		case isCut:
			a.cutResponses++
		case v.kind == post:
			a.failedPosts++
		default:
			a.failedGets++
		}
		switch {
		case v.begun && v.err == nil && v.proxyStatus == "" && v.status != 503:
			a.blame(v, "no Proxy-Status")
		case !isCut && v.kind != post:
			a.blame(v, "a GET failed before its response")
		case !isCut && v.kind == post && !wasServed(v.id) && v.during != reset && v.during != killed && v.during != full:
			a.blame(v, "a POST failed that no server has read")
		}
	}
	slices.Sort(times)
	a.p50, a.p99 = quantile(times, 0.5), quantile(times, 0.99)
	if len(times) > 0 {
		a.max = times[len(times)-1]
	}
	return a
}

func (a *account) blame(v *visit, what string) {
	a.unexplained = append(a.unexplained, fmt.Sprintf("%s: %s %s: status %d, %q, %v after %v",
		what, v.kind, v.id, v.status, v.proxyStatus, v.err, v.took.Round(time.Millisecond)))
}

func quantile(sorted []time.Duration, share float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}

// unlogged returns the ids of failed visits whose path is on no line of the access log.
func unlogged(visits []*visit, log string) ([]string, error) {
	file, err := os.Open(log)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	missing := map[string]bool{}
	for _, v := range visits {
		if v.failed() {
			missing[fmt.Sprintf("/%s/%s", v.kind, v.id)] = true
		}
	}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		for part := range strings.SplitSeq(lines.Text(), `"`) {
			delete(missing, part)
		}
	}
	var ids []string
	for id := range missing {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids, lines.Err()
}

func print(to io.Writer, accounts []account) {
	fmt.Fprintf(to, "%-8s %9s %11s %12s %13s %9s %9s %9s\n",
		"server", "requests", "failed GET", "failed POST", "cut response", "p50 ms", "p99 ms", "max ms")
	for _, a := range accounts {
		fmt.Fprintf(to, "%-8s %9d %11d %12d %13d %9.1f %9.1f %9.1f\n", a.during, a.requests, a.failedGets, a.failedPosts,
			a.cutResponses, millis(a.p50), millis(a.p99), millis(a.max))
	}
}

func millis(d time.Duration) float64 {
	return float64(d.Microseconds()) / 1000
}
