package main

import (
	"crypto/x509"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"

	"lychgate.io/stage"
)

// order is a line of standard input; doc.go shows one of each kind.
type order struct {
	Do      string   `json:"do"`
	Attack  string   `json:"attack"`
	Address string   `json:"address"`
	Paths   []string `json:"paths"`
	Bytes   int64    `json:"bytes"`
	Rate    int      `json:"rate"`
	Millis  int      `json:"millis"`
	Chain   string   `json:"chain"`
	Key     string   `json:"key"`
	Origin  string   `json:"origin"`
}

// party is the server that orders are run against.
type party struct {
	name  string
	roots *x509.CertPool
}

func main() {
	authority := flag.String("ca", "", "PEM `file` of the trusted authority")
	name := flag.String("name", "localhost", "`host` in the server's certificate")
	flag.Parse()
	if err := serve(*authority, *name, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "abuse:", err)
		os.Exit(1)
	}
}

func serve(authority, name string, orders io.Reader, replies io.Writer) error {
	roots, err := stage.Roots(authority)
	if err != nil {
		return err
	}
	to := party{name, roots}
	return stage.Serve(orders, replies, func(line []byte) (any, error) { return obey(line, to) })
}

func obey(line []byte, to party) (any, error) {
	var o order
	if err := json.Unmarshal(line, &o); err != nil {
		return nil, err
	}
	switch {
	case o.Do == "list":
		return list(), nil
	case o.Do == "attack" && o.Millis > 0:
		return assail(o, to)
	case o.Do == "visit" && o.Rate > 0 && o.Millis > 0 && len(o.Paths) > 0:
		return visit(o, to)
	case o.Do == "sink":
		return openSink(o)
	case o.Do == "bystander" && len(o.Paths) > 0:
		return openBystander(o)
	default:
		return nil, fmt.Errorf("order: %s (expected: list, attack, visit, sink or bystander; see doc.go)", line)
	}
}
