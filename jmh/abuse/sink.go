package main

import (
	"crypto/tls"
	"io"
	"net"
)

// openSink listens until the process ends.
func openSink(o order) (any, error) {
	certificate, err := tls.LoadX509KeyPair(o.Chain, o.Key)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	datagrams, err := net.ListenPacket("udp", listener.Addr().String())
	if err != nil {
		return nil, err
	}
	go func() {
		into := make([]byte, 2048)
		for {
			if _, _, err := datagrams.ReadFrom(into); err != nil {
				return
			}
		}
	}()
	config := &tls.Config{Certificates: []tls.Certificate{certificate}, NextProtos: []string{"h2", "http/1.1"}}
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go swallow(tls.Server(c, config))
		}
	}()
	return map[string]string{"address": listener.Addr().String()}, nil
}

func swallow(c *tls.Conn) {
	defer c.Close()
	if c.Handshake() != nil {
		return
	}
	if c.ConnectionState().NegotiatedProtocol == "h2" {
		// Clients wait for the server's SETTINGS.
		if _, err := c.Write([]byte{0, 0, 0, 4, 0, 0, 0, 0, 0}); err != nil {
			return
		}
	}
	_, _ = io.Copy(io.Discard, c)
}
