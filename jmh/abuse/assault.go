package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// attack is one kind of attack. run attacks over one connection, or over several in sequence, until the connection or the
// assault ends. It is called again until the time is up.
type attack struct {
	name     string
	about    string
	protocol string
	workers  int
	run      func(a *assault) error
}

// assault is a running attack.
type assault struct {
	ctx     context.Context
	address string
	to      party

	connections, refused, units, bytes atomic.Int64
}

type toll struct {
	Connections int64  `json:"connections"`
	Refused     int64  `json:"refused"`
	Units       int64  `json:"units"`
	Bytes       int64  `json:"bytes"`
	LastError   string `json:"lastError,omitempty"`
}

// A refused worker waits this long, so that a gateway that refuses everything does not turn each attack into a loop of
// failing dials.
const pause = 5 * time.Millisecond

// source is the attacker's address. It differs from the visitor's, so that limits for one address can distinguish them.
var source = net.IPv4(127, 0, 0, 2)

func assail(o order, to party) (any, error) {
	chosen, err := find(o.Attack)
	if err != nil {
		return nil, err
	}
	return chosen.against(o, to), nil
}

func (chosen attack) against(o order, to party) toll {
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(o.Millis)*time.Millisecond)
	defer cancel()
	a := &assault{ctx: ctx, address: o.Address, to: to}
	var last atomic.Value
	var all sync.WaitGroup
	for range chosen.workers {
		all.Go(func() {
			for ctx.Err() == nil {
				if err := chosen.run(a); err != nil && ctx.Err() == nil {
					last.Store(err.Error())
					a.wait(pause)
				}
			}
		})
	}
	all.Wait()
	t := toll{Connections: a.connections.Load(), Refused: a.refused.Load(), Units: a.units.Load(), Bytes: a.bytes.Load()}
	if text, ok := last.Load().(string); ok {
		t.LastError = text
	}
	return t
}

func find(name string) (attack, error) {
	for _, a := range attacks {
		if a.name == name {
			return a, nil
		}
	}
	return attack{}, fmt.Errorf("attack: %s (expected: a name from the list)", name)
}

func list() any {
	type row struct {
		Name     string `json:"name"`
		About    string `json:"about"`
		Protocol string `json:"protocol"`
	}
	rows := make([]row, len(attacks))
	for i, a := range attacks {
		rows[i] = row{a.name, a.about, a.protocol}
	}
	return map[string]any{"attacks": rows}
}

// wait returns false if the assault has ended.
func (a *assault) wait(how time.Duration) bool {
	select {
	case <-a.ctx.Done():
		return false
	case <-time.After(how):
		return true
	}
}

// wire is a connection that counts written bytes and is closed when the assault ends.
type wire struct {
	net.Conn
	of   *assault
	stop func() bool
}

func (w *wire) Write(b []byte) (int, error) {
	n, err := w.Conn.Write(b)
	w.of.bytes.Add(int64(n))
	return n, err
}

func (w *wire) Close() error {
	w.stop()
	return w.Conn.Close()
}

// dial opens a TCP connection. Closing it sends a reset, so that thousands of them leave no ports in TIME-WAIT.
func (a *assault) dial() (net.Conn, error) {
	dialer := net.Dialer{Timeout: 2 * time.Second, LocalAddr: &net.TCPAddr{IP: source}}
	plain, err := dialer.DialContext(a.ctx, "tcp", a.address)
	if err != nil {
		a.refused.Add(1)
		return nil, err
	}
	_ = plain.(*net.TCPConn).SetLinger(0)
	a.connections.Add(1)
	return &wire{plain, a, context.AfterFunc(a.ctx, func() { plain.Close() })}, nil
}

func (a *assault) tlsConfig(protocol string) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS13, ServerName: a.to.name, RootCAs: a.to.roots, NextProtos: []string{protocol},
		CurvePreferences: []tls.CurveID{tls.X25519},
	}
}

// dialTLS opens a TLS connection with an ALPN protocol.
func (a *assault) dialTLS(protocol string) (*tls.Conn, error) {
	plain, err := a.dial()
	if err != nil {
		return nil, err
	}
	secure := tls.Client(plain, a.tlsConfig(protocol))
	if err := secure.HandshakeContext(a.ctx); err != nil {
		a.refused.Add(1)
		plain.Close()
		return nil, err
	}
	return secure, nil
}
