package main

import (
	"errors"
	"testing"
)

func TestLineSortsPacketsByDueTimeAndGrows(t *testing.T) {
	l := newLine()
	for i := range 5000 {
		l.add(packet{due: int64(i ^ 3), size: i})
	}
	for i := range 5000 {
		if p := l.take(); p.due != int64(i) {
			t.Fatalf("%d (expected: %d)", p.due, i)
		}
	}
	if l.first() != nil {
		t.Error("not empty")
	}
}

func TestDirectionDeliversDuePacketsAndCountsThem(t *testing.T) {
	var sizes []int
	d := newDirection(NewShaper(Shape{Rate: 8e6}, 1), 2000, func(data []byte) error {
		sizes = append(sizes, len(data))
		return nil
	})
	d.accept(0, d.buffer(), 1000)
	d.accept(0, d.buffer(), 500)

	if due, isWaiting := d.deliver(at(ms)); !isWaiting || due != ms*3/2 {
		t.Errorf("%v %v (expected: the second one at 1.5 ms)", due, isWaiting)
	}
	if _, isWaiting := d.deliver(at(2 * ms)); isWaiting || len(sizes) != 2 || sizes[0] != 1000 || sizes[1] != 500 {
		t.Errorf("%v (expected: both)", sizes)
	}
	sum := d.statistics()
	if sum.Packets != 2 || sum.Bytes != 1500 || sum.Delivered != 2 || sum.DeliveredBytes != 1500 || sum.LongestQueue != 1 {
		t.Errorf("%+v", sum)
	}
	if sum.LateP50 != 0 || sum.LateP99 != 500 || sum.LateMax != 500 {
		t.Errorf("late by %v %v %v (expected: 0 and 500 µs)", sum.LateP50, sum.LateP99, sum.LateMax)
	}
	d.reshape(Shape{}, 1)
	if sum = d.statistics(); sum != (Statistics{}) {
		t.Errorf("%+v (expected: all zero)", sum)
	}
}

func TestWriteErrorIsCounted(t *testing.T) {
	d := newDirection(NewShaper(Shape{}, 1), 2000, func([]byte) error { return errors.New("gone") })
	d.accept(0, d.buffer(), 1000)
	d.deliver(at(0))
	if sum := d.statistics(); sum.WriteErrors != 1 || sum.Delivered != 0 {
		t.Errorf("%+v", sum)
	}
}

func at(now int64) func() int64 { return func() int64 { return now } }
