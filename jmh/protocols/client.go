package main

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"time"
)

// client has one connection to a server, or with HTTP/1.1 up to six, as browsers do.
type client interface {
	http.RoundTripper

	// opened is what the opening of each connection took, and what became of it.
	opened() []opening

	close()
}

// opening is how a connection was opened; times are since the visit began.
type opening struct {
	connected time.Duration // TCP; none of QUIC
	secured   time.Duration // the end of the handshake of TLS or QUIC
	state     tls.ConnectionState
	isEarly   bool
}

// approach is how a connection is to be opened.
type approach struct {
	address  string
	source   net.Addr // nil: the kernel chooses; of TCP only
	config   *tls.Config
	keepsake *keepsake // nil: nothing is known of the server, and nothing is kept
	isEarly  bool
	began    time.Time
}

// open connects; with HTTP/1.1 the connections are opened with the requests.
func open(ctx context.Context, protocol string, how approach) (client, error) {
	switch protocol {
	case "h3":
		return openHTTP3(ctx, how)
	case "h2":
		return openHTTP2(ctx, how)
	default:
		return newHTTP1(how), nil
	}
}
