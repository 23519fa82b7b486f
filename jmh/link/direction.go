package main

import "time"

// maxInFlight bounds memory: 64 Ki packets of 1500 bytes are 100 MB.
const maxInFlight = 1 << 16

// Statistics of one direction since they were last reset.
type Statistics struct {
	Packets        uint64  `json:"packets_in"`
	Bytes          uint64  `json:"octets_in"`
	Delivered      uint64  `json:"packets_out"`
	DeliveredBytes uint64  `json:"octets_out"`
	Lost           uint64  `json:"dropped_loss"`
	Overflowed     uint64  `json:"dropped_queue"`
	WriteErrors    uint64  `json:"write_errors"`
	LongestQueue   float64 `json:"max_queue_ms"`
	LateP50        float64 `json:"late_p50_us"`
	LateP99        float64 `json:"late_p99_us"`
	LateMax        float64 `json:"late_max_us"`
	TunDropped     uint64  `json:"tun_dropped"`
}

// direction is one half of the link: packets read from one device wait in line until they are due at the other.
type direction struct {
	shaper *Shaper
	line   line
	write  func([]byte) error
	free   [][]byte
	size   int // size of a buffer in bytes
	stats  Statistics
	late   lateness
}

func newDirection(shaper *Shaper, bufferSize int, write func([]byte) error) *direction {
	return &direction{shaper: shaper, line: newLine(), write: write, size: bufferSize}
}

// buffer returns a buffer for one packet.
func (d *direction) buffer() []byte {
	last := len(d.free) - 1
	if last < 0 {
		return make([]byte, d.size)
	}
	buffer := d.free[last]
	d.free = d.free[:last]
	return buffer
}

func (d *direction) release(buffer []byte) { d.free = append(d.free, buffer) }

// accept takes a packet that arrived at this time.
func (d *direction) accept(now int64, buffer []byte, size int) {
	d.stats.Packets++
	d.stats.Bytes += uint64(size)
	due, fate := d.shaper.Admit(now, size)
	if fate == Carried && d.line.n < maxInFlight {
		d.line.add(packet{due, size, buffer})
		return
	}
	if fate == Lost {
		d.stats.Lost++
	} else {
		d.stats.Overflowed++
	}
	d.release(buffer)
}

// deliver writes the packets that are due. It returns the time when the next one is due; false if none is in flight.
func (d *direction) deliver(clock func() int64) (int64, bool) {
	now := clock()
	for first := d.line.first(); first != nil; first = d.line.first() {
		if first.due > now {
			return first.due, true
		}
		p := d.line.take()
		if err := d.write(p.data[:p.size]); err != nil {
			d.stats.WriteErrors++
		} else {
			d.stats.Delivered++
			d.stats.DeliveredBytes += uint64(p.size)
		}
		d.late.add(now - p.due)
		d.release(p.data)
		now = clock()
	}
	return 0, false
}

// statistics returns the counters since the last reset.
func (d *direction) statistics() Statistics {
	sum := d.stats
	sum.LongestQueue = float64(d.shaper.longest) / float64(time.Millisecond)
	sum.LateP50, sum.LateP99 = d.late.quantile(.5), d.late.quantile(.99)
	sum.LateMax = float64(d.late.longest) / 1e3
	return sum
}

// reshape changes the direction's shape, reseeds its random numbers and resets its statistics. Packets in flight stay due as
// before.
func (d *direction) reshape(shape Shape, seed int64) {
	d.shaper.Shape = shape
	d.shaper.random.Seed(seed)
	d.shaper.longest = 0
	d.stats = Statistics{}
	d.late = lateness{}
}
