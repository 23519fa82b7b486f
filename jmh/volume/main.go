package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"time"
)

type settings struct {
	program, heap, legs string
	gigabytes           float64
	streams             int
}

func main() {
	var s settings
	flag.StringVar(&s.program, "lychgate", "lychgate", "`program` that starts the gateway")
	flag.Float64Var(&s.gigabytes, "gigabytes", 10, "`number` of 10^9 bytes in each direction, over all legs")
	flag.StringVar(&s.heap, "heap", "256m", "`size` of the heap, as in -Xmx")
	flag.StringVar(&s.legs, "legs", "h1,h2,h3", "`protocols` of clients, separated by commas")
	flag.IntVar(&s.streams, "streams", 4, "`number` of bodies in each direction at once")
	flag.Parse()
	held, err := run(s)
	if err != nil {
		fmt.Fprintln(os.Stderr, "volume:", err)
		os.Exit(2)
	}
	if !held {
		os.Exit(1)
	}
}

func run(s settings) (bool, error) {
	server, err := startServer()
	if err != nil {
		return false, err
	}
	g, err := startGateway(s.program, s.heap, server.address())
	if err != nil {
		return false, err
	}
	defer g.Stop()
	legs := strings.Split(s.legs, ",")
	bytes := int64(s.gigabytes * 1e9 / float64(len(legs)))
	held := true
	fmt.Printf("%-4s %9s %9s %8s %24s %24s %24s  %s\n", "leg", "MB up", "MB down", "seconds",
		"heap MB, early/late/max", "buffers, early/late/max", "RSS MB, early/late/max", "verdict")
	for _, name := range legs {
		client, err := newClient(name, g)
		if err != nil {
			return false, err
		}
		w := watch(g)
		began := time.Now()
		up, down, err := move(client, bytes, s.streams)
		took := time.Since(began)
		samples := w.stop()
		if err != nil {
			return false, fmt.Errorf("%s: after %d bytes up and %d down: %w", name, up, down, err)
		}
		verdict := judge(samples)
		held = held && verdict == flat
		fmt.Printf("%-4s %9d %9d %8.0f %24s %24s %24s  %s\n", name, up/1e6, down/1e6, took.Seconds(),
			column(samples, heapOf, least), column(samples, buffersOf, least), column(samples, residentOf, median), verdict)
	}
	return held, nil
}
