package main

import (
	"fmt"

	"lychgate.io/stage"
)

// gateway is a gateway of this program.
type gateway struct {
	*stage.Gateway
	address, admin string
}

const configuration = `listeners:
  - { name: public, address: "%s", protocols: [h3, h2, http/1.1], tls: { certificates: [ { chain: site.pem, key: site.key } ] } }
upstreams:
  h1: { servers: [ "http://%s" ], clientShare: 100, maxConnections: 64 }
  h2c: { servers: [ "h2c://%[2]s" ], clientShare: 100 }
sites:
  - hosts: [ localhost, 127.0.0.1 ]
    routes:
      - { match: { path: "/h1/*" }, proxy: { upstream: h1 } }
      - { match: { path: "/h2/*" }, proxy: { upstream: h2c } }
      - { match: { path: "/h3/*" }, proxy: { upstream: h2c } }
admin: { address: "%[3]s" }
`

func startGateway(program, heap, server string) (*gateway, error) {
	address, err := stage.FreeAddress()
	if err != nil {
		return nil, err
	}
	admin, err := stage.FreeAddress()
	if err != nil {
		return nil, err
	}
	started, err := stage.StartGateway(program, fmt.Sprintf(configuration, address, server, admin), admin,
		"LYCHGATE_JAVA_OPTS=-Xmx"+heap, "LYCHGATE_STARTUP_CACHE=off")
	return &gateway{started, address, admin}, err
}
