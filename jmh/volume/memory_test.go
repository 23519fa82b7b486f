package main

import "testing"

func ofResident(values ...int64) []sample {
	var samples []sample
	for _, each := range values {
		samples = append(samples, sample{heap: 50 << 20, resident: each << 20})
	}
	return samples
}

func TestSteadyMemoryIsFlat(t *testing.T) {
	if got := judge(ofResident(300, 400, 401, 399, 402, 400, 401, 400, 402, 403)); got != flat {
		t.Errorf("got %q", got)
	}
}

func TestGrowingMemoryIsNotFlat(t *testing.T) {
	if got := judge(ofResident(300, 320, 340, 360, 380, 400, 420, 440, 460, 480)); got != "grows: RSS" {
		t.Errorf("got %q", got)
	}
}

func TestShortLegHasNoVerdict(t *testing.T) {
	if got := judge(ofResident(300, 300)); got == flat {
		t.Errorf("got %q", got)
	}
}

func TestSumsSeriesOfOneArea(t *testing.T) {
	metrics := "jvm_memory_used_bytes{area=\"heap\",id=\"a\"} 1.0E7\njvm_memory_used_bytes{area=\"heap\",id=\"b\"} 2\n" +
		"jvm_memory_used_bytes{area=\"nonheap\",id=\"c\"} 4\n"
	if got := sum(metrics, "jvm_memory_used_bytes{", `area="heap"`); got != 10_000_002 {
		t.Errorf("got %d", got)
	}
}
