package main

const (
	latenessBuckets  = 4096
	latenessBucketNs = 10_000
)

// lateness is a histogram of the delays of packets after their due time, in steps of 10 µs up to 41 ms.
type lateness struct {
	counts  [latenessBuckets + 1]uint64
	total   uint64
	longest int64
}

func (l *lateness) add(ns int64) {
	l.counts[min(ns/latenessBucketNs, latenessBuckets)]++
	l.total++
	l.longest = max(l.longest, ns)
}

// quantile returns the lateness in µs that this share of the packets did not exceed, rounded down to a step.
func (l *lateness) quantile(share float64) float64 {
	var sum uint64
	for i, count := range l.counts {
		sum += count
		if l.total > 0 && float64(sum) >= share*float64(l.total) {
			return float64(i) * latenessBucketNs / 1e3
		}
	}
	return 0
}
