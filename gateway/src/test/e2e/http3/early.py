"""Returns to a gateway with a request in early data (0-RTT), and prints the result.

early.py TICKET_URL URL METHOD PATH [SECONDS]: connects to the first for a ticket, then to the second,
sends the request with its ClientHello, and waits up to SECONDS for the response. Prints the status or "none", and whether early
data was accepted.
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
from aioquic.quic.events import HandshakeCompleted, StreamReset

# Ethernet, IPv6 and UDP: beside a ClientHello, a packet has space for a request and its body.
DATAGRAM_BYTES = 1452
PATIENCE_SECONDS = 2
SETTLE_SECONDS = 0.5


class Client(QuicConnectionProtocol):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.http = H3Connection(self._quic)
        self.outcomes = {}
        self.accepted = False

    def quic_event_received(self, event):
        if isinstance(event, HandshakeCompleted):
            self.accepted = event.early_data_accepted
        if isinstance(event, StreamReset):
            self.ended(event.stream_id, "reset %#x" % event.error_code)
        for h3_event in self.http.handle_event(event):
            if isinstance(h3_event, HeadersReceived):
                status = dict(h3_event.headers)[b":status"].decode()
                self.ended(h3_event.stream_id, "status " + status)

    def ended(self, stream, how):
        outcome = self.outcomes.get(stream)
        if outcome is not None and not outcome.done():
            outcome.set_result(how)

    def head(self, method, path, end=True):
        stream = self._quic.get_next_available_stream_id()
        self.outcomes[stream] = asyncio.get_running_loop().create_future()
        fields = [
            (b":method", method.encode()),
            (b":scheme", b"https"),
            (b":authority", b"localhost"),
            (b":path", path.encode()),
        ]
        if method == "CONNECT":
            fields.append((b":protocol", b"websocket"))
        self.http.send_headers(stream, fields, end_stream=end)
        return stream

    async def outcome(self, stream, patience=PATIENCE_SECONDS):
        try:
            return await asyncio.wait_for(self.outcomes[stream], patience)
        except TimeoutError:
            return "status none"

    async def settle(self):
        """Waits for the confirmed handshake: quiche drops a CONNECTION_CLOSE after a packet with a discarded key."""
        ping = asyncio.ensure_future(self.ping())
        # With packet loss the ping fails at the end of the connection, which is harmless.
        ping.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.wait([ping], timeout=SETTLE_SECONDS)


def connection(url, ticket=None, tickets=None):
    """With a ticket, data before the end of the handshake is sent as early data."""
    return connect(
        urlsplit(url).hostname,
        urlsplit(url).port,
        configuration=QuicConfiguration(
            is_client=True,
            alpn_protocols=H3_ALPN,
            verify_mode=ssl.CERT_NONE,
            server_name="localhost",
            session_ticket=ticket,
            max_datagram_size=DATAGRAM_BYTES,
        ),
        create_protocol=Client,
        session_ticket_handler=None if tickets is None else tickets.append,
        wait_connected=ticket is None,
    )


async def ticket_of(url):
    tickets = []
    async with connection(url, tickets=tickets) as client:
        stream = client.head("GET", "/ticket")
        client.transmit()
        await client.outcome(stream)
        while not tickets:
            await asyncio.sleep(0.01)
    return tickets[-1]


async def main(ticket_url, url, method, path, patience=PATIENCE_SECONDS):
    ticket = await ticket_of(ticket_url)
    async with connection(url, ticket) as client:
        stream = client.head(method, path)
        client.transmit()
        print(await client.outcome(stream, float(patience)))
        await client.settle()
        print("accepted", str(client.accepted).lower(), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
