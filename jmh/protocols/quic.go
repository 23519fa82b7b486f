package main

import (
	"context"
	"net/http"
	"time"

	"github.com/quic-go/quic-go"
	"github.com/quic-go/quic-go/http3"
)

// Receive windows of Chromium, in bytes. The initial windows of quic-go hold less than the link and its queue.
const (
	streamWindow     = 6 << 20
	connectionWindow = 15 << 20
)

const noError = 0x100 // H3_NO_ERROR (RFC 9114 8.1)

type http3Client struct {
	*http3.ClientConn
	quic    *quic.Conn
	opening opening
}

func openHTTP3(ctx context.Context, how approach) (client, error) {
	config := &quic.Config{
		InitialStreamReceiveWindow:     streamWindow,
		MaxStreamReceiveWindow:         streamWindow,
		InitialConnectionReceiveWindow: connectionWindow,
		MaxConnectionReceiveWindow:     connectionWindow,
	}
	if how.keepsake != nil {
		config.TokenStore = how.keepsake.tokens
	}
	dial := quic.DialAddr
	if how.isEarly {
		dial = quic.DialAddrEarly
	}
	connection, err := dial(ctx, how.address, how.config, config)
	if err != nil {
		return nil, err
	}
	secured := time.Since(how.began)
	transport := &http3.Transport{DisableCompression: true}
	return &http3Client{transport.NewClientConn(connection), connection, opening{secured: secured}}, nil
}

// RoundTrip sends a request of a 0-RTT connection before the handshake completes. http3 does so only for its own names of safe
// methods.
func (c *http3Client) RoundTrip(request *http.Request) (*http.Response, error) {
	select {
	case <-c.quic.HandshakeComplete():
	default:
		early := *request
		early.Method = http3.MethodGet0RTT
		request = &early
	}
	return c.ClientConn.RoundTrip(request)
}

// opened must be called after a response: only then is it known if the server accepted early data.
func (c *http3Client) opened() []opening {
	state := c.quic.ConnectionState()
	opened := c.opening
	opened.state = state.TLS
	opened.isEarly = state.Used0RTT
	return []opening{opened}
}

func (c *http3Client) close() { c.CloseWithError(noError, "") }
