package main

import "testing"

func TestHeldConnectionsTakeTurns(t *testing.T) {
	s := newSite(t, false)
	hold := s.order("hold", "h2", "", "/1k")
	hold.Connections = 3
	if opened := s.obeys(hold).(loadReport); opened.Requests != 3 {
		t.Errorf("opened: %+v (expected: 3)", opened)
	}
	held := s.visitor.held

	turns := s.order("turns", "h2", "", "/1k")
	turns.Requests, turns.Streams = 7, 2
	if sent := s.obeys(turns).(loadReport); sent.Requests != 7 {
		t.Errorf("sent: %+v (expected: 7)", sent)
	}
	if len(s.visitor.held) != 3 || s.visitor.held[0] != held[0] {
		t.Error("connections: others (expected: the held ones)")
	}

	s.obeys(s.order("release", "h2", "", "/1k"))
	s.refuses(turns, "hold")
}

func TestHoldFailsOnTheFirstUnexpectedResponse(t *testing.T) {
	s := newSite(t, false)
	hold := s.order("hold", "h2", "", "/gone")
	hold.Connections = 3
	s.refuses(hold, "404")
	if s.visitor.held != nil {
		t.Error("connections: some are held (expected: none)")
	}
	hold.Connections = 0
	s.refuses(hold, "connections")
}
