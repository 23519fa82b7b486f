"""Returns to a gateway with a request in early data that arrives before the ClientHello.

early_reordered.py URL METHOD PATH: prints the result, and the number of 0-RTT packets that arrived too early.
"""

import asyncio
import sys

from aioquic.quic.packet import QuicPacketType

from early import connection, ticket_of
from early_forged import INITIAL_BYTES, Recorder, packets


class Reordering(Recorder):
    """Sends the 0-RTT packets of each datagram first, in separate datagrams."""

    too_soon = 0

    def sendto(self, data, address):
        early, others = [], b""
        for kind, _, packet in packets(bytes(data)):
            if kind == QuicPacketType.ZERO_RTT:
                early.append(packet)
            else:
                others += packet
        if not early:
            self.transport.sendto(data, address)
            return
        self.too_soon += len(early)
        for packet in early:
            self.transport.sendto(packet, address)
        if others:
            # RFC 9000 section 14.1: padding follows the last packet.
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
