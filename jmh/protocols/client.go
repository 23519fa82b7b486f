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

	// opened returns how each connection was opened.
	opened() []opening

	close()
}

// opening holds how a connection was opened; times are since the visit began.
type opening struct {
	connected time.Duration // TCP; 0 with QUIC
	secured   time.Duration // the end of the handshake of TLS or QUIC
	state     tls.ConnectionState
	isEarly   bool
}

// approach holds how to open a connection.
type approach struct {
	address  string
	source   net.Addr // TCP only; nil: the kernel chooses
	config   *tls.Config
	keepsake *keepsake // nil: no ticket is used, and none is kept
	isEarly  bool
	began    time.Time
}

// open connects. With HTTP/1.1, the requests open the connections.
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
