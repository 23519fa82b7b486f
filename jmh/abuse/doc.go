// Abuse is the client of `lychgate bench abuse`. One process of it attacks a gateway; another one, the visitor, measures
// how long ordinary requests take meanwhile.
//
//	abuse -ca CA.pem -name HOST
//
// It reads orders, lines of JSON, from standard input and writes one line of JSON for each to standard output. The line
// has "error" if the order failed.
//
//	{"do":"list"}
//	    the attacks in the order of the table: name, about, protocol
//	{"do":"attack","attack":"h2-rapid-reset","address":"127.0.0.1:8443","millis":5000}
//	    runs one attack for this time, as fast as processor time allows. Returns connections, refused (dials and
//	    handshakes that failed), units (frames, requests, bytes or packets of the attack) and bytes written
//	{"do":"visit","address":"127.0.0.1:8443","paths":["/files/1k.txt","/1k"],"bytes":1024,"rate":200,"millis":5000}
//	    sends this rate of requests a second, alternating between HTTP/1.1 and HTTP/2 and between the paths. Returns
//	    micros (the latency of each request, in order of completion), errors and firstError
//	{"do":"sink","chain":"CHAIN.pem","key":"KEY.pem"}
//	    starts a listener on TCP and UDP that accepts connections, completes TLS handshakes and drops all bytes it reads.
//	    Returns its address. An attack on it shows the cost of the attack to the visitor without any gateway
//	{"do":"bystander","paths":["/files/1k.txt"],"bytes":1024,"origin":"127.0.0.1:8080","chain":"CHAIN.pem","key":"KEY.pem"}
//	    starts a server that responds to this path itself and passes all others on to the origin. Returns its address. A visit
//	    to it during an attack on a gateway shows the part of the latency that does not come from the gateway
//
// The latency of a request counts from its due time, not from the time it was sent, so a gateway that stalls
// delays all requests due during the stall (no coordinated omission). A visitor's connection carries twenty requests and
// is then replaced; the handshake counts for the first of them.
package main
