package stage

import (
	"crypto/tls"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFailedOrderHasAReplyAndTheNextOneIsObeyed(t *testing.T) {
	var replies strings.Builder
	err := Serve(strings.NewReader("bad\ngood\n"), &replies, func(line []byte) (any, error) {
		if string(line) == "bad" {
			return nil, errors.New("order: bad")
		}
		return 7, nil
	})
	if err != nil || replies.String() != "{\"error\":\"order: bad\"}\n7\n" {
		t.Errorf("%q, %v", replies.String(), err)
	}
}

func TestFileWithoutACertificateIsNamed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "empty.pem")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Roots(file); err == nil || !strings.HasPrefix(err.Error(), file+": no certificate") {
		t.Error(err)
	}
}

func TestCertificateIsThatOfLocalhost(t *testing.T) {
	folder := t.TempDir()
	if err := writeCertificate(folder); err != nil {
		t.Fatal(err)
	}
	pair, err := tls.LoadX509KeyPair(filepath.Join(folder, "site.pem"), filepath.Join(folder, "site.key"))
	if err != nil {
		t.Fatal(err)
	}
	if err := pair.Leaf.VerifyHostname("localhost"); err != nil {
		t.Error(err)
	}
}
