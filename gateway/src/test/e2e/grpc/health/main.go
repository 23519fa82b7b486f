// A gRPC server with the health service of grpc-go. It prints its port. Each line of its input is a service and a state.
package main

import (
	"bufio"
	"fmt"
	"log"
	"net"
	"os"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	states := health.NewServer()
	server := grpc.NewServer()
	healthpb.RegisterHealthServer(server, states)
	go func() {
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			service, state, _ := strings.Cut(lines.Text(), " ")
			number := healthpb.HealthCheckResponse_ServingStatus_value[state]
			states.SetServingStatus(service, healthpb.HealthCheckResponse_ServingStatus(number))
		}
		server.Stop()
	}()
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	if err := server.Serve(listener); err != nil {
		log.Fatal(err)
	}
}
