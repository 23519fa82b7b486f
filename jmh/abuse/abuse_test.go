package main

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quic-go/quic-go/http3"
)

// gateway starts a server with this handler for HTTP/1.1, HTTP/2 and HTTP/3.
func gateway(t *testing.T, handler http.Handler) (string, party) {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	address := server.Listener.Addr().String()
	datagrams, err := net.ListenPacket("udp", address)
	if err != nil {
		t.Fatal(err)
	}
	h3 := &http3.Server{Handler: handler, TLSConfig: &tls.Config{Certificates: server.TLS.Certificates}}
	go func() { _ = h3.Serve(datagrams) }()
	t.Cleanup(func() { _ = h3.Close() })
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	return address, party{"example.com", roots}
}

func kilobyte(w http.ResponseWriter, _ *http.Request) {
	_, _ = w.Write([]byte(strings.Repeat("x", 1024)))
}

func TestTableHas45AttacksWithDistinctNames(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range attacks {
		if seen[a.name] {
			t.Errorf("%s: listed twice", a.name)
		}
		seen[a.name] = true
		if !strings.HasPrefix(a.name, a.protocol+"-") || a.about == "" || a.workers < 1 {
			t.Errorf("%s: protocol %q, about %q, workers %d", a.name, a.protocol, a.about, a.workers)
		}
	}
	if len(seen) != 45 {
		t.Errorf("%d attacks (expected: 45)", len(seen))
	}
}

func TestEveryAttackReachesTheServer(t *testing.T) {
	address, to := gateway(t, http.HandlerFunc(kilobyte))
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			few := a
			few.workers = min(2, a.workers)
			result := few.against(order{Address: address, Millis: 300}, to)
			for tries := 0; result.Units == 0 && tries < 5; tries++ {
				result = few.against(order{Address: address, Millis: 2000}, to) // a busy machine
			}
			if result.Units == 0 {
				t.Errorf("%+v", result)
			}
		})
	}
}

func TestServerRepliesToAnInitialPacket(t *testing.T) {
	address, to := gateway(t, http.HandlerFunc(kilobyte))
	initials, err := newInitials(&assault{to: to})
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("udp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Write(initials.next()); err != nil {
		t.Fatal(err)
	}
	_ = c.SetReadDeadline(time.Now().Add(5 * time.Second))
	reply := make([]byte, 2048)
	if _, err := c.Read(reply); err != nil {
		t.Fatal(err)
	}
	if reply[0]&0xf0 != 0xc0 {
		t.Errorf("first byte: %x (expected: that of an Initial packet)", reply[0])
	}
}

func TestRequestsDueDuringAStallAreLate(t *testing.T) {
	var until atomic.Int64
	address, to := gateway(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		until.CompareAndSwap(0, time.Now().Add(400*time.Millisecond).UnixNano())
		time.Sleep(time.Until(time.Unix(0, until.Load())))
		kilobyte(w, r)
	}))
	o := order{Address: address, Paths: []string{"/a", "/b"}, Bytes: 1024, Rate: 100, Millis: 600}
	reply, err := visit(o, to)
	if err != nil {
		t.Fatal(err)
	}
	result := reply.(visits)
	late := 0
	for _, micros := range result.Micros {
		if micros > 50_000 {
			late++
		}
	}
	if result.Errors > 0 || len(result.Micros) != 60 || late < 30 {
		t.Errorf("%d of %d late, %d errors: %s", late, len(result.Micros), result.Errors, result.FirstError)
	}
}

func TestResponseOfAnotherLengthIsAnError(t *testing.T) {
	address, to := gateway(t, http.HandlerFunc(kilobyte))
	o := order{Address: address, Paths: []string{"/a"}, Bytes: 5, Rate: 50, Millis: 100}
	reply, err := visit(o, to)
	if err != nil {
		t.Fatal(err)
	}
	if result := reply.(visits); result.Errors != 5 || !strings.Contains(result.FirstError, "bytes: 1024") {
		t.Errorf("%+v", result)
	}
}

func TestBystanderServesTheVisitorWithoutTheGateway(t *testing.T) {
	var proxied atomic.Int64
	origin := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		proxied.Add(1)
		kilobyte(w, r)
	}))
	t.Cleanup(origin.Close)
	certificate := httptest.NewUnstartedServer(nil)
	certificate.StartTLS()
	t.Cleanup(certificate.Close)
	roots := x509.NewCertPool()
	roots.AddCert(certificate.Certificate())
	o := order{Paths: []string{"/files/1k.txt", "/1k"}, Bytes: 1024, Origin: origin.Listener.Addr().String()}
	reply, err := bystand(o, certificate.TLS.Certificates[0])
	if err != nil {
		t.Fatal(err)
	}
	o.Address, o.Rate, o.Millis = reply.(map[string]string)["address"], 100, 200
	visited, err := visit(o, party{"example.com", roots})
	if err != nil {
		t.Fatal(err)
	}
	if result := visited.(visits); result.Errors > 0 || proxied.Load() != 10 {
		t.Errorf("%d proxied (expected: 10), %d errors: %s", proxied.Load(), result.Errors, result.FirstError)
	}
}

func TestUnknownAttackIsAnError(t *testing.T) {
	if _, err := assail(order{Attack: "h9"}, party{}); err == nil {
		t.Error("no error")
	}
}
