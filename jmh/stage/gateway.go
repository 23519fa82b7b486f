package stage

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
	"sync/atomic"
	"syscall"
	"time"
)

const startTimeout = 60 * time.Second

// Gateway is a process that this program has started, in a folder of its own.
type Gateway struct {
	folder   string
	process  *exec.Cmd
	stopping atomic.Bool
	ended    chan struct{}
}

// StartGateway runs a gateway with this configuration and this environment beside that of this program. The configuration
// may name site.pem and site.key, a certificate of localhost. It returns when the awaited address accepts connections. If
// the gateway ends before Stop, this program ends, too.
func StartGateway(program, configuration, awaited string, environment ...string) (*Gateway, error) {
	folder, err := os.MkdirTemp("", "lychgate-stage")
	if err != nil {
		return nil, err
	}
	if err := writeCertificate(folder); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, "gateway.yaml"), []byte(configuration), 0o600); err != nil {
		return nil, err
	}
	// The launcher replaces itself by the JVM, so that its process is that of the gateway.
	g := &Gateway{folder: folder, process: exec.Command(program, "run", "-c", "gateway.yaml"), ended: make(chan struct{})}
	g.process.Dir, g.process.Stdout, g.process.Stderr = folder, os.Stderr, os.Stderr
	g.process.Env = append(os.Environ(), environment...)
	g.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
	if err := g.process.Start(); err != nil {
		return nil, err
	}
	go g.watch()
	for began := time.Now(); time.Since(began) < startTimeout; time.Sleep(100 * time.Millisecond) {
		if connection, err := net.Dial("tcp", awaited); err == nil {
			connection.Close()
			return g, nil
		}
	}
	g.Stop()
	return nil, errors.New("gateway: not started in a minute")
}

func (g *Gateway) watch() {
	err := g.process.Wait()
	if !g.stopping.Load() {
		fmt.Fprintln(os.Stderr, "the gateway has ended:", err)
		os.Exit(2)
	}
	close(g.ended)
}

// File returns the path of a file in the folder of the gateway.
func (g *Gateway) File(name string) string {
	return filepath.Join(g.folder, name)
}

// Process returns the id of its process.
func (g *Gateway) Process() int {
	return g.process.Process.Pid
}

// Stop ends the gateway and removes its folder.
func (g *Gateway) Stop() {
	g.stopping.Store(true)
	syscall.Kill(-g.process.Process.Pid, syscall.SIGTERM)
	<-g.ended
	os.RemoveAll(g.folder)
}

// FreeAddress returns an address of this machine whose port was free just now.
func FreeAddress() (string, error) {
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
