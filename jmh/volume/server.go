package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
)

// server is the upstream: it takes and sends bodies over HTTP/1.1, and over HTTP/2 without TLS.
type server struct {
	listener net.Listener
}

// piece is the content of all bodies, over and over.
var piece = func() []byte {
	bytes := make([]byte, 64<<10)
	for i := range bytes {
		bytes[i] = byte(i * 7)
	}
	return bytes
}()

func startServer() (*server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /{leg}/up", func(w http.ResponseWriter, r *http.Request) {
		read, err := io.Copy(io.Discard, r.Body)
		if err == nil {
			fmt.Fprint(w, read)
		}
	})
	mux.HandleFunc("GET /{leg}/down/{bytes}", func(w http.ResponseWriter, r *http.Request) {
		bytes, err := strconv.ParseInt(r.PathValue("bytes"), 10, 64)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Length", strconv.FormatInt(bytes, 10))
		io.Copy(w, newBody(bytes))
	})
	go (&http.Server{Handler: mux, Protocols: protocols}).Serve(listener)
	return &server{listener}, nil
}

func (s *server) address() string {
	return s.listener.Addr().String()
}

// newBody returns a body of this length.
func newBody(bytes int64) io.Reader {
	return io.LimitReader(endless{}, bytes)
}

type endless struct{}

func (endless) Read(into []byte) (int, error) {
	return copy(into, piece), nil
}
