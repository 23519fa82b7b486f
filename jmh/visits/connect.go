package main

import (
	"bufio"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

const patience = 10 * time.Second

// connectAll makes the visits, some concurrently. Each visitor has its own address, so that the ports suffice: a port is unusable
// for a minute after its connection ends (TIME-WAIT, RFC 9293 3.6.1).
func connectAll(o order, to party) (any, error) {
	l, err := newLog(o.Log)
	if err != nil {
		return nil, err
	}
	defer l.close()
	began := time.Now()
	var left atomic.Int64
	left.Store(int64(o.Visits))
	var mutex sync.Mutex
	var failed error
	var all sync.WaitGroup
	for i := range o.AtOnce {
		all.Go(func() {
			if err := newVisitor(o, to, byte(2+i%250)).visitUntil(&left, l); err != nil {
				left.Store(0) // stops the others
				mutex.Lock()
				defer mutex.Unlock()
				failed = errors.Join(failed, err)
			}
		})
	}
	all.Wait()
	if failed != nil {
		return nil, failed
	}
	return report{time.Since(began).Seconds()}, nil
}

type visitor struct {
	order  order
	dialer net.Dialer
	config *tls.Config
}

func newVisitor(o order, to party, number byte) *visitor {
	config := &tls.Config{
		MinVersion:       tls.VersionTLS13,
		ServerName:       to.name,
		RootCAs:          to.roots,
		NextProtos:       []string{"http/1.1"},
		CurvePreferences: []tls.CurveID{tls.X25519},
	}
	if o.IsResumed {
		config.ClientSessionCache = tls.NewLRUClientSessionCache(1)
	}
	source := &net.TCPAddr{IP: net.IPv4(127, 0, 0, number)}
	return &visitor{o, net.Dialer{Timeout: patience, LocalAddr: source}, config}
}

func (v *visitor) visitUntil(left *atomic.Int64, l *log) error {
	if v.order.IsResumed {
		// The first visit has no ticket yet and does not count.
		if _, err := v.visit(); err != nil {
			return err
		}
	}
	for left.Add(-1) >= 0 {
		began := time.Now()
		isResumed, err := v.visit()
		if err != nil {
			return err
		}
		if isResumed != v.order.IsResumed {
			return fmt.Errorf("resumption: %t (expected: %t)", isResumed, v.order.IsResumed)
		}
		l.add(began, http.StatusOK)
	}
	return nil
}

// visit connects, reads one response and closes the connection.
func (v *visitor) visit() (isResumed bool, err error) {
	plain, err := v.dialer.Dial("tcp", v.order.Address)
	if err != nil {
		return false, err
	}
	defer plain.Close()
	if err := plain.SetDeadline(time.Now().Add(patience)); err != nil {
		return false, err
	}
	secure := tls.Client(plain, v.config)
	defer secure.Close()
	if err := secure.Handshake(); err != nil {
		return false, err
	}
	if suite := secure.ConnectionState().CipherSuite; suite != tls.TLS_AES_128_GCM_SHA256 {
		// Go offers all suites that it supports; the server chooses.
		return false, fmt.Errorf("suite: %s (expected: TLS_AES_128_GCM_SHA256)", tls.CipherSuiteName(suite))
	}
	if _, err := io.WriteString(secure, "GET "+v.order.Path+" HTTP/1.1\r\nHost: "+v.config.ServerName+"\r\n\r\n"); err != nil {
		return false, err
	}
	response, err := http.ReadResponse(bufio.NewReader(secure), nil)
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	return secure.ConnectionState().DidResume, verify(response, v.order.Bytes)
}

// verify returns an error for a response with an unexpected status or length.
func verify(response *http.Response, bytes int64) error {
	length, err := io.Copy(io.Discard, response.Body)
	switch {
	case err != nil:
		return err
	case response.StatusCode != http.StatusOK:
		return fmt.Errorf("status: %s (expected: 200)", response.Status)
	case length != bytes:
		return fmt.Errorf("bytes: %d (expected: %d)", length, bytes)
	}
	return nil
}
