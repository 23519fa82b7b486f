package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// hold keeps a link until its standard input ends. Its first line of output says how to enter it:
//
//	{"client":"/proc/1/fd/5","server":"/proc/1/fd/7","hosts":"/tmp/…/hosts"}
//
// Then it answers each order, a line, with a line of JSON, which has "error" when the order was not carried out:
//
//	shape [OPTION…]        another shape; chance and statistics start anew
//	stats                  the statistics since then
//	listening tcp:443,…    {"listening":true} when the server's namespace has these sockets
func hold(arguments []string) error {
	var options Options
	var ends addresses
	var mtu int
	flags := flag.NewFlagSet("link hold", flag.ExitOnError)
	options.register(flags)
	registerBed(flags, &ends, &mtu)
	flags.Parse(arguments)
	becomeRealTime()
	// The end comes by standard input: a Ctrl-C meant for everybody must not leave processes in the namespaces.
	signal.Ignore(syscall.SIGINT)
	b, err := makeBed(&options, ends, mtu)
	if err != nil {
		return err
	}
	defer b.close()
	answers := json.NewEncoder(os.Stdout)
	answers.Encode(map[string]any{"client": b.path(b.client), "server": b.path(b.server), "hosts": b.hosts()})
	orders := bufio.NewScanner(os.Stdin)
	for orders.Scan() {
		answer, err := b.obey(strings.Fields(orders.Text()))
		if err != nil {
			answer = map[string]any{"error": err.Error()}
		}
		answers.Encode(answer)
	}
	return orders.Err()
}

func (b *bed) obey(order []string) (map[string]any, error) {
	if len(order) == 0 {
		order = []string{""}
	}
	switch order[0] {
	case "shape":
		var options Options
		flags := flag.NewFlagSet("shape", flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		options.register(flags)
		if err := flags.Parse(order[1:]); err != nil {
			return nil, err
		}
		up, down, err := options.shapes()
		if err != nil {
			return nil, err
		}
		b.reshape(up, down, options.seed)
		return map[string]any{}, nil
	case "stats":
		return b.statistics(), nil
	case "listening":
		return map[string]any{"listening": b.server.isListening(strings.Join(order[1:], ","))}, nil
	default:
		return nil, fmt.Errorf("order: %q (expected: shape, stats or listening)", order[0])
	}
}
