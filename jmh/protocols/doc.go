// Protocols is the client of `lychgate bench protocols`, and of some figures of `peers` and `scale`. It opens a connection over
// HTTP/1.1, HTTP/2 or HTTP/3, new, resumed or with 0-RTT, loads a page over it, and reports the times.
//
//	protocols -ca CA.pem -name HOST
//
// It reads orders, lines of JSON, from standard input and replies to each with a line of JSON on standard output, which has
// "error" if the order failed. A load that differs from its order (another protocol, no resumption, another number of bytes)
// is an error: otherwise its figure would be mistaken for the ordered one.
//
//	{"do":"ticket","protocol":"h3","address":"10.99.0.2:8443","paths":["/1k"],"bytes":1000}
//	    opens a connection and keeps its session ticket for later visits of this protocol and address
//	{"do":"visit","protocol":"h3","mode":"resumed","address":"10.99.0.2:8443","paths":["/1m"],"bytes":1000000}
//	    loads a page once and returns a report
//	{"do":"load","protocol":"h2","address":"127.0.0.1:8443","paths":["/1k"],"bytes":1000,
//	 "requests":20000,"connections":4,"streams":16}
//	    sends many requests for one path, while another program measures the server
//	{"do":"hold","protocol":"h2","address":"127.0.0.1:8443","paths":["/1k"],"bytes":1000,"connections":10000}
//	    opens connections from several addresses of the loopback, makes one request on each, and keeps them open
//	{"do":"turns","protocol":"h2","address":"127.0.0.1:8443","paths":["/1k"],"bytes":1000,"requests":20000,"streams":10}
//	    sends requests over the held connections in turn; streams is the number in flight over all of them
//	{"do":"release","protocol":"h2","address":"127.0.0.1:8443","paths":["/1k"]}
//	    closes the held connections
//
// The address is an IP address, so the times include no DNS lookup.
package main
