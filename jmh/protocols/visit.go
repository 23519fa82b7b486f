package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

const (
	visitPatience  = time.Minute
	ticketPatience = 5 * time.Second
)

// report holds the times of a visit, in milliseconds since it began.
type report struct {
	Protocol string `json:"protocol"`

	Connect   float64 `json:"connectMillis"`   // the first TCP connection; 0 with QUIC, which has one handshake for both
	Secure    float64 `json:"secureMillis"`    // the end of its handshake
	FirstByte float64 `json:"firstByteMillis"` // the head of the first response
	Complete  float64 `json:"completeMillis"`  // the last byte of the last body

	Bytes       int64 `json:"bytes"`
	Connections int   `json:"connections"`
	IsResumed   bool  `json:"isResumed"`
	IsEarly     bool  `json:"isEarly"`
}

// visitor visits one host, and keeps its tickets and held connections.
type visitor struct {
	name  string
	roots *x509.CertPool
	kept  map[string]*keepsake // by place
	held  []client
}

func newVisitor(name string, roots *x509.CertPool) *visitor {
	return &visitor{name: name, roots: roots, kept: map[string]*keepsake{}}
}

func (v *visitor) obey(line []byte) (any, error) {
	o, err := parseOrder(line)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), visitPatience)
	defer cancel()
	switch o.Do {
	case "visit":
		return v.visit(ctx, o)
	case "ticket":
		return v.ticket(ctx, o)
	case "load":
		return v.load(o)
	case "hold":
		return v.hold(o)
	case "turns":
		return v.turns(o)
	case "release":
		v.release()
		return struct{}{}, nil
	default:
		return nil, unexpected("do", o.Do, "visit, ticket, load, hold, turns or release")
	}
}

// visit loads the paths concurrently and measures the load.
func (v *visitor) visit(ctx context.Context, o order) (any, error) {
	var kept *keepsake
	if o.Mode != modeNew {
		if kept = v.kept[o.place()]; kept == nil {
			return nil, unexpected("mode", o.Mode, "after a ticket of "+o.place())
		}
	}
	began := time.Now()
	c, err := open(ctx, o.Protocol, v.approach(o, kept, began))
	if err != nil {
		return nil, err
	}
	defer c.close()
	r := report{Protocol: o.Protocol}
	var loaded error
	r.FirstByte, r.Complete, r.Bytes, loaded = v.loadAll(ctx, c, o, began)
	if loaded != nil {
		return nil, loaded
	}
	openings := c.opened()
	if err := verify(o, openings, r.Bytes); err != nil {
		return nil, err
	}
	r.Connect, r.Secure = millis(openings[0].connected), millis(openings[0].secured)
	r.Connections = len(openings)
	r.IsResumed, r.IsEarly = o.Mode != modeNew, o.Mode == modeEarly
	return r, nil
}

// ticket opens a new connection to a server and keeps its session ticket.
func (v *visitor) ticket(ctx context.Context, o order) (any, error) {
	kept := newKeepsake()
	began := time.Now()
	c, err := open(ctx, o.Protocol, v.approach(o, kept, began))
	if err != nil {
		return nil, err
	}
	defer c.close()
	_, _, bytes, err := v.loadAll(ctx, c, o, began)
	if err != nil {
		return nil, err
	}
	if err := verify(o, c.opened(), bytes); err != nil {
		return nil, err
	}
	if !kept.await(ticketPatience) {
		return nil, errors.New("ticket: none (expected: NewSessionTicket, RFC 8446 4.6.1)")
	}
	v.kept[o.place()] = kept
	return struct{}{}, nil
}

func (v *visitor) approach(o order, kept *keepsake, began time.Time) approach {
	config := &tls.Config{
		MinVersion: tls.VersionTLS13,
		ServerName: v.name,
		RootCAs:    v.roots,
		NextProtos: []string{alpn[o.Protocol]},
	}
	if kept != nil {
		config.ClientSessionCache = kept
	}
	return approach{o.Address, nil, config, kept, o.Mode == modeEarly, began}
}

// loadAll gets all paths concurrently. It returns the times of the first head and of the last byte, in milliseconds, and the
// number of bytes.
func (v *visitor) loadAll(
	ctx context.Context, c client, o order, began time.Time,
) (first, complete float64, bytes int64, err error) {
	var mutex sync.Mutex
	var all sync.WaitGroup
	for _, path := range o.Paths {
		all.Go(func() {
			head, length, failed := v.get(ctx, c, o, path)
			end := millis(time.Since(began))
			mutex.Lock()
			defer mutex.Unlock()
			if at := millis(head.Sub(began)); first == 0 || at < first {
				first = at
			}
			complete = max(complete, end)
			bytes += length
			err = errors.Join(err, failed)
		})
	}
	all.Wait()
	return first, complete, bytes, err
}

// get makes one request. It returns when the head of the response arrived, and the length of the body in bytes.
func (v *visitor) get(ctx context.Context, c client, o order, path string) (head time.Time, length int64, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+v.name+path, nil)
	if err != nil {
		return head, 0, err
	}
	response, err := c.RoundTrip(request)
	head = time.Now()
	if err != nil {
		return head, 0, fmt.Errorf("%s %s: %w", o.Protocol, path, err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return head, 0, unexpected("status of "+path, response.Status, "200")
	}
	length, err = io.Copy(io.Discard, response.Body)
	return head, length, err
}

// verify returns an error if a connection or the number of bytes differs from the order.
func verify(o order, openings []opening, bytes int64) error {
	for _, opening := range openings {
		isResumed := opening.state.DidResume
		switch {
		case opening.state.NegotiatedProtocol != alpn[o.Protocol]:
			return unexpected("protocol", opening.state.NegotiatedProtocol, alpn[o.Protocol])
		case isResumed != (o.Mode != modeNew):
			return unexpected("resumption", fmt.Sprint(isResumed), fmt.Sprint(!isResumed))
		case opening.isEarly != (o.Mode == modeEarly):
			return unexpected("0-RTT", fmt.Sprint(opening.isEarly), fmt.Sprint(!opening.isEarly))
		}
	}
	if bytes != o.Bytes {
		return unexpected("bytes", fmt.Sprint(bytes), fmt.Sprint(o.Bytes))
	}
	return nil
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
