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

// hold keeps a link until its standard input ends. Its first line of output names its namespaces and hosts file:
//
//	{"client":"/proc/1/fd/5","server":"/proc/1/fd/7","hosts":"/tmp/…/hosts"}
//
// Then it replies to each order, a line, with a line of JSON, which has "error" if the order failed:
//
//	shape [OPTION…]        changes the shape, reseeds the random numbers and resets the statistics
//	stats                  the statistics since the last shape
//	listening tcp:443,…    {"listening":true} if the server's namespace has these sockets
func hold(arguments []string) error {
	var options Options
	var ends addresses
	var mtu int
	flags := flag.NewFlagSet("link hold", flag.ExitOnError)
	options.register(flags)
	registerBed(flags, &ends, &mtu)
	flags.Parse(arguments)
	becomeRealTime()
	// Only the end of standard input ends the link: a Ctrl-C to the process group must not leave processes in the namespaces.
	signal.Ignore(syscall.SIGINT)
	b, err := makeBed(&options, ends, mtu)
	if err != nil {
		return err
	}
	defer b.close()
	replies := json.NewEncoder(os.Stdout)
	replies.Encode(map[string]any{"client": b.path(b.client), "server": b.path(b.server), "hosts": b.hosts()})
	orders := bufio.NewScanner(os.Stdin)
	for orders.Scan() {
		reply, err := b.obey(strings.Fields(orders.Text()))
		if err != nil {
			reply = map[string]any{"error": err.Error()}
		}
		replies.Encode(reply)
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
