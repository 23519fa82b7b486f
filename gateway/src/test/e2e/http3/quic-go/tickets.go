package main

import (
	"crypto/tls"
	"time"
)

const ticketPatience = 10 * time.Second

// ticketCache reports the first ticket, which arrives after the handshake.
type ticketCache struct {
	tls.ClientSessionCache
	first chan struct{}
}

func newTicketCache() *ticketCache {
	return &ticketCache{tls.NewLRUClientSessionCache(8), make(chan struct{}, 1)}
}

func (c *ticketCache) Put(key string, session *tls.ClientSessionState) {
	c.ClientSessionCache.Put(key, session)
	if session != nil {
		select {
		case c.first <- struct{}{}:
		default:
		}
	}
}

// await waits until a ticket is stored. Without one, the caller finds that nothing is resumed.
func (c *ticketCache) await() {
	select {
	case <-c.first:
	case <-time.After(ticketPatience):
	}
}
