package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/quic-go/quic-go"
	"github.com/quic-go/quic-go/http3"
)

const earlyPatience = 3 * time.Second

// order is a request: "METHOD PATH COOKIE_BYTES BODY_BYTES".
type order struct {
	method, path string
	cookie, body int
}

// early connects to the first URL for a ticket, then to the second, and sends the requests with its ClientHello. It prints
// the status and the body length of each, or "none", and whether early data was accepted.
func early(ticketURL, url string, orders []string) {
	tickets := newTicketCache()
	first := newClient(tickets)
	first.visit("GET", ticketURL+"/ticket", nil)
	tickets.await()
	first.close()

	ctx, cancel := context.WithTimeout(context.Background(), earlyPatience)
	defer cancel()
	connection, err := quic.DialAddrEarly(ctx, strings.TrimPrefix(url, "https://"), &tls.Config{
		InsecureSkipVerify: true,
		ClientSessionCache: tickets,
		ServerName:         "localhost",
		NextProtos:         []string{http3.NextProtoH3},
	}, &quic.Config{})
	check(err)
	client := (&http3.Transport{}).NewClientConn(connection)
	answers := make([]string, len(orders))
	var all sync.WaitGroup
	for i, text := range orders {
		var o order
		_, err := fmt.Sscan(text, &o.method, &o.path, &o.cookie, &o.body)
		check(err)
		all.Go(func() { answers[i] = o.give(ctx, client) })
	}
	all.Wait()
	for i, text := range orders {
		fmt.Println(strings.Join(strings.Fields(text)[:2], " "), answers[i])
	}
	fmt.Println("accepted", connection.ConnectionState().Used0RTT)
	connection.CloseWithError(0x100, "") // H3_NO_ERROR (RFC 9114 8.1)
}

func (o order) give(ctx context.Context, client *http3.ClientConn) string {
	request, err := http.NewRequestWithContext(ctx, o.method, "https://localhost"+o.path, nil)
	check(err)
	if o.cookie > 0 {
		request.Header.Set("cookie", strings.Repeat("Z", o.cookie))
	}
	response, err := o.send(ctx, client, request)
	if err != nil {
		return "none"
	}
	length, err := io.Copy(io.Discard, response.Body)
	if err != nil {
		return "none"
	}
	return fmt.Sprint(response.StatusCode, " ", length)
}

// send sends the request at once. RoundTrip does so for GET under another name only, so other methods use a request stream.
// For POST, PUT and PATCH, http3 would declare that they have no content.
func (o order) send(ctx context.Context, client *http3.ClientConn, request *http.Request) (*http.Response, error) {
	if o.method == http.MethodGet {
		request.Method = http3.MethodGet0RTT
		return client.RoundTrip(request)
	}
	stream, err := client.OpenRequestStream(ctx)
	if err != nil {
		return nil, err
	}
	deadline, _ := ctx.Deadline()
	check(stream.SetDeadline(deadline))
	if err := stream.SendRequestHeader(request); err != nil {
		return nil, err
	}
	if _, err := stream.Write(bytes.Repeat([]byte("x"), o.body)); err != nil {
		return nil, err
	}
	if err := stream.Close(); err != nil {
		return nil, err
	}
	return stream.ReadResponse()
}
