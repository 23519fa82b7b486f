package main

import (
	"crypto/x509"
	"slices"
	"testing"
)

var protocols = []string{"h1", "h2", "h3"}

func TestPageIsLoadedOverEachProtocol(t *testing.T) {
	s := newSite(t, false)
	for _, protocol := range protocols {
		r := s.obeys(s.order("visit", protocol, modeNew, "/1k")).(report)
		if r.Bytes != 1000 || r.Connections != 1 || r.IsResumed || r.IsEarly {
			t.Errorf("%+v (expected: 1000 bytes over one new connection)", r)
		}
		if times := []float64{r.Connect, r.Secure, r.FirstByte, r.Complete}; !slices.IsSorted(times) || r.Secure == 0 {
			t.Errorf("%s: %v (expected: one after the other)", protocol, times)
		}
	}
}

func TestConnectionIsResumedWithTheTicketOfAnother(t *testing.T) {
	s := newSite(t, false)
	for _, protocol := range protocols {
		s.obeys(s.order("ticket", protocol, "", "/1k"))
		for range 2 {
			if r := s.obeys(s.order("visit", protocol, modeResumed, "/1k")).(report); !r.IsResumed {
				t.Errorf("%+v (expected: resumed)", r)
			}
		}
		if r := s.obeys(s.order("visit", protocol, modeNew, "/1k")).(report); r.IsResumed {
			t.Errorf("%+v (expected: a new connection in spite of the ticket)", r)
		}
	}
}

func TestVisitWithoutTheOrderedResumptionIsAnError(t *testing.T) {
	s := newSite(t, false)
	for _, protocol := range protocols {
		s.refuses(s.order("visit", protocol, modeResumed, "/1k"), "ticket")
		s.obeys(s.order("ticket", protocol, "", "/1k"))
	}
	s.config.SetSessionTicketKeys([][32]byte{{1}})
	s.refuses(s.order("visit", "h2", modeResumed, "/1k"), "resumption")
}

func TestRequestIsSentAs0RTTIfTheServerOffersIt(t *testing.T) {
	s := newSite(t, true)
	s.obeys(s.order("ticket", "h3", "", "/1k"))
	if r := s.obeys(s.order("visit", "h3", modeEarly, "/1k")).(report); !r.IsEarly {
		t.Errorf("%+v (expected: 0-RTT)", r)
	}
	s.refuses(s.order("visit", "h2", modeEarly, "/1k"), "mode")
}

func TestVisitWithoutTheOrdered0RTTIsAnError(t *testing.T) {
	s := newSite(t, false)
	s.obeys(s.order("ticket", "h3", "", "/1k"))
	s.refuses(s.order("visit", "h3", modeEarly, "/1k"), "0-RTT")
}

func TestManyFilesShareOneConnectionOrSixWithHTTP1(t *testing.T) {
	s := newSite(t, false)
	paths := slices.Repeat([]string{"/1k"}, 20)
	for _, protocol := range protocols {
		r := s.obeys(s.order("visit", protocol, modeNew, paths...)).(report)
		most := map[string]int{"h1": maxHTTP1Connections, "h2": 1, "h3": 1}[protocol]
		if r.Bytes != 20_000 || r.Connections > most {
			t.Errorf("%s: %+v (expected: 20 000 bytes over %d connections at most)", protocol, r, most)
		}
	}
}

func TestUnexpectedResponseIsAnError(t *testing.T) {
	s := newSite(t, false)
	s.refuses(s.order("visit", "h2", modeNew, "/gone"), "status")
	short := s.order("visit", "h3", modeNew, "/1k")
	short.Bytes = 1001
	s.refuses(short, "bytes")
	s.config.NextProtos = []string{"http/1.1"}
	s.refuses(s.order("visit", "h2", modeNew, "/1k"), "application protocol")
	s.visitor.roots = x509.NewCertPool()
	s.refuses(s.order("visit", "h1", modeNew, "/1k"), "certificate")
}

func TestLoadSendsTheOrderedNumberOfRequests(t *testing.T) {
	s := newSite(t, false)
	for _, protocol := range protocols {
		o := s.order("load", protocol, "", "/1k")
		o.Requests, o.Connections, o.Streams = 100, 2, 4
		if r := s.obeys(o).(loadReport); r.Requests != 100 || r.Seconds <= 0 {
			t.Errorf("%+v (expected: 100 requests)", r)
		}
		o.Paths = []string{"/gone"}
		s.refuses(o, "status")
	}
}
