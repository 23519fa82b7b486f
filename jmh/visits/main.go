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

// party is the server to visit.
type party struct {
	name  string
	roots *x509.CertPool
}

// order is a line of standard input; doc.go shows one of each kind.
type order struct {
	Do      string `json:"do"`
	Address string `json:"address"`
	Path    string `json:"path"`
	Bytes   int64  `json:"bytes"`
	Log     string `json:"log"`

	Visits    int  `json:"visits"`
	AtOnce    int  `json:"atOnce"`
	IsResumed bool `json:"isResumed"`

	Rate   int `json:"rate"`
	Millis int `json:"millis"`
}

type report struct {
	Seconds float64 `json:"seconds"`
}

func main() {
	authority := flag.String("ca", "", "PEM `file` of the trusted authority")
	name := flag.String("name", "localhost", "`host` in the server's certificate")
	flag.Parse()
	if err := serve(*authority, *name, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "visits:", err)
		os.Exit(1)
	}
}

func serve(authority, name string, orders io.Reader, replies io.Writer) error {
	roots, err := stage.Roots(authority)
	if err != nil {
		return err
	}
	return stage.Serve(orders, replies, func(line []byte) (any, error) { return obey(line, party{name, roots}) })
}

func obey(line []byte, to party) (any, error) {
	var o order
	if err := json.Unmarshal(line, &o); err != nil {
		return nil, err
	}
	switch {
	case o.Do == "connect" && o.Visits > 0 && o.AtOnce > 0:
		return connectAll(o, to)
	case o.Do == "pace" && o.Rate > 0 && o.Millis > 0:
		return pace(o, to)
	default:
		return nil, fmt.Errorf("order: %s (expected: connect with visits and atOnce, or pace with rate and millis)", line)
	}
}
