// Visits a gateway with quic-go, and prints one line per response, in the format of client.py.
package main

import (
	"bytes"
	"crypto/sha256"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"os"

	"github.com/quic-go/quic-go/http3"
)

const uploadBytes = 300_000

func main() {
	if os.Args[1] == "early" {
		early(os.Args[2], os.Args[3], os.Args[4:])
		return
	}
	visits(os.Args[1])
}

func visits(base string) {
	tickets := newTicketCache()

	first := newClient(tickets)
	say("small", first.visit("GET", base+"/small", nil))
	say("large", first.visit("GET", base+"/large", nil))
	say("echo", first.visit("POST", base+"/echo", bytes.Repeat([]byte("x"), uploadBytes)))
	page := first.visit("GET", base+"/page", nil)
	say("page", page)
	fmt.Println("early-hints", page.link)
	trailers := first.visit("POST", base+"/trailers", []byte("body"))
	say("trailers", trailers)
	fmt.Println("trailer", trailers.trailer)
	tickets.await()
	first.close()

	second := newClient(tickets)
	again := second.visit("GET", base+"/small", nil)
	say("again", again)
	fmt.Println("resumed", again.resumed)
	second.close()
}

type client struct {
	transport *http3.Transport
}

// seen is the response to one request.
type seen struct {
	protocol string
	status   int
	sum      [32]byte
	link     string
	trailer  string
	resumed  bool
}

func newClient(tickets tls.ClientSessionCache) *client {
	return &client{&http3.Transport{TLSClientConfig: &tls.Config{
		InsecureSkipVerify: true,
		ClientSessionCache: tickets,
		ServerName:         "localhost",
	}}}
}

func (c *client) visit(method, url string, body []byte) seen {
	var s seen
	request, err := http.NewRequest(method, url, bytes.NewReader(body))
	check(err)
	request.Header.Set("te", "trailers")
	request.Header.Set("sec-fetch-mode", "navigate")
	request.Header.Set("sec-fetch-dest", "document")
	trace := &httptrace.ClientTrace{
		Got1xxResponse: func(code int, fields textproto.MIMEHeader) error {
			if code == http.StatusEarlyHints {
				s.link = fields.Get("link")
			}
			return nil
		},
	}
	request = request.WithContext(httptrace.WithClientTrace(request.Context(), trace))
	response, err := c.transport.RoundTrip(request)
	check(err)
	content, err := io.ReadAll(response.Body)
	check(err)
	s.protocol = response.Proto
	s.status = response.StatusCode
	s.sum = sha256.Sum256(content)
	s.trailer = response.Trailer.Get("x-checksum")
	s.resumed = response.TLS != nil && response.TLS.DidResume
	return s
}

func (c *client) close() {
	check(c.transport.Close())
}

func say(what string, s seen) {
	fmt.Printf("%s %s %d %x\n", what, s.protocol, s.status, s.sum)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
