"""Comes back to a gateway with a request in early data (0-RTT), and says what it saw.

early.py TICKET_URL URL METHOD PATH: a connection to the first for a ticket, then one to the second that sends the request
beside its ClientHello. Prints the status or "none", and whether the early data was accepted.
"""

import asyncio
import ssl
import sys
from urllib.parse import urlsplit

from aioquic.asyncio.client import connect
from aioquic.asyncio.protocol import QuicConnectionProtocol
from aioquic.h3.connection import H3_ALPN, H3Connection
from aioquic.h3.events import HeadersReceived
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.events import HandshakeCompleted

PATIENCE_SECONDS = 2


class Client(QuicConnectionProtocol):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.http = H3Connection(self._quic)
        self.status = asyncio.get_running_loop().create_future()
        self.accepted = False

    def quic_event_received(self, event):
        if isinstance(event, HandshakeCompleted):
            self.accepted = event.early_data_accepted
        for h3_event in self.http.handle_event(event):
            if isinstance(h3_event, HeadersReceived) and not self.status.done():
                self.status.set_result(dict(h3_event.headers)[b":status"].decode())

    async def visit(self, method, path):
        stream = self._quic.get_next_available_stream_id()
        head = [
            (b":method", method.encode()),
            (b":scheme", b"https"),
            (b":authority", b"localhost"),
            (b":path", path.encode()),
        ]
        self.http.send_headers(stream, head, end_stream=True)
        self.transmit()
        return await asyncio.wait_for(self.status, PATIENCE_SECONDS)


async def main(ticket_url, url, method, path):
    tickets = []

    def connection(to, ticket, early):
        return connect(
            urlsplit(to).hostname,
            urlsplit(to).port,
            configuration=QuicConfiguration(
                is_client=True,
                alpn_protocols=H3_ALPN,
                verify_mode=ssl.CERT_NONE,
                server_name="localhost",
                session_ticket=ticket,
            ),
            create_protocol=Client,
            session_ticket_handler=tickets.append,
            wait_connected=not early,
        )

    async with connection(ticket_url, None, False) as client:
        await client.visit("GET", "/ticket")
        while not tickets:
            await asyncio.sleep(0.01)
    async with connection(url, tickets[-1], True) as client:
        try:
            print("status", await client.visit(method, path))
        except TimeoutError:
            print("status none")
        print("accepted", str(client.accepted).lower(), flush=True)


asyncio.run(main(*sys.argv[1:]))
