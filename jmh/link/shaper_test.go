package main

import (
	"testing"
	"time"
)

const ms = int64(time.Millisecond)

func TestPacketIsDueAfterSendingTimeAndDelay(t *testing.T) {
	s := NewShaper(Shape{Rate: 8e6, Delay: 10 * time.Millisecond}, 1)
	if due, fate := s.Admit(0, 1000); fate != Carried || due != 11*ms {
		t.Errorf("%v %v (expected: 1 ms of sending and 10 ms of delay)", due, fate)
	}
}

func TestPacketsQueueBehindEachOther(t *testing.T) {
	s := NewShaper(Shape{Rate: 8e6}, 1)
	for i := int64(1); i <= 5; i++ {
		if due, _ := s.Admit(0, 1000); due != i*ms {
			t.Errorf("packet %d: %v (expected: %v)", i, due, i*ms)
		}
	}
	if due, _ := s.Admit(100*ms, 1000); due != 101*ms {
		t.Errorf("%v (expected: an idle link sends at once)", due)
	}
}

func TestFullQueueDropsNewPackets(t *testing.T) {
	for name, shape := range map[string]Shape{
		"time":  {Rate: 8e6, QueueTime: 10 * time.Millisecond},
		"bytes": {Rate: 8e6, QueueBytes: 10_000},
	} {
		s := NewShaper(shape, 1)
		carried := 0
		for range 50 {
			if _, fate := s.Admit(0, 1000); fate == Carried {
				carried++
			} else if fate != Overflowed {
				t.Errorf("%s: %v", name, fate)
			}
		}
		if carried != 11 {
			t.Errorf("%s: %d carried (expected: one being sent and 10 queued)", name, carried)
		}
		if s.longest != 10*ms {
			t.Errorf("%s: queued for %v at most (expected: 10 ms)", name, s.longest)
		}
		if _, fate := s.Admit(5*ms, 1000); fate != Carried {
			t.Errorf("%s: %v (expected: room again)", name, fate)
		}
	}
}

func TestThroughputMatchesTheRate(t *testing.T) {
	s := NewShaper(Shape{Rate: 20e6, QueueTime: 100 * time.Millisecond}, 1)
	var bytes int64
	for now := int64(0); now < 1000*ms; now += ms / 10 {
		if due, fate := s.Admit(now, 1500); fate == Carried && due <= 1000*ms {
			bytes += 1500
		}
	}
	if bytes < 2_490_000 || bytes > 2_500_000 {
		t.Errorf("%d bytes in a second (expected: 2.5 million)", bytes)
	}
}

func TestLossIsSeededAndNearTheConfiguredRate(t *testing.T) {
	fates := func(seed int64) (lost int, pattern [1000]Fate) {
		s := NewShaper(Shape{Loss: 0.1}, seed)
		for i := range pattern {
			if _, pattern[i] = s.Admit(int64(i), 100); pattern[i] == Lost {
				lost++
			}
		}
		return lost, pattern
	}
	lost, first := fates(1)
	_, again := fates(1)
	_, other := fates(2)
	if lost < 70 || lost > 130 {
		t.Errorf("%d of 1000 (expected: about 100)", lost)
	}
	if first != again || first == other {
		t.Error("losses: not determined by the seed")
	}
}

func TestJitterKeepsTheOrderUnlessReorderingIsOn(t *testing.T) {
	overtaken := func(reorder bool) (count int) {
		s := NewShaper(Shape{Delay: 10 * time.Millisecond, Jitter: 5 * time.Millisecond}, 1)
		s.Reorder = reorder
		var last int64
		for i := range int64(1000) {
			due, _ := s.Admit(i, 100)
			if due < last {
				count++
			}
			if due < i+5*ms || due > i+15*ms+1 && reorder {
				t.Fatalf("%v (expected: 5 to 15 ms)", due)
			}
			last = due
		}
		return count
	}
	if n := overtaken(false); n != 0 {
		t.Errorf("%d overtaken (expected: none)", n)
	}
	if n := overtaken(true); n == 0 {
		t.Error("none overtaken")
	}
}
