package main

import (
	"crypto/tls"
	"encoding/json"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// replies returns the replies to orders about a server that serves /1k with four bytes.
func replies(t *testing.T, tickets bool, orders ...order) []map[string]any {
	t.Helper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/1k" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.Write([]byte("1234"))
	}))
	server.TLS = &tls.Config{SessionTicketsDisabled: !tickets}
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	authority := filepath.Join(t.TempDir(), "ca.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(authority, block, 0o600); err != nil {
		t.Fatal(err)
	}
	var in, out strings.Builder
	for _, o := range orders {
		o.Address = server.Listener.Addr().String()
		if err := json.NewEncoder(&in).Encode(o); err != nil {
			t.Fatal(err)
		}
	}
	if err := serve(authority, "example.com", strings.NewReader(in.String()), &out); err != nil {
		t.Fatal(err)
	}
	var all []map[string]any
	for decoder := json.NewDecoder(strings.NewReader(out.String())); decoder.More(); {
		var reply map[string]any
		if err := decoder.Decode(&reply); err != nil {
			t.Fatal(err)
		}
		all = append(all, reply)
	}
	return all
}

func TestEveryVisitIsInTheLog(t *testing.T) {
	for _, isResumed := range []bool{false, true} {
		name := logFile(t)
		o := order{Do: "connect", Path: "/1k", Bytes: 4, Visits: 7, AtOnce: 2, IsResumed: isResumed, Log: name}
		if reply := replies(t, true, o)[0]; reply["error"] != nil {
			t.Errorf("resumed %t: %v", isResumed, reply)
		}
		if got := len(statuses(t, name)); got != 7 {
			t.Errorf("resumed %t: %d lines (expected: 7)", isResumed, got)
		}
	}
}

func TestFullHandshakeIsNoResumption(t *testing.T) {
	o := order{Do: "connect", Path: "/1k", Bytes: 4, Visits: 1, AtOnce: 1, IsResumed: true, Log: logFile(t)}
	expectError(t, replies(t, false, o)[0], "resumption: false")
}

func TestResponseOfAnotherLengthIsAnError(t *testing.T) {
	o := order{Do: "connect", Path: "/1k", Bytes: 5, Visits: 1, AtOnce: 1, Log: logFile(t)}
	expectError(t, replies(t, true, o)[0], "bytes: 4")
}

func TestPaceLogsFailures(t *testing.T) {
	whole, gone, short := logFile(t), logFile(t), logFile(t)
	for _, reply := range replies(t, true,
		order{Do: "pace", Path: "/1k", Bytes: 4, Rate: 200, Millis: 50, Log: whole},
		order{Do: "pace", Path: "/gone", Bytes: 4, Rate: 200, Millis: 50, Log: gone},
		order{Do: "pace", Path: "/1k", Bytes: 9, Rate: 200, Millis: 50, Log: short},
	) {
		if reply["error"] != nil {
			t.Error(reply)
		}
	}
	for name, expected := range map[string]string{whole: "200", gone: "404", short: "0"} {
		got := statuses(t, name)
		if len(got) != 10 || got[0] != expected || got[9] != expected {
			t.Errorf("%v (expected: %s ten times)", got, expected)
		}
	}
}

func TestUnknownOrderIsAnError(t *testing.T) {
	expectError(t, replies(t, true, order{Do: "dance"})[0], "expected: connect")
}

func expectError(t *testing.T, reply map[string]any, expected string) {
	t.Helper()
	if message, _ := reply["error"].(string); !strings.Contains(message, expected) {
		t.Errorf("reply: %v (expected: an error with %q)", reply, expected)
	}
}

func statuses(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for line := range strings.Lines(string(text)) {
		all = append(all, strings.Split(line, "\t")[1])
	}
	return all
}

func logFile(t *testing.T) string { return filepath.Join(t.TempDir(), "log.tsv") }
