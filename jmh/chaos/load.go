package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// Connections of the load. They stay open, so all protocol errors of one are seen by many requests.
	connections = 8

	patience = 20 * time.Second
)

// kind is a sort of request. Of each twenty, fifteen are small, two are large and three are posts.
type kind string

const (
	small kind = "get"
	large kind = "large"
	post  kind = "post"
)

var kinds = []kind{small, small, small, post, small, small, large, small, small, small,
	post, small, small, large, small, small, small, post, small, small}

// visit is a request and what came of it.
type visit struct {
	id          string
	kind        kind
	during      fault
	took        time.Duration
	status      int
	begun       bool
	proxyStatus string
	err         error
}

func (v *visit) failed() bool {
	return v.err != nil || v.status != http.StatusOK
}

// load sends requests when they are due and keeps what came of each.
type load struct {
	address string
	clients []*http.Transport
	during  atomic.Value // fault
	next    atomic.Int64

	mutex  sync.Mutex
	visits []*visit
}

func newLoad(address string, roots *x509.CertPool) *load {
	l := &load{address: address}
	l.during.Store(works)
	for range connections {
		protocols := new(http.Protocols)
		protocols.SetHTTP2(true)
		l.clients = append(l.clients, &http.Transport{
			TLSClientConfig:    &tls.Config{ServerName: "localhost", RootCAs: roots},
			Protocols:          protocols,
			DisableCompression: true,
		})
	}
	return l
}

// run sends this rate of requests a second for this time, then returns them when the last has ended. Latency counts from the
// time at which a request was due.
func (l *load) run(rate int, length time.Duration) []*visit {
	l.mutex.Lock()
	l.visits = nil
	l.mutex.Unlock()
	began := time.Now()
	var all sync.WaitGroup
	for i := range int(length.Seconds() * float64(rate)) {
		due := began.Add(time.Duration(i) * time.Second / time.Duration(rate))
		time.Sleep(time.Until(due))
		all.Go(func() { l.send(due) })
	}
	all.Wait()
	return l.visits
}

func (l *load) send(due time.Time) {
	number := l.next.Add(1)
	v := &visit{
		id:     fmt.Sprintf("%d", number),
		kind:   kinds[number%int64(len(kinds))],
		during: l.during.Load().(fault),
	}
	v.status, v.proxyStatus, v.begun, v.err = l.exchange(l.clients[number%connections], due, v)
	v.took = time.Since(due)
	l.mutex.Lock()
	l.visits = append(l.visits, v)
	l.mutex.Unlock()
}

func (l *load) exchange(client *http.Transport, due time.Time, v *visit) (int, string, bool, error) {
	ctx, cancel := context.WithDeadline(context.Background(), due.Add(patience))
	defer cancel()
	method, body := http.MethodGet, io.Reader(nil)
	if v.kind == post {
		method, body = http.MethodPost, strings.NewReader("a=1")
	}
	url := fmt.Sprintf("https://%s/%s/%s", l.address, v.kind, v.id)
	request, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return 0, "", false, err
	}
	request.Host = "localhost"
	request.Header.Set("X-Id", v.id)
	response, err := client.RoundTrip(request)
	if err != nil {
		return 0, "", false, err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, response.Header.Get("Proxy-Status"), true, err
}
