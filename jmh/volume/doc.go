// Volume is `lychgate bench volume`: it moves many bytes through a gateway with a small heap, and watches its memory.
//
//	volume -lychgate PROGRAM [-gigabytes 10] [-heap 256m] [-legs h1,h2,h3] [-streams 4]
//
// The bytes go up as bodies of POST and down as bodies of GET at the same time, and each leg moves its part of them: h1 over
// HTTP/1.1 to a server with HTTP/1.1, h2 over HTTP/2 to a server with HTTP/2 without TLS, h3 over HTTP/3 to the same. Clients
// use TLS. The server counts what it gets, and the client counts what it gets.
//
// Each second, the heap and the buffers of the JVM are read from the gateway's metrics, and the resident memory from /proc.
// Exit status 1 means that one of these did not hold:
//
//   - each body arrived with its length
//   - memory is flat: in the last fifth of each leg, the median of resident memory and the least heap in use are at most a tenth and
//     16 MiB above those of its second fifth
package main
