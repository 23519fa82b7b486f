// A server that terminates TLS itself, for connections that the gateway passes on. Arguments: certificate, key. It prints its port.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	http.HandleFunc("/hello", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s %s %s\n", r.Proto, r.TLS.ServerName, r.RemoteAddr)
	})
	http.HandleFunc("/bytes", func(w http.ResponseWriter, r *http.Request) {
		left, _ := strconv.Atoi(r.URL.Query().Get("n"))
		part := make([]byte, 64*1024)
		for left > 0 {
			n := min(left, len(part))
			if _, err := w.Write(part[:n]); err != nil {
				return
			}
			left -= n
		}
	})
	http.HandleFunc("/count", func(w http.ResponseWriter, r *http.Request) {
		n, _ := io.Copy(io.Discard, r.Body)
		fmt.Fprintln(w, n)
	})
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	panic(http.ServeTLS(listener, nil, os.Args[1], os.Args[2]))
}
