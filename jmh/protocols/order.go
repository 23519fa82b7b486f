package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Modes of a visit.
const (
	modeNew     = "new"     // a full handshake
	modeResumed = "resumed" // with the session ticket of an earlier connection
	modeEarly   = "early"   // the request leaves with the first packet (0-RTT, RFC 8446 2.3, RFC 9001 4.6)
)

// alpn maps a protocol to its ALPN name.
var alpn = map[string]string{"h1": "http/1.1", "h2": "h2", "h3": "h3"}

// order is a line of standard input; doc.go shows one of each kind.
type order struct {
	Do       string   `json:"do"`
	Protocol string   `json:"protocol"`
	Mode     string   `json:"mode"`
	Address  string   `json:"address"`
	Paths    []string `json:"paths"`
	Bytes    int64    `json:"bytes"` // sum of all bodies

	Requests    int `json:"requests"`
	Connections int `json:"connections"`
	Streams     int `json:"streams"`
}

func parseOrder(line []byte) (o order, err error) {
	if err = json.Unmarshal(line, &o); err != nil {
		return o, err
	}
	if o.Do != "visit" {
		o.Mode = modeNew
	}
	switch {
	case alpn[o.Protocol] == "":
		err = unexpected("protocol", o.Protocol, "h1, h2 or h3")
	case !slices.Contains([]string{modeNew, modeResumed, modeEarly}, o.Mode):
		err = unexpected("mode", o.Mode, "new, resumed or early")
	case o.Mode == modeEarly && o.Protocol != "h3":
		err = unexpected("mode", o.Protocol+" early", "h3, Go's TLS sends no early data over TCP")
	case o.Address == "":
		err = unexpected("address", o.Address, "IP:PORT")
	case len(o.Paths) == 0:
		err = unexpected("paths", "", "at least one")
	case o.Do == "load" && (o.Requests < 1 || o.Connections < 1 || o.Streams < 1):
		err = unexpected("requests, connections, streams",
			fmt.Sprint(o.Requests, o.Connections, o.Streams), "at least 1")
	case o.Do == "hold" && o.Connections < 1:
		err = unexpected("connections", fmt.Sprint(o.Connections), "at least 1")
	case o.Do == "turns" && (o.Requests < 1 || o.Streams < 1):
		err = unexpected("requests, streams", fmt.Sprint(o.Requests, o.Streams), "at least 1")
	}
	return o, err
}

// place returns the key of stored tickets.
func (o order) place() string { return strings.Join([]string{o.Protocol, o.Address}, " ") }

func unexpected(name, got, expected string) error {
	return fmt.Errorf("%s: %q (expected: %s)", name, got, expected)
}
