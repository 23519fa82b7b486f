// One case of the interop tests of grpc-go. Its own client also has the clouds of Google and xDS, which take a minute to build.
package main

import (
	"context"
	"crypto/x509"
	"flag"
	"log"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/interop"
	testgrpc "google.golang.org/grpc/interop/grpc_testing"
)

var (
	server = flag.String("server", "", "host and port")
	caFile = flag.String("ca_file", "", "certificate to trust; plain text without it")
	name   = flag.String("test_case", "", "case of the interop tests")
)

type call = func(context.Context, testgrpc.TestServiceClient, ...grpc.CallOption)

var cases = map[string]call{
	"empty_unary":                 interop.DoEmptyUnaryCall,
	"large_unary":                 interop.DoLargeUnaryCall,
	"client_streaming":            interop.DoClientStreaming,
	"server_streaming":            interop.DoServerStreaming,
	"ping_pong":                   interop.DoPingPong,
	"empty_stream":                interop.DoEmptyStream,
	"timeout_on_sleeping_server":  interop.DoTimeoutOnSleepingServer,
	"cancel_after_begin":          interop.DoCancelAfterBegin,
	"cancel_after_first_response": interop.DoCancelAfterFirstResponse,
	"status_code_and_message":     interop.DoStatusCodeAndMessage,
	"special_status_message":      interop.DoSpecialStatusMessage,
	"custom_metadata":             interop.DoCustomMetadata,
}

func transport() credentials.TransportCredentials {
	if *caFile == "" {
		return insecure.NewCredentials()
	}
	pem, err := os.ReadFile(*caFile)
	if err != nil {
		log.Fatal(err)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		log.Fatalf("%s: no certificate", *caFile)
	}
	return credentials.NewClientTLSFromCert(roots, "")
}

// Each function of the interop tests ends the program with code 1 if its case fails.
func main() {
	flag.Parse()
	connection, err := grpc.NewClient(*server, grpc.WithTransportCredentials(transport()))
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close()
	ctx := context.Background()
	switch run, known := cases[*name]; {
	case known:
		run(ctx, testgrpc.NewTestServiceClient(connection))
	case *name == "unimplemented_method":
		interop.DoUnimplementedMethod(ctx, connection)
	case *name == "unimplemented_service":
		interop.DoUnimplementedService(ctx, testgrpc.NewUnimplementedServiceClient(connection))
	default:
		log.Fatalf("%s: unknown case", *name)
	}
}
