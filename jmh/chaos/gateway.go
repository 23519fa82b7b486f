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
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// gateway is a process that this program has started.
type gateway struct {
	address, ca, log string
	folder           string
	process          *exec.Cmd
	stopping         atomic.Bool
	ended            chan struct{}
}

const configuration = `listeners:
  - { name: public, address: "%s", protocols: [h2], tls: { certificates: [ { chain: site.pem, key: site.key } ] } }
upstreams:
  app:
    servers: [ %s ]
    connectTimeout: 1s
    responseHeadTimeout: 5s
    retry: { attempts: 2, on: [ connect, reset, timeout, malformed, 502, 503, 504 ], perTryTimeout: 300ms }
sites:
  - hosts: [ localhost ]
    routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ]
accessLog: access.log
admin: { enabled: false }
`

const startTimeout = 60 * time.Second

func startGateway(program string, origins []*origin) (*gateway, error) {
	folder, err := os.MkdirTemp("", "lychgate-chaos")
	if err != nil {
		return nil, err
	}
	g := &gateway{ca: filepath.Join(folder, "site.pem"), log: filepath.Join(folder, "access.log"), folder: folder,
		ended: make(chan struct{})}
	if err := writeCertificate(folder); err != nil {
		return nil, err
	}
	if g.address, err = freeAddress(); err != nil {
		return nil, err
	}
	var servers []string
	for _, o := range origins {
		servers = append(servers, fmt.Sprintf("%q", "http://"+o.address()))
	}
	text := fmt.Sprintf(configuration, g.address, strings.Join(servers, ", "))
	if err := os.WriteFile(filepath.Join(folder, "gateway.yaml"), []byte(text), 0o600); err != nil {
		return nil, err
	}
	g.process = exec.Command(program, "run", "-c", "gateway.yaml")
	g.process.Dir, g.process.Stdout, g.process.Stderr = folder, os.Stderr, os.Stderr
	g.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	if err := g.process.Start(); err != nil {
		return nil, err
	}
	go func() {
		err := g.process.Wait()
		if !g.stopping.Load() {
			fmt.Fprintln(os.Stderr, "chaos: the gateway has ended:", err)
			os.Exit(2)
		}
		close(g.ended)
	}()
	for began := time.Now(); time.Since(began) < startTimeout; time.Sleep(100 * time.Millisecond) {
		if connection, err := net.Dial("tcp", g.address); err == nil {
			connection.Close()
			return g, nil
		}
	}
	g.stop()
	return nil, errors.New("gateway: not started in a minute")
}

func (g *gateway) stop() {
	g.stopping.Store(true)
	syscall.Kill(-g.process.Process.Pid, syscall.SIGTERM)
	<-g.ended
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
