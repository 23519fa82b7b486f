package main

import (
	"bufio"
	"crypto/x509"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
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
	pem, err := os.ReadFile(authority)
	if err != nil {
		return err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return fmt.Errorf("%s: no certificate (expected: PEM)", authority)
	}
	v := newVisitor(name, roots)
	lines := bufio.NewScanner(orders)
	out := json.NewEncoder(replies)
	for lines.Scan() {
		reply, err := v.obey(lines.Bytes())
		if err != nil {
			reply = map[string]string{"error": err.Error()}
		}
		if err := out.Encode(reply); err != nil {
			return err
		}
	}
	return lines.Err()
}
