// Chaos is `lychgate bench chaos`: servers of one upstream fail in turn under a constant load, and every request that
// fails has to account for itself.
//
//	chaos -lychgate PROGRAM [-seconds 600] [-rate 2000] [-servers 4] [-cycle 10s] [-seed 1]
//	chaos -address HOST:PORT -log ACCESS.LOG -ports 4001,4002,… …
//
// The first form starts a gateway of its own in a temporary folder; the second one attacks a gateway that runs with an
// access log in JSON, and opens its servers at the given ports of 127.0.0.1.
//
// Each cycle takes one server, lets it fail in one way and brings it back: closed (refuses connections), killed (resets all,
// then refuses), full (a backlog that drops SYNs), reset (accepts, then resets), mute (reads and never responds), slow (half a
// second for each response), garbled (no HTTP), half (a body that ends early), busy (503). The load is HTTP/2 over TLS: most
// requests are GET, some are POST with a body, some have a response of 100 KiB.
//
// Exit status 1 means that one of these did not hold:
//
//   - a GET fails only after its response began; a POST fails only after it may have reached a server
//   - each response that reports a failure has Proxy-Status (RFC 9209)
//   - each request that failed has a line in the access log
//   - the 99th percentile of the requests that did not fail is at most three times that of the quiet time
package main
