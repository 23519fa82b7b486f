package main

import (
	"io"
	"net"
	"os"
	"testing"
	"time"
)

// TestMain lets the test binary act as the guard.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "guard" {
		main()
	}
	os.Exit(m.Run())
}

const testSubnet = "10.98.7"

func newBed(t *testing.T, rtt time.Duration, rate string) *bed {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("not root (expected: root, to create network namespaces)")
	}
	if _, err := os.Stat(tunDevice); err != nil {
		t.Skip("no TUN: ", err)
	}
	b, err := makeBed(&Options{rtt: rtt, rate: rate, loss: "0", queue: "1s", seed: 1}, addresses{testSubnet, "server.test"}, 1500)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.close)
	return b
}

func TestTCPIsLimitedByRoundTripTimeAndRate(t *testing.T) {
	b := newBed(t, 40*time.Millisecond, "8mbit")
	const size = 400_000
	var listener net.Listener
	var err error
	b.server.inside(func() { listener, err = net.Listen("tcp4", testSubnet+".2:8080") })
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		connection, err := listener.Accept()
		if err == nil {
			connection.Write(make([]byte, size))
			connection.Close()
		}
	}()
	if !b.server.isListening("tcp:8080") || b.server.isListening("tcp:8081") {
		t.Error("listening sockets: wrong (expected: 8080 only)")
	}
	var connection net.Conn
	began := time.Now()
	b.client.inside(func() { connection, err = net.Dial("tcp4", testSubnet+".2:8080") })
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took < 40*time.Millisecond {
		t.Errorf("connected after %v (expected: a round trip of 40 ms at least)", took)
	}
	began = time.Now()
	if n, err := io.Copy(io.Discard, connection); err != nil || n != size {
		t.Errorf("%d bytes, %v (expected: %d)", n, err, size)
	}
	// 400 kB at 8 Mbit/s take 400 ms, and a little more for headers. The start may add to it; nothing may shorten it.
	if took := time.Since(began); took < 380*time.Millisecond {
		t.Errorf("took %v (expected: 400 ms at least)", took)
	}
}

func TestRunningLinkCarriesUDPAndCanBeReshaped(t *testing.T) {
	b := newBed(t, 10*time.Millisecond, "0")
	var server, client net.PacketConn
	var err error
	b.server.inside(func() { server, err = net.ListenPacket("udp4", testSubnet+".2:4433") })
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	go func() {
		data := make([]byte, 1500)
		for {
			n, from, err := server.ReadFrom(data)
			if err != nil {
				return
			}
			server.WriteTo(data[:n], from)
		}
	}()
	b.client.inside(func() { client, err = net.ListenPacket("udp4", testSubnet+".1:0") })
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for _, rtt := range []time.Duration{10 * time.Millisecond, 60 * time.Millisecond} {
		b.reshape(Shape{Delay: rtt / 2}, Shape{Delay: rtt / 2}, 1)
		began := time.Now()
		client.WriteTo([]byte("echo"), &net.UDPAddr{IP: net.ParseIP(testSubnet + ".2"), Port: 4433})
		client.SetReadDeadline(began.Add(5 * time.Second))
		if _, _, err := client.ReadFrom(make([]byte, 1500)); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took < rtt {
			t.Errorf("%v (expected: %v at least)", took, rtt)
		}
		up, down := b.statistics()["up"].(Statistics), b.statistics()["down"].(Statistics)
		if up.Delivered != 1 || down.Delivered != 1 {
			t.Errorf("%+v %+v (expected: one each way since the change)", up, down)
		}
	}
}
