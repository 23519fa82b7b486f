package main

import (
	"fmt"
	"strings"

	"lychgate.io/stage"
)

const configuration = `listeners:
  - { name: public, address: "%s", protocols: [h2], tls: { certificates: [ { chain: site.pem, key: site.key } ] } }
upstreams:
  app:
    servers: [ %s ]
    connectTimeout: 1s
    responseHeadTimeout: 5s
    retry: { attempts: 2, on: [ connect, reset, timeout, malformed, 502, 503, 504 ], perTryTimeout: 300ms }
sites:
  - hosts: [ localhost ]
    routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ]
accessLog: access.log
admin: { enabled: false }
`

// startGateway starts a gateway of this program, and returns it with its address.
func startGateway(program string, origins []*origin) (*stage.Gateway, string, error) {
	address, err := stage.FreeAddress()
	if err != nil {
		return nil, "", err
	}
	var servers []string
	for _, o := range origins {
		servers = append(servers, fmt.Sprintf("%q", "http://"+o.address()))
	}
	started, err := stage.StartGateway(program, fmt.Sprintf(configuration, address, strings.Join(servers, ", ")), address)
	return started, address, err
}
