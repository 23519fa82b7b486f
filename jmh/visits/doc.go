// Visits is a client of `lychgate bench peers` for loads that h2load cannot make: new connections, with or without the ticket
// of the previous one, and requests at a fixed rate whose lateness counts.
//
//	visits -ca CA.pem -name HOST
//
// It reads orders, lines of JSON, from standard input and replies to each with a line of JSON on standard output, which has
// "error" if the order failed. It writes a log with the columns of h2load's, separated by tabs: start in microseconds since
// the epoch, status (0 for none) and microseconds.
//
//	{"do":"connect","address":"127.0.0.1:8443","path":"/1k","bytes":1024,"log":"FILE","visits":20000,"atOnce":8,"isResumed":true}
//	    opens this number of TLS 1.3 connections, with one HTTP/1.1 request on each; a failure is an error. Returns seconds
//	{"do":"pace","address":"127.0.0.1:8443","path":"/1k","bytes":1024,"log":"FILE","rate":2000,"millis":5000}
//	    sends this rate of requests a second over HTTP/2, each timed from when it was due; failures are in the log
package main
