package main

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"sync"
	"time"

	"golang.org/x/net/http2"
)

// maxHTTP1Connections is the number of connections to one host that browsers use.
const maxHTTP1Connections = 6

// dialTLS opens one connection.
func dialTLS(ctx context.Context, how approach) (*tls.Conn, opening, error) {
	var o opening
	plain, err := (&net.Dialer{LocalAddr: how.source}).DialContext(ctx, "tcp", how.address)
	if err != nil {
		return nil, o, err
	}
	o.connected = time.Since(how.began)
	secure := tls.Client(plain, how.config)
	if err := secure.HandshakeContext(ctx); err != nil {
		plain.Close()
		return nil, o, err
	}
	o.secured = time.Since(how.began)
	o.state = secure.ConnectionState()
	return secure, o, nil
}

type http2Client struct {
	*http2.ClientConn
	opening opening
}

func openHTTP2(ctx context.Context, how approach) (client, error) {
	connection, opening, err := dialTLS(ctx, how)
	if err != nil {
		return nil, err
	}
	transport := &http2.Transport{DisableCompression: true}
	multiplexed, err := transport.NewClientConn(connection)
	if err != nil {
		connection.Close()
		return nil, err
	}
	return &http2Client{multiplexed, opening}, nil
}

func (c *http2Client) opened() []opening { return []opening{c.opening} }

func (c *http2Client) close() { c.Close() }

type http1Client struct {
	http.Transport

	mutex    sync.Mutex
	openings []opening
}

func newHTTP1(how approach) client {
	c := &http1Client{}
	c.DisableCompression = true
	c.MaxConnsPerHost = maxHTTP1Connections
	c.MaxIdleConnsPerHost = maxHTTP1Connections
	c.DialTLSContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
		connection, opening, err := dialTLS(ctx, how)
		if err != nil {
			return nil, err
		}
		c.mutex.Lock()
		defer c.mutex.Unlock()
		c.openings = append(c.openings, opening)
		return connection, nil
	}
	return c
}

func (c *http1Client) opened() []opening {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.openings
}

func (c *http1Client) close() { c.CloseIdleConnections() }
