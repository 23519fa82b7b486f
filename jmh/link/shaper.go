package main

import (
	"math/rand"
	"time"
)

// Shape holds the properties of one direction of the link.
type Shape struct {
	Delay      time.Duration `json:"delay_ns"`
	Jitter     time.Duration `json:"jitter_ns"`
	Rate       float64       `json:"rate_bps"` // bits per second, 0 is unlimited
	Loss       float64       `json:"loss"`
	QueueTime  time.Duration `json:"queue_ns"`     // bound of the queue in time, or
	QueueBytes int           `json:"queue_octets"` // in bytes; 0 and 0 is unbounded
}

// Fate is the outcome for a packet.
type Fate int

const (
	Carried Fate = iota
	Lost
	Overflowed
)

// Shaper decides the fate of packets in their order of arrival. It uses no clock and no device: the same seed and the same
// packets at the same times have the same fates. Times are nanoseconds since any origin.
type Shaper struct {
	Shape
	Reorder bool // jitter may let a packet overtake another
	random  *rand.Rand
	busy    int64 // time when the link will have sent all accepted packets
	last    int64 // time when the last packet is due
	longest int64 // longest time that a packet was queued
}

// NewShaper returns the shaper of an idle link.
func NewShaper(shape Shape, seed int64) *Shaper {
	return &Shaper{Shape: shape, random: rand.New(rand.NewSource(seed))}
}

// Admit returns when a packet of this size that arrives now is due at the other end.
func (s *Shaper) Admit(now int64, size int) (int64, Fate) {
	if s.Loss > 0 && s.random.Float64() < s.Loss {
		return 0, Lost
	}
	sent := now
	if s.Rate > 0 {
		wait := max(s.busy-now, 0)
		if bound := s.queueBound(); bound > 0 && wait > bound {
			return 0, Overflowed
		}
		s.longest = max(s.longest, wait)
		s.busy = now + wait + s.onWire(size)
		sent = s.busy
	}
	due := sent + int64(s.Delay)
	if s.Jitter > 0 {
		due = max(sent, due+int64((s.random.Float64()*2-1)*float64(s.Jitter)))
	}
	if !s.Reorder {
		due = max(due, s.last)
	}
	s.last = due
	return due, Carried
}

// onWire returns how long the link takes to send this number of bytes.
func (s *Shaper) onWire(bytes int) int64 { return int64(float64(bytes) * 8e9 / s.Rate) }

func (s *Shaper) queueBound() int64 {
	if s.QueueBytes > 0 {
		return s.onWire(s.QueueBytes)
	}
	return int64(s.QueueTime)
}
