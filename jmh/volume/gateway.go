package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// gateway is a process that this program has started.
type gateway struct {
	address, admin string
	folder         string
	process        *exec.Cmd
}

const configuration = `listeners:
  - { name: public, address: "%s", protocols: [h3, h2, http/1.1], tls: { certificates: [ { chain: site.pem, key: site.key } ] } }
upstreams:
  h1: { servers: [ "http://%s" ], clientShare: 100, maxConnections: 64 }
  h2c: { servers: [ "h2c://%[2]s" ], clientShare: 100 }
sites:
  - hosts: [ localhost, 127.0.0.1 ]
    routes:
      - { match: { path: "/h1/*" }, proxy: { upstream: h1 } }
      - { match: { path: "/h2/*" }, proxy: { upstream: h2c } }
      - { match: { path: "/h3/*" }, proxy: { upstream: h2c } }
admin: { address: "%[3]s" }
`

const startTimeout = 60 * time.Second

func startGateway(program, heap, server string) (*gateway, error) {
	folder, err := os.MkdirTemp("", "lychgate-volume")
	if err != nil {
		return nil, err
	}
	g := &gateway{folder: folder}
	if err := writeCertificate(folder); err != nil {
		return nil, err
	}
	if g.address, err = freeAddress(); err != nil {
		return nil, err
	}
	if g.admin, err = freeAddress(); err != nil {
		return nil, err
	}
	text := fmt.Sprintf(configuration, g.address, server, g.admin)
	if err := os.WriteFile(filepath.Join(folder, "gateway.yaml"), []byte(text), 0o600); err != nil {
		return nil, err
	}
	// The launcher replaces itself by the JVM, so that its process is that of the gateway.
	g.process = exec.Command(program, "run", "-c", "gateway.yaml")
	g.process.Dir, g.process.Stdout, g.process.Stderr = folder, os.Stderr, os.Stderr
	g.process.Env = append(os.Environ(), "LYCHGATE_JAVA_OPTS=-Xmx"+heap, "LYCHGATE_STARTUP_CACHE=off")
	g.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := g.process.Start(); err != nil {
		return nil, err
	}
	for began := time.Now(); time.Since(began) < startTimeout; time.Sleep(100 * time.Millisecond) {
		if connection, err := net.Dial("tcp", g.admin); err == nil {
			connection.Close()
			return g, nil
		}
	}
	g.stop()
	return nil, errors.New("gateway: not started in a minute")
}

func (g *gateway) stop() {
	syscall.Kill(-g.process.Process.Pid, syscall.SIGTERM)
	g.process.Wait()
	os.RemoveAll(g.folder)
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}

func writeCertificate(folder string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	now := time.Now()
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(24 * time.Hour), IsCA: true, BasicConstraintsValid: true}
	chain, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	return errors.Join(
		writePem(filepath.Join(folder, "site.pem"), "CERTIFICATE", chain),
		writePem(filepath.Join(folder, "site.key"), "PRIVATE KEY", private))
}

func writePem(file, kind string, bytes []byte) error {
	return os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600)
}
