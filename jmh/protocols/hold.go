package main

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// perAddress is the number of connections from one address, well below the limits of gateways for one address.
const perAddress = 500

// opensAtOnce bounds the number of concurrent handshakes.
const opensAtOnce = 16

// hold opens connections from addresses of the loopback, makes one request on each, and keeps them for turns.
func (v *visitor) hold(o order) (any, error) {
	v.release()
	ctx, cancel := context.WithTimeout(context.Background(), loadPatience)
	defer cancel()
	began := time.Now()
	v.held = make([]client, o.Connections)
	err := atOnce(opensAtOnce, o.Connections, func(i int) error {
		how := v.approach(o, nil, time.Now())
		how.source = &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+i/perAddress%250))}
		c, err := open(ctx, o.Protocol, how)
		if err != nil {
			return err
		}
		v.held[i] = c
		return v.getAndVerify(ctx, c, o)
	})
	if err != nil {
		v.release()
		return nil, err
	}
	return loadReport{o.Connections, time.Since(began).Seconds()}, nil
}

// turns sends requests over the held connections in turn, with o.Streams requests in flight over all of them.
func (v *visitor) turns(o order) (any, error) {
	if len(v.held) == 0 {
		return nil, unexpected("do", o.Do, "after hold")
	}
	ctx, cancel := context.WithTimeout(context.Background(), loadPatience)
	defer cancel()
	began := time.Now()
	err := atOnce(o.Streams, o.Requests, func(i int) error {
		return v.getAndVerify(ctx, v.held[i%len(v.held)], o)
	})
	if err != nil {
		return nil, err
	}
	return loadReport{o.Requests, time.Since(began).Seconds()}, nil
}

// release closes the held connections.
func (v *visitor) release() {
	for _, c := range v.held {
		if c != nil {
			c.close()
		}
	}
	v.held = nil
}

func (v *visitor) getAndVerify(ctx context.Context, c client, o order) error {
	_, length, err := v.get(ctx, c, o, o.Paths[0])
	if err != nil {
		return err
	}
	return verify(o, c.opened(), length)
}

// atOnce calls do for each number, some of them concurrently, until one call fails.
func atOnce(some, numbers int, do func(number int) error) error {
	var next atomic.Int64
	var mutex sync.Mutex
	var failed error
	var all sync.WaitGroup
	for range min(some, numbers) {
		all.Go(func() {
			for number := next.Add(1) - 1; number < int64(numbers); number = next.Add(1) - 1 {
				if err := do(int(number)); err != nil {
					next.Store(int64(numbers)) // stops the others
					mutex.Lock()
					defer mutex.Unlock()
					failed = errors.Join(failed, err)
					return
				}
			}
		})
	}
	all.Wait()
	return failed
}
