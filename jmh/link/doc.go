// Link is a link emulator in user space, for machines whose kernel has no netem: two network namespaces, a client's and a
// server's, joined by TUN devices between which it carries IP packets (TCP, UDP, anything) with a rate, a round-trip time,
// loss and a queue of limited length.
//
//	link run [OPTION…] -- COMMAND…     COMMAND in the client's namespace; ends with it
//	link hold [OPTION…]                holds the link until its standard input ends, and takes orders from it
//	link enter NAMESPACE HOSTS -- COMMAND…   COMMAND in a namespace that link hold printed
//
// Each direction applies to a packet, in this order (see Shaper): seeded random loss, a drop-tail queue drained at the link's
// rate, half of the round-trip time, jitter.
//
// An emulator in user space can be late when the machine is busy. The statistics show it: the lateness of packets
// (late_p99_us) and the packets that the kernel dropped before they were read (tun_dropped). Discard a measurement with
// late_p99_us above 500 or any tun_dropped: it reflects the machine more than the link.
//
// Linux only, root only. Standard library only.
package main
