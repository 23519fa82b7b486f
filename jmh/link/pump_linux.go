package main

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
	"unsafe"
)

const (
	// packets read from one device before the other has its turn
	batch   = 64
	pollIn  = 1
	noEnd   = int64(1) << 62
	headMax = 64 // bytes of a packet beyond the MTU
)

type pollEntry struct {
	fd       int32
	events   int16
	returned int16
}

// pump carries packets on its own thread. Only this thread touches the directions; other threads use order.
type pump struct {
	directions [2]*direction
	devices    [2]int
	wake       [2]int // a pipe: one byte for each order; closing it ends the pump
	orders     chan func()
	ended      chan struct{}
}

func startPump(client, server *namespace, up, down Shape, options *Options, mtu int) (*pump, error) {
	p := &pump{devices: [2]int{client.device, server.device}, orders: make(chan func(), 1), ended: make(chan struct{})}
	if err := syscall.Pipe2(p.wake[:], syscall.O_CLOEXEC); err != nil {
		return nil, err
	}
	for i, shape := range []Shape{up, down} {
		target := p.devices[1-i]
		shaper := NewShaper(shape, options.seed*2+int64(i))
		shaper.Reorder = options.reorder
		p.directions[i] = newDirection(shaper, mtu+headMax, func(data []byte) error {
			_, err := syscall.Write(target, data)
			return err
		})
	}
	go p.run()
	return p, nil
}

// order runs an action between two packets and waits for it.
func (p *pump) order(action func()) {
	done := make(chan struct{})
	p.orders <- func() {
		action()
		close(done)
	}
	syscall.Write(p.wake[1], []byte{0})
	<-done
}

// stop ends the pump and waits for it; the directions then belong to the caller.
func (p *pump) stop() {
	syscall.Close(p.wake[1])
	<-p.ended
}

func (p *pump) run() {
	defer close(p.ended)
	runtime.LockOSThread()
	syscall.RawSyscall(syscall.SYS_PRCTL, prSetTimerSlack, 1, 0)
	polled := [3]pollEntry{{int32(p.devices[0]), pollIn, 0}, {int32(p.devices[1]), pollIn, 0}, {int32(p.wake[0]), pollIn, 0}}
	for {
		next := noEnd
		for _, d := range p.directions {
			if due, isWaiting := d.deliver(nanotime); isWaiting {
				next = min(next, due)
			}
		}
		if errno := wait(&polled, next); errno == syscall.EINTR {
			continue
		} else if errno != 0 {
			fmt.Fprintln(os.Stderr, "link: ppoll:", errno)
			return
		}
		if polled[2].returned != 0 && !p.obey() {
			return
		}
		for i, d := range p.directions {
			if polled[i].returned != 0 {
				p.read(d, p.devices[i])
			}
		}
	}
}

// wait calls ppoll(2) until the given time, with nanosecond resolution.
func wait(polled *[3]pollEntry, until int64) syscall.Errno {
	var patience *syscall.Timespec
	if until < noEnd {
		span := syscall.NsecToTimespec(max(until-nanotime(), 0))
		patience = &span
	}
	_, _, errno := syscall.Syscall6(syscall.SYS_PPOLL, uintptr(unsafe.Pointer(polled)), uintptr(len(polled)),
		uintptr(unsafe.Pointer(patience)), 0, 0, 0)
	return errno
}

// obey carries out one order. It returns false if the pipe is closed.
func (p *pump) obey() bool {
	var one [1]byte
	if n, err := syscall.Read(p.wake[0], one[:]); err != nil || n == 0 {
		return false
	}
	(<-p.orders)()
	return true
}

func (p *pump) read(d *direction, device int) {
	for range batch {
		buffer := d.buffer()
		n, err := syscall.Read(device, buffer)
		if err != nil || n <= 0 {
			d.release(buffer)
			return
		}
		d.accept(nanotime(), buffer, n)
	}
}
