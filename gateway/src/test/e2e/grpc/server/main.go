// The server of the interop tests of grpc-go. It prints its port. Arguments: certificate and key, or none for plain text.
package main

import (
	"fmt"
	"log"
	"net"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/interop"
	testgrpc "google.golang.org/grpc/interop/grpc_testing"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	var options []grpc.ServerOption
	if len(os.Args) == 3 {
		identity, err := credentials.NewServerTLSFromFile(os.Args[1], os.Args[2])
		if err != nil {
			log.Fatal(err)
		}
		options = append(options, grpc.Creds(identity))
	}
	server := grpc.NewServer(options...)
	testgrpc.RegisterTestServiceServer(server, interop.NewTestServer())
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	if err := server.Serve(listener); err != nil {
		log.Fatal(err)
	}
}
