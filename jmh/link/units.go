package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// parseRate reads bits per second: "20mbit", "500kbit", "1gbit", "8000000"; "0" is unlimited.
func parseRate(text string) (float64, error) {
	number, scale := strings.ToLower(strings.TrimSpace(text)), 1.0
	for _, unit := range []struct {
		suffix string
		scale  float64
	}{{"gbit", 1e9}, {"mbit", 1e6}, {"kbit", 1e3}, {"bit", 1}} {
		if rest, found := strings.CutSuffix(number, unit.suffix); found {
			number, scale = rest, unit.scale
			break
		}
	}
	value, err := strconv.ParseFloat(number, 64)
	if err != nil || value < 0 {
		return 0, fmt.Errorf("rate: %q (expected: bits per second such as 20mbit)", text)
	}
	return value * scale, nil
}

// parseLoss reads a share: "1%" or "0.01".
func parseLoss(text string) (float64, error) {
	number, scale := strings.TrimSpace(text), 1.0
	if rest, found := strings.CutSuffix(number, "%"); found {
		number, scale = rest, 0.01
	}
	value, err := strconv.ParseFloat(number, 64)
	if err != nil || value < 0 || value*scale > 1 {
		return 0, fmt.Errorf("loss: %q (expected: a share such as 1%% or 0.01)", text)
	}
	return value * scale, nil
}

// parseQueue reads the bound of the queue: a time ("100ms") or bytes ("64kb"); "0s" is unbounded.
func parseQueue(text string) (time.Duration, int, error) {
	if bound, err := time.ParseDuration(text); err == nil && bound >= 0 {
		return bound, 0, nil
	}
	number, scale := strings.ToLower(strings.TrimSpace(text)), 1.0
	for _, unit := range []struct {
		suffix string
		scale  float64
	}{{"mb", 1e6}, {"kb", 1e3}, {"b", 1}} {
		if rest, found := strings.CutSuffix(number, unit.suffix); found {
			number, scale = rest, unit.scale
			break
		}
	}
	value, err := strconv.ParseFloat(number, 64)
	if err != nil || value < 0 {
		return 0, 0, fmt.Errorf("queue: %q (expected: a time such as 100ms or bytes such as 64kb)", text)
	}
	return 0, int(value * scale), nil
}
