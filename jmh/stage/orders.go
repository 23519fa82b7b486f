// Package stage has the parts that several benchmarks share: orders of the harness, and a gateway of their own.
package stage

import (
	"bufio"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// Roots returns the authorities of a PEM file.
func Roots(file string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s: no certificate (expected: PEM)", file)
	}
	return roots, nil
}

// Serve obeys orders, each a line, until they end. It writes each reply as a line of JSON; an order that fails has the
// reply {"error": "…"}. It returns an error if it cannot read or write.
func Serve(orders io.Reader, replies io.Writer, obey func(line []byte) (any, error)) error {
	lines := bufio.NewScanner(orders)
	out := json.NewEncoder(replies)
	for lines.Scan() {
		reply, err := obey(lines.Bytes())
		if err != nil {
			reply = map[string]string{"error": err.Error()}
		}
		if err := out.Encode(reply); err != nil {
			return err
		}
	}
	return lines.Err()
}
