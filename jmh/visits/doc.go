// Visits is a client of `lychgate bench peers` for what h2load cannot do: connections that are made anew, with or without
// the ticket of the one before, and requests at a fixed rate whose lateness counts.
//
//	visits -ca CA.pem -name HOST
//
// It reads orders, lines of JSON, from standard input and answers each with a line of JSON on standard output, which has
// "error" when the order was not carried out. The log it writes has the columns of h2load's: start in microseconds since
// the epoch, status (0 for none) and microseconds, with tabs between.
//
//	{"do":"connect","address":"127.0.0.1:8443","path":"/1k","bytes":1024,"log":"FILE","visits":20000,"atOnce":8,"isResumed":true}
//	    as many connections of TLS 1.3, one request of HTTP/1.1 on each; a failure is an error. Answer: seconds
//	{"do":"pace","address":"127.0.0.1:8443","path":"/1k","bytes":1024,"log":"FILE","rate":2000,"millis":5000}
//	    as many requests a second over HTTP/2, counted from when each was due; failures are in the log
package main
