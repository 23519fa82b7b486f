package main

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

const loadPatience = 10 * time.Minute

// loadReport holds the duration of many requests, all with the expected response.
type loadReport struct {
	Requests int     `json:"requests"`
	Seconds  float64 `json:"seconds"`
}

// load sends o.Requests requests for the first path, over o.Connections connections with o.Streams in flight on each.
func (v *visitor) load(o order) (any, error) {
	ctx, cancel := context.WithTimeout(context.Background(), loadPatience)
	defer cancel()
	began := time.Now()
	clients := make([]client, 0, o.Connections)
	for range o.Connections {
		c, err := open(ctx, o.Protocol, v.approach(o, nil, began))
		if err != nil {
			return nil, err
		}
		defer c.close()
		clients = append(clients, c)
	}
	var left atomic.Int64
	left.Store(int64(o.Requests))
	var mutex sync.Mutex
	var failed error
	var all sync.WaitGroup
	for _, c := range clients {
		for range o.Streams {
			all.Go(func() {
				if err := v.loadUntil(ctx, c, o, &left); err != nil {
					cancel() // stops the others
					mutex.Lock()
					defer mutex.Unlock()
					failed = errors.Join(failed, err)
				}
			})
		}
	}
	all.Wait()
	if failed != nil {
		return nil, failed
	}
	return loadReport{o.Requests, time.Since(began).Seconds()}, nil
}

func (v *visitor) loadUntil(ctx context.Context, c client, o order, left *atomic.Int64) error {
	for left.Add(-1) >= 0 {
		if err := v.getAndVerify(ctx, c, o); err != nil {
			return err
		}
	}
	return nil
}
