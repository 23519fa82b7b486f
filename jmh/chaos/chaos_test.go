package main

import (
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

func TestEachFaultIsSeenByAClient(t *testing.T) {
	for _, with := range faults {
		t.Run(string(with), func(t *testing.T) {
			o, err := startOrigin(0)
			if err != nil {
				t.Fatal(err)
			}
			if err := o.fail(with); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			status, length, err := get(o, 800*time.Millisecond)
			switch with {
			case slow:
				if err != nil || time.Since(began) < slowness {
					t.Errorf("%v after %v (expected: a response after %v)", err, time.Since(began), slowness)
				}
			case busy:
				if status != http.StatusServiceUnavailable {
					t.Errorf("status %d, %v (expected: 503)", status, err)
				}
			case half:
				if err == nil || length != 1 {
					t.Errorf("%d bytes, %v (expected: 1 byte, then an error)", length, err)
				}
			default:
				if err == nil {
					t.Errorf("status %d (expected: an error)", status)
				}
			}
			if err := o.fail(works); err != nil {
				t.Fatal(err)
			}
			if status, _, err = get(o, 5*time.Second); status != http.StatusOK {
				t.Errorf("after its return: status %d, %v", status, err)
			}
		})
	}
}

func get(o *origin, patience time.Duration) (int, int, error) {
	client := http.Client{Timeout: patience, Transport: &http.Transport{
		DisableKeepAlives: true, DialContext: (&net.Dialer{Timeout: patience}).DialContext,
	}}
	response, err := client.Get("http://" + o.address() + "/get/1")
	if err != nil {
		return 0, 0, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response.StatusCode, len(body), err
}

func TestBlamesFailuresThatWereAvoidable(t *testing.T) {
	cut := errors.New("unexpected EOF")
	cases := []struct {
		name   string
		visit  visit
		served bool
		blamed bool
	}{
		{"a response", visit{kind: small, status: 200, begun: true}, true, false},
		{"a GET that got 502", visit{kind: small, status: 502, begun: true, proxyStatus: "p"}, true, true},
		{"a GET that was cut", visit{kind: small, status: 200, begun: true, err: cut}, true, false},
		{"a GET without any response", visit{kind: large, err: cut}, true, true},
		{"a POST that a server has read", visit{kind: post, status: 502, begun: true, proxyStatus: "p"}, true, false},
		{"a POST that no server has read", visit{kind: post, status: 502, begun: true, proxyStatus: "p"}, false, true},
		{"a failure without Proxy-Status", visit{kind: post, status: 502, begun: true}, true, true},
	}
	for _, c := range cases {
		c.visit.during = mute
		a := accountFor(mute, []*visit{&c.visit}, func(string) bool { return c.served })
		if (len(a.unexplained) > 0) != c.blamed {
			t.Errorf("%s: %v (expected to be blamed: %v)", c.name, a.unexplained, c.blamed)
		}
	}
}
