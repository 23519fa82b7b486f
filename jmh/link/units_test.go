package main

import (
	"testing"
	"time"
)

func TestRatesAreBitsPerSecond(t *testing.T) {
	for text, want := range map[string]float64{"20mbit": 20e6, "500kbit": 500e3, "1gbit": 1e9, "8000000": 8e6, "1.5Mbit": 1.5e6, "0": 0} {
		if got, err := parseRate(text); err != nil || got != want {
			t.Errorf("%s: %v %v (expected: %v)", text, got, err, want)
		}
	}
	for _, text := range []string{"", "fast", "-1mbit", "20mbps"} {
		if got, err := parseRate(text); err == nil {
			t.Errorf("%q: %v (expected: an error)", text, got)
		}
	}
}

func TestLossIsAShare(t *testing.T) {
	for text, want := range map[string]float64{"1%": 0.01, "0.02": 0.02, "0": 0, "100%": 1} {
		if got, err := parseLoss(text); err != nil || got != want {
			t.Errorf("%s: %v %v (expected: %v)", text, got, err, want)
		}
	}
	for _, text := range []string{"", "2", "-1%", "some"} {
		if got, err := parseLoss(text); err == nil {
			t.Errorf("%q: %v (expected: an error)", text, got)
		}
	}
}

func TestQueuesAreTimesOrBytes(t *testing.T) {
	for text, want := range map[string]struct {
		time  time.Duration
		bytes int
	}{"100ms": {100 * time.Millisecond, 0}, "0s": {0, 0}, "64kb": {0, 64_000}, "1mb": {0, 1_000_000}, "1500": {0, 1500}} {
		bound, bytes, err := parseQueue(text)
		if err != nil || bound != want.time || bytes != want.bytes {
			t.Errorf("%s: %v %v %v (expected: %v)", text, bound, bytes, err, want)
		}
	}
	if _, _, err := parseQueue("long"); err == nil {
		t.Error("long: no error")
	}
}
