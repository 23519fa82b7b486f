package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"lychgate.io/stage"
)

func main() {
	authority := flag.String("ca", "", "PEM `file` of the trusted authority")
	name := flag.String("name", "", "`host` in the server's certificate")
	flag.Parse()
	// Suppresses quic-go's warning about the kernel's receive buffer, which is the same for each protocol.
	os.Setenv("QUIC_GO_DISABLE_RECEIVE_BUFFER_WARNING", "true")
	if err := serve(*authority, *name, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "protocols:", err)
		os.Exit(1)
	}
}

func serve(authority, name string, orders io.Reader, replies io.Writer) error {
	roots, err := stage.Roots(authority)
	if err != nil {
		return err
	}
	v := newVisitor(name, roots)
	return stage.Serve(orders, replies, v.obey)
}
