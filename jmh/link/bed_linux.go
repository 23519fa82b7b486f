package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// bed is a running link: both namespaces, the pump between them, and the files that replace those of /etc inside.
type bed struct {
	client, server *namespace
	pump           *pump
	directory      string
	guard          *guard
	addresses      addresses
	dropped        [2]uint64 // TUN drops up to the last reset
}

// addresses of both ends: .1 is the client's, .2 the server's.
type addresses struct{ subnet, names string }

func (a addresses) client() string { return a.subnet + ".1" }
func (a addresses) server() string { return a.subnet + ".2" }

func makeBed(options *Options, ends addresses, mtu int) (*bed, error) {
	up, down, err := options.shapes()
	if err != nil {
		return nil, err
	}
	b := &bed{addresses: ends}
	if b.client, err = makeNamespace("link-client", ends.client(), ends.server(), mtu, true); err != nil {
		return nil, fmt.Errorf("client's namespace: %w", err)
	}
	if b.server, err = makeNamespace("link-server", ends.server(), ends.client(), mtu, false); err != nil {
		return nil, fmt.Errorf("server's namespace: %w", err)
	}
	if err = b.writeFiles(); err != nil {
		return nil, err
	}
	if b.guard, err = startGuard(b.directory, b.client.id, b.server.id); err != nil {
		return nil, err
	}
	if b.pump, err = startPump(b.client, b.server, up, down, options, mtu); err != nil {
		return nil, err
	}
	return b, nil
}

// writeFiles writes the hosts file, and a resolv.conf whose server does not reply: other names fail at once.
func (b *bed) writeFiles() (err error) {
	if b.directory, err = os.MkdirTemp("", "lychgate-link-"); err != nil {
		return err
	}
	hosts := fmt.Sprintf("127.0.0.1 localhost\n%s %s\n%s client.test\n", b.addresses.server(),
		strings.ReplaceAll(b.addresses.names, ",", " "), b.addresses.client())
	if err = os.WriteFile(b.hosts(), []byte(hosts), 0o644); err != nil {
		return err
	}
	return os.WriteFile(resolverBeside(b.hosts()), []byte("nameserver 127.0.0.1\noptions timeout:1 attempts:1\n"), 0o644)
}

func (b *bed) hosts() string { return filepath.Join(b.directory, "hosts") }

func resolverBeside(hosts string) string { return filepath.Join(filepath.Dir(hosts), "resolv.conf") }

// reshape changes the link's shape and resets its statistics.
func (b *bed) reshape(up, down Shape, seed int64) {
	b.dropped = b.tunDropped()
	b.pump.order(func() {
		for i, shape := range []Shape{up, down} {
			b.pump.directions[i].reshape(shape, seed*2+int64(i))
		}
	})
}

// statistics returns the counters of both directions since the last reset.
func (b *bed) statistics() map[string]any {
	var sums [2]Statistics
	var shapes [2]Shape
	b.pump.order(func() {
		for i, d := range b.pump.directions {
			sums[i], shapes[i] = d.statistics(), d.shaper.Shape
		}
	})
	for i, dropped := range b.tunDropped() {
		sums[i].TunDropped = dropped - b.dropped[i]
	}
	return map[string]any{"up": sums[0], "down": sums[1], "shape_up": shapes[0], "shape_down": shapes[1]}
}

func (b *bed) tunDropped() [2]uint64 { return [2]uint64{b.client.dropped(), b.server.dropped()} }

// close ends every process in the namespaces, then the link.
func (b *bed) close() {
	reap(b.client.id, b.server.id)
	b.pump.stop()
	os.RemoveAll(b.directory)
	b.guard.dismiss()
}
