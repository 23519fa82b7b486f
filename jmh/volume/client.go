package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/quic-go/quic-go/http3"
)

// bodyBytes is the length of one body: a large file, below the default of maxRequestBodySize, and many of them in 10 GB.
const bodyBytes = 100_000_000

type client struct {
	base string
	http *http.Client
}

func newClient(leg string, g *gateway) (*client, error) {
	tlsConfig := &tls.Config{InsecureSkipVerify: true, ServerName: "localhost"}
	protocols := new(http.Protocols)
	c := &client{base: "https://" + g.address + "/" + leg, http: &http.Client{}}
	switch leg {
	case "h1":
		protocols.SetHTTP1(true)
	case "h2":
		protocols.SetHTTP2(true)
	case "h3":
		c.http.Transport = &http3.Transport{TLSClientConfig: tlsConfig, DisableCompression: true}
		return c, nil
	default:
		return nil, fmt.Errorf("leg: %s (expected: h1, h2 or h3)", leg)
	}
	c.http.Transport = &http.Transport{TLSClientConfig: tlsConfig, Protocols: protocols, DisableCompression: true}
	return c, nil
}

// move sends and fetches this number of bytes, in several bodies at once, and returns the bytes that arrived.
func move(c *client, bytes int64, streams int) (up, down int64, err error) {
	var sent, fetched atomic.Int64
	var all sync.WaitGroup
	failures := make(chan error, 2*streams)
	run := func(moved *atomic.Int64, part int64, one func(int64) (int64, error)) {
		all.Go(func() {
			for left := part; left > 0; {
				length := min(left, bodyBytes)
				arrived, err := one(length)
				moved.Add(arrived)
				if err == nil && arrived != length {
					err = fmt.Errorf("%d bytes (expected: %d)", arrived, length)
				}
				if err != nil {
					failures <- err
					return
				}
				left -= length
			}
		})
	}
	for range streams {
		run(&sent, bytes/int64(streams), c.up)
		run(&fetched, bytes/int64(streams), c.down)
	}
	all.Wait()
	close(failures)
	for failure := range failures {
		err = errors.Join(err, failure)
	}
	return sent.Load(), fetched.Load(), err
}

// up sends a body, and returns the number of bytes that the server got.
func (c *client) up(bytes int64) (int64, error) {
	request, err := http.NewRequest(http.MethodPost, c.base+"/up", newBody(bytes))
	if err != nil {
		return 0, err
	}
	request.ContentLength = bytes
	response, err := c.http.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("POST: %s, %s", response.Status, response.Header.Get("Proxy-Status"))
	}
	var got int64
	_, err = fmt.Fscan(response.Body, &got)
	return got, err
}

func (c *client) down(bytes int64) (int64, error) {
	response, err := c.http.Get(fmt.Sprintf("%s/down/%d", c.base, bytes))
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("GET: %s, %s", response.Status, response.Header.Get("Proxy-Status"))
	}
	return io.Copy(io.Discard, response.Body)
}
