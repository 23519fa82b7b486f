package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/quic-go/quic-go"
	"github.com/quic-go/quic-go/http3"
)

const host = "server.test"

// site is a server of all three protocols, and a visitor who trusts it.
type site struct {
	t        *testing.T
	tcp, udp string
	config   *tls.Config // TLS over TCP
	visitor  *visitor
}

func newSite(t *testing.T, allows0RTT bool) *site {
	certificate, roots := authority(t)
	s := &site{t: t, visitor: newVisitor(host, roots)}
	config := &tls.Config{
		Certificates: []tls.Certificate{certificate},
		NextProtos:   []string{"h2", "http/1.1"},
	}
	handler := http.NewServeMux()
	handler.HandleFunc("/gone", http.NotFound)
	handler.HandleFunc("/1k", func(response http.ResponseWriter, _ *http.Request) {
		response.Write(make([]byte, 1000))
	})
	tcp := httptest.NewUnstartedServer(handler)
	tcp.EnableHTTP2 = true
	tcp.TLS = config
	tcp.Config.ErrorLog = log.New(io.Discard, "", 0)
	tcp.StartTLS()
	t.Cleanup(tcp.Close)
	s.tcp = tcp.Listener.Addr().String()
	s.config = tcp.TLS
	socket, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.udp = socket.LocalAddr().String()
	h3 := &http3.Server{
		Handler:    handler,
		TLSConfig:  http3.ConfigureTLSConfig(config),
		QUICConfig: &quic.Config{Allow0RTT: allows0RTT},
	}
	go h3.Serve(socket)
	t.Cleanup(func() {
		h3.Close()
		socket.Close()
	})
	return s
}

// authority creates a self-signed certificate for the host.
func authority(t *testing.T) (tls.Certificate, *x509.CertPool) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		DNSNames:              []string{host},
		NotAfter:              time.Now().Add(time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, form, form, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(certificate)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, roots
}

// order returns an order for paths of 1000 bytes each at this site.
func (s *site) order(do, protocol, mode string, paths ...string) order {
	address := s.tcp
	if protocol == "h3" {
		address = s.udp
	}
	return order{Do: do, Protocol: protocol, Mode: mode, Address: address, Paths: paths, Bytes: int64(1000 * len(paths))}
}

func (s *site) obeys(o order) any {
	s.t.Helper()
	reply, err := s.give(o)
	if err != nil {
		s.t.Fatalf("%s %s %s: %v", o.Do, o.Protocol, o.Mode, err)
	}
	return reply
}

// refuses expects an error that names the thing.
func (s *site) refuses(o order, thing string) {
	s.t.Helper()
	if reply, err := s.give(o); err == nil || !strings.Contains(err.Error(), thing) {
		s.t.Errorf("%s %s %s: %v, %v (expected: an error that names %s)", o.Do, o.Protocol, o.Mode, reply, err, thing)
	}
}

func (s *site) give(o order) (any, error) {
	line, err := json.Marshal(o)
	if err != nil {
		s.t.Fatal(err)
	}
	return s.visitor.obey(line)
}
