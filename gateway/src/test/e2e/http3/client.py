"""Visits a gateway with aioquic, and prints one line per response, in the format of quic-go/main.go."""

import asyncio
import hashlib
import ssl
import sys
from urllib.parse import urlsplit

from aioquic.asyncio.client import connect
from aioquic.asyncio.protocol import QuicConnectionProtocol
from aioquic.h3.connection import H3_ALPN, H3Connection
from aioquic.h3.events import DataReceived, HeadersReceived
from aioquic.quic.configuration import QuicConfiguration

UPLOAD_BYTES = 300_000


class Visit:
    """One request and its response."""

    def __init__(self):
        self.ended = asyncio.get_running_loop().create_future()
        self.status = 0
        self.link = ""
        self.trailer = ""
        self.body = b""

    def take(self, event):
        if isinstance(event, HeadersReceived):
            fields = {name.decode(): value.decode() for name, value in event.headers}
            status = int(fields.get(":status", "0"))
            if status == 103:
                self.link = fields.get("link", "")
            elif status:
                self.status = status
            else:
                self.trailer = fields.get("x-checksum", "")
        elif isinstance(event, DataReceived):
            self.body += event.data
        if event.stream_ended and not self.ended.done():
            self.ended.set_result(self)

    def say(self, what):
        print(what, "HTTP/3.0", self.status, hashlib.sha256(self.body).hexdigest())


class Client(QuicConnectionProtocol):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.http = H3Connection(self._quic)
        self.visits = {}

    def quic_event_received(self, event):
        for h3_event in self.http.handle_event(event):
            if isinstance(h3_event, (HeadersReceived, DataReceived)):
                self.visits[h3_event.stream_id].take(h3_event)

    async def visit(self, method, path, body=b"", trailers=()):
        stream = self._quic.get_next_available_stream_id()
        visit = self.visits[stream] = Visit()
        head = [
            (b":method", method),
            (b":scheme", b"https"),
            (b":authority", b"localhost"),
            (b":path", path),
            (b"te", b"trailers"),
            (b"sec-fetch-mode", b"navigate"),
            (b"sec-fetch-dest", b"document"),
        ]
        self.http.send_headers(stream, head, end_stream=not body and not trailers)
        if body:
            self.http.send_data(stream, body, end_stream=not trailers)
        if trailers:
            self.http.send_headers(stream, list(trailers), end_stream=True)
        self.transmit()
        return await asyncio.wait_for(visit.ended, 30)


def configuration(ticket):
    return QuicConfiguration(
        is_client=True,
        alpn_protocols=H3_ALPN,
        verify_mode=ssl.CERT_NONE,
        server_name="localhost",
        session_ticket=ticket,
    )


async def main(base):
    url = urlsplit(base)
    tickets = []

    def connection(ticket):
        return connect(
            url.hostname,
            url.port,
            configuration=configuration(ticket),
            create_protocol=Client,
            session_ticket_handler=tickets.append,
        )

    async with connection(None) as client:
        (await client.visit(b"GET", b"/small")).say("small")
        (await client.visit(b"GET", b"/large")).say("large")
        (await client.visit(b"POST", b"/echo", b"x" * UPLOAD_BYTES)).say("echo")
        page = await client.visit(b"GET", b"/page")
        page.say("page")
        print("early-hints", page.link)
        trailers = await client.visit(b"POST", b"/trailers", b"body", ((b"x-sent", b"yes"),))
        trailers.say("trailers")
        print("trailer", trailers.trailer)

    async with connection(tickets[-1]) as client:
        (await client.visit(b"GET", b"/small")).say("again")
        print("resumed", str(client._quic.tls.session_resumed).lower())


asyncio.run(main(sys.argv[1]))
