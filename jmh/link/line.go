package main

// packet is a packet in flight.
type packet struct {
	due  int64
	size int
	data []byte
}

// line holds the packets in flight, sorted by due time, in a ring that grows.
type line struct {
	ring    []packet // its length is a power of two
	head, n int
}

func newLine() line { return line{ring: make([]packet, 1024)} }

func (l *line) at(i int) *packet { return &l.ring[(l.head+i)&(len(l.ring)-1)] }

// add inserts a packet after all that are due no later.
func (l *line) add(p packet) {
	if l.n == len(l.ring) {
		l.grow()
	}
	i := l.n
	for ; i > 0 && l.at(i-1).due > p.due; i-- {
		*l.at(i) = *l.at(i - 1)
	}
	*l.at(i) = p
	l.n++
}

// first returns the packet that is due next; nil if there is none.
func (l *line) first() *packet {
	if l.n == 0 {
		return nil
	}
	return l.at(0)
}

// take removes and returns the first packet.
func (l *line) take() packet {
	p := *l.at(0)
	*l.at(0) = packet{}
	l.head = (l.head + 1) & (len(l.ring) - 1)
	l.n--
	return p
}

func (l *line) grow() {
	larger := make([]packet, len(l.ring)*2)
	for i := range l.n {
		larger[i] = *l.at(i)
	}
	l.ring, l.head = larger, 0
}
