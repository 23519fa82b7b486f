package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	// Timeout of a request, which then counts as an error.
	patience = 5 * time.Second

	// Requests on one connection, like those of a page with its assets.
	requestsPerConnection = 20
)

type visits struct {
	Micros     []int64 `json:"micros"`
	Errors     int     `json:"errors"`
	FirstError string  `json:"firstError,omitempty"`
}

// session is one connection. Its requests are sequential; the transport only dials and frames.
type session struct {
	transport *http.Transport
	left      int
}

// visitor holds the idle sessions of one protocol.
type visitor struct {
	to      party
	order   order
	isHTTP2 bool
	idle    chan *session
}

// visit sends each request when it is due, independent of earlier requests, and measures latency from the due time.
func visit(o order, to party) (any, error) {
	visitors := []*visitor{newVisitor(o, to, false), newVisitor(o, to, true)}
	var mutex sync.Mutex
	result := visits{Micros: make([]int64, 0, o.Rate*o.Millis/1000)}
	began := time.Now()
	var all sync.WaitGroup
	for i := range o.Rate * o.Millis / 1000 {
		due := began.Add(time.Duration(i) * time.Second / time.Duration(o.Rate))
		time.Sleep(time.Until(due))
		all.Go(func() {
			err := visitors[i%2].request(due, o.Paths[i/2%len(o.Paths)])
			took := time.Since(due).Microseconds()
			mutex.Lock()
			defer mutex.Unlock()
			result.Micros = append(result.Micros, took)
			if err != nil {
				result.Errors++
				if result.FirstError == "" {
					result.FirstError = err.Error()
				}
			}
		})
	}
	all.Wait()
	for _, v := range visitors {
		v.close()
	}
	return result, nil
}

func newVisitor(o order, to party, isHTTP2 bool) *visitor {
	return &visitor{to, o, isHTTP2, make(chan *session, o.Rate)}
}

func (v *visitor) request(due time.Time, path string) error {
	s := v.take()
	err := v.get(s, due, path)
	s.left--
	if err != nil || s.left == 0 {
		s.transport.CloseIdleConnections()
		return err
	}
	select {
	case v.idle <- s:
	default:
		s.transport.CloseIdleConnections()
	}
	return nil
}

func (v *visitor) take() *session {
	select {
	case s := <-v.idle:
		return s
	default:
	}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(!v.isHTTP2)
	protocols.SetHTTP2(v.isHTTP2)
	return &session{
		transport: &http.Transport{
			TLSClientConfig: &tls.Config{
				MinVersion: tls.VersionTLS13, ServerName: v.to.name, RootCAs: v.to.roots,
				CurvePreferences: []tls.CurveID{tls.X25519},
			},
			DialContext:        (&net.Dialer{Timeout: patience}).DialContext,
			Protocols:          protocols,
			DisableCompression: true,
		},
		left: requestsPerConnection,
	}
}

func (v *visitor) get(s *session, due time.Time, path string) error {
	ctx, cancel := context.WithDeadline(context.Background(), due.Add(patience))
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+v.order.Address+path, nil)
	if err != nil {
		return err
	}
	request.Host = v.to.name
	response, err := s.transport.RoundTrip(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	length, err := io.Copy(io.Discard, response.Body)
	switch {
	case err != nil:
		return err
	case response.StatusCode != http.StatusOK:
		return fmt.Errorf("status: %s (expected: 200)", response.Status)
	case length != v.order.Bytes:
		return fmt.Errorf("bytes: %d (expected: %d)", length, v.order.Bytes)
	}
	return nil
}

func (v *visitor) close() {
	close(v.idle)
	for s := range v.idle {
		s.transport.CloseIdleConnections()
	}
}
