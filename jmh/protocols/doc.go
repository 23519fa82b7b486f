// Protocols is the client of `lychgate bench protocols`, and of some figures of `peers` and `scale`: it opens a connection over HTTP/1.1, HTTP/2 or HTTP/3, new,
// resumed or with 0-RTT, loads a page over it, and says how long that took.
//
//	protocols -ca CA.pem -name HOST
//
// It reads orders, lines of JSON, from standard input and answers each with a line of JSON on standard output, which has
// "error" when the order was not carried out. What was not loaded as ordered (another protocol, no resumption, another
// number of bytes) is an error: a figure of something else would be taken for the one that was asked for.
//
//	{"do":"ticket","protocol":"h3","address":"10.99.0.2:8443","paths":["/1k"],"bytes":1000}
//	    a connection whose session ticket is kept for later visits of this protocol and address
//	{"do":"visit","protocol":"h3","mode":"resumed","address":"10.99.0.2:8443","paths":["/1m"],"bytes":1000000}
//	    one page load; the answer is a report
//	{"do":"load","protocol":"h2","address":"127.0.0.1:8443","paths":["/1k"],"bytes":1000,
//	 "requests":20000,"connections":4,"streams":16}
//	    many requests for one path, while another program measures the server
//	{"do":"hold","protocol":"h2","address":"127.0.0.1:8443","paths":["/1k"],"bytes":1000,"connections":10000}
//	    opens connections from several addresses of the loopback, each with one answer behind it, and keeps them
//	{"do":"turns","protocol":"h2","address":"127.0.0.1:8443","paths":["/1k"],"bytes":1000,"requests":20000,"streams":10}
//	    requests over the connections that are held, one after the other; streams are those in flight over all of them
//	{"do":"release","protocol":"h2","address":"127.0.0.1:8443","paths":["/1k"]}
//	    closes them
//
// The address is one of IP: no time goes by for DNS.
package main
