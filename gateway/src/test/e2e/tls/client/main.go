// A client of one TLS or QUIC handshake. Arguments: port, server name, and options. It prints what the server has chosen and sent.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/quic-go/quic-go"
)

var suites = map[string]uint16{
	"cbc":     tls.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA,
	"cbc-rsa": tls.TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA,
	"static":  tls.TLS_RSA_WITH_AES_128_GCM_SHA256,
	"gcm":     tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
	"gcm-rsa": tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
}

var curves = map[string]tls.CurveID{
	"mlkem":  tls.X25519MLKEM768,
	"x25519": tls.X25519,
	"p256":   tls.CurveP256,
}

func main() {
	curve := flag.String("curve", "", "the only group of key exchange")
	suite := flag.String("suite", "", "the only cipher suite of TLS 1.2, and no newer version")
	roots := flag.String("roots", "", "PEM file of the roots to trust; all servers without")
	alpn := flag.String("alpn", "", "protocol")
	overQuic := flag.Bool("quic", false, "QUIC in place of TCP")
	flag.Parse()
	config := &tls.Config{ServerName: flag.Arg(1), InsecureSkipVerify: *roots == ""}
	if *roots != "" {
		pem, err := os.ReadFile(*roots)
		check(err)
		config.RootCAs = x509.NewCertPool()
		config.RootCAs.AppendCertsFromPEM(pem)
	}
	if *curve != "" {
		config.CurvePreferences = []tls.CurveID{curves[*curve]}
	}
	if *suite != "" {
		config.MaxVersion = tls.VersionTLS12
		config.CipherSuites = []uint16{suites[*suite]}
	}
	if *alpn != "" {
		config.NextProtos = []string{*alpn}
	}
	address := "127.0.0.1:" + flag.Arg(0)
	var state tls.ConnectionState
	if *overQuic {
		config.NextProtos = []string{"h3"}
		end, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		connection, err := quic.DialAddr(end, address, config, nil)
		check(err)
		state = connection.ConnectionState().TLS
		defer connection.CloseWithError(0x100, "")
	} else {
		connection, err := tls.Dial("tcp", address, config)
		check(err)
		state = connection.ConnectionState()
		defer connection.Close()
	}
	fmt.Println("version", tls.VersionName(state.Version))
	fmt.Println("suite", tls.CipherSuiteName(state.CipherSuite))
	fmt.Println("curve", state.CurveID)
	fmt.Println("protocol", state.NegotiatedProtocol)
	fmt.Println("subject", state.PeerCertificates[0].Subject)
	fmt.Println("chain", len(state.PeerCertificates))
	fmt.Println("ocsp", hex.EncodeToString(state.OCSPResponse))
}

func check(err error) {
	if err != nil {
		fmt.Println("failed", err)
		os.Exit(1)
	}
}
