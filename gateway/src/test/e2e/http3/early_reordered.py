"""Comes back to a gateway with a request in early data that arrives before the ClientHello.

early_reordered.py URL METHOD PATH: prints what became of it, and how many 0-RTT packets arrived too soon.
"""

import asyncio
import sys

from aioquic.quic.packet import QuicPacketType

from early import connection, ticket_of
from early_forged import INITIAL_BYTES, Recorder, packets


class Reordering(Recorder):
    """The 0-RTT packets of each datagram first, in datagrams of their own."""

    too_soon = 0

    def sendto(self, data, address):
        early, others = [], b""
        for kind, _, octets in packets(bytes(data)):
            if kind == QuicPacketType.ZERO_RTT:
                early.append(octets)
            else:
                others += octets
        if not early:
            self.transport.sendto(data, address)
            return
        self.too_soon += len(early)
        for octets in early:
            self.transport.sendto(octets, address)
        if others:
            # RFC 9000 section 14.1; what follows the last packet is none.
            self.transport.sendto(others.ljust(INITIAL_BYTES, b"\0"), address)


async def main(url, method, path):
    ticket = await ticket_of(url)
    async with connection(url, ticket) as client:
        client._transport = Reordering(client._transport)
        stream = client.head(method, path)
        client.transmit()
        print(await client.outcome(stream))
        print("too soon", client._transport.too_soon)
        await client.settle()


asyncio.run(main(*sys.argv[1:]))
