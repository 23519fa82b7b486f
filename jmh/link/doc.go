// Link is a link emulator in user space, for machines whose kernel has no netem: two network namespaces, a client's and a
// server's, joined by TUN devices between which it carries IP packets (TCP, UDP, anything) with a rate, a round-trip time,
// loss and a queue of limited length.
//
//	link run [OPTION…] -- COMMAND…     COMMAND in the client's namespace; ends with it
//	link hold [OPTION…]                holds the link until its standard input ends, and takes orders from there
//	link enter NAMESPACE HOSTS -- COMMAND…   COMMAND in a namespace that a holding link has named
//
// A packet's way, in each direction (see Shaper): seeded random loss, a drop-tail queue drained at the link's rate, half of
// the round-trip time, jitter.
//
// An emulator in user space can be late when the machine is busy. It says so: the statistics hold the lateness of packets
// (late_p99_us) and what the kernel dropped before it was read (tun_dropped). A measurement with late_p99_us above 500 or
// any tun_dropped says more about the machine than about the link and is to be discarded.
//
// Linux only, root only. Standard library only.
package main
