package main

import (
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
)

// openBystander serves what the visitor requests from a gateway, until the process ends: it responds to the first path by itself,
// and passes the others on to the origin. The attacked gateway has no part in its latency.
func openBystander(o order) (any, error) {
	certificate, err := tls.LoadX509KeyPair(o.Chain, o.Key)
	if err != nil {
		return nil, err
	}
	return bystand(o, certificate)
}

func bystand(o order, certificate tls.Certificate) (any, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	body := strings.Repeat("x", int(o.Bytes))
	routes := http.NewServeMux()
	routes.Handle("/", httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: o.Origin}))
	routes.HandleFunc(o.Paths[0], func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) })
	server := &http.Server{
		Handler:   routes,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{certificate}},
		ErrorLog:  log.New(io.Discard, "", 0), // connections that end in their handshake
	}
	go func() { _ = server.ServeTLS(listener, "", "") }()
	return map[string]string{"address": listener.Addr().String()}, nil
}
