package main

import (
	"crypto/tls"
	"sync"
	"time"

	"github.com/quic-go/quic-go"
)

// keepsake holds data of earlier connections to a server: the last session ticket, and QUIC's tokens, which validate the
// client's address again (RFC 9000 8.1.3). It is the tls.ClientSessionCache of the client's connections.
type keepsake struct {
	tokens quic.TokenStore

	mutex   sync.Mutex
	session *tls.ClientSessionState
	first   chan struct{} // closed when there is a ticket
}

func newKeepsake() *keepsake {
	return &keepsake{tokens: quic.NewLRUTokenStore(1, 4), first: make(chan struct{})}
}

func (k *keepsake) Get(string) (*tls.ClientSessionState, bool) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return k.session, k.session != nil
}

func (k *keepsake) Put(_ string, session *tls.ClientSessionState) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.session == nil && session != nil {
		close(k.first)
	}
	if session != nil {
		k.session = session
	}
}

// await returns false if no ticket arrives within the time.
func (k *keepsake) await(patience time.Duration) bool {
	select {
	case <-k.first:
		return true
	case <-time.After(patience):
		return false
	}
}
