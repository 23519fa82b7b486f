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
	authority := flag.String("ca", "", "PEM `file` of the authority that is trusted")
	name := flag.String("name", "", "`host` that the server's certificate must be for")
	flag.Parse()
	// The buffer that the kernel gives is the same in every protocol's run; quic-go would warn of it.
	os.Setenv("QUIC_GO_DISABLE_RECEIVE_BUFFER_WARNING", "true")
	if err := serve(*authority, *name, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "protocols:", err)
		os.Exit(1)
	}
}

func serve(authority, name string, orders io.Reader, answers io.Writer) error {
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
	out := json.NewEncoder(answers)
	for lines.Scan() {
		answer, err := v.obey(lines.Bytes())
		if err != nil {
			answer = map[string]string{"error": err.Error()}
		}
		if err := out.Encode(answer); err != nil {
			return err
		}
	}
	return lines.Err()
}
