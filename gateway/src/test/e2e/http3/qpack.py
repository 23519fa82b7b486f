"""Repeats one request to a gateway, with the QPACK of ls-qpack, and prints the number of bytes.

arguments: base URL, announced table capacity and blocked streams, number of sequential requests, number of concurrent requests
"""

import asyncio
import hashlib
import ssl
import sys
from urllib.parse import urlsplit

import pylsqpack
from aioquic.asyncio.client import connect
from aioquic.asyncio.protocol import QuicConnectionProtocol
from aioquic.h3.connection import H3_ALPN, H3Connection
from aioquic.h3.events import DataReceived, HeadersReceived
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.events import ConnectionTerminated

BASE, CAPACITY, BLOCKED, IN_ORDER, AT_ONCE = sys.argv[1], *map(int, sys.argv[2:])

REQUEST = [
    (b":method", b"GET"),
    (b":scheme", b"https"),
    (b":authority", b"localhost"),
    (b":path", b"/page"),
    (b"user-agent", b"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"),
    (b"accept", b"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
    (b"accept-language", b"de,en-US;q=0.7,en;q=0.3"),
    (b"cookie", b"session=0123456789abcdef0123456789abcdef; theme=dark"),
]


def integer(stream_bytes, at, bits):
    """RFC 7541 section 5.1: returns the integer and the index after it."""
    value = stream_bytes[at] & ((1 << bits) - 1)
    at += 1
    if value == (1 << bits) - 1:
        shift = 0
        while True:
            value += (stream_bytes[at] & 0x7F) << shift
            shift += 7
            at += 1
            if stream_bytes[at - 1] < 0x80:
                break
    return value, at


def insertions(stream_bytes):
    """Returns the number of complete insertions of an encoder stream."""
    count = at = 0
    try:
        while True:
            first = stream_bytes[at]
            if first & 0xE0 == 0x20:
                _, at = integer(stream_bytes, at, 5)
                continue
            if first & 0x80:
                _, at = integer(stream_bytes, at, 6)
            else:
                length, at = integer(stream_bytes, at, 5)
                at += length
            length, at = integer(stream_bytes, at, 7)
            at += length
            count += at <= len(stream_bytes)
    except IndexError:
        return count


class Instructions:
    """A decoder that records the gateway's encoder stream."""

    def __init__(self, decoder):
        self.decoder = decoder
        self.seen = b""
        self.acknowledged = 0

    def increment(self):
        """Returns the instruction that browsers send after insertions; ls-qpack sends it only after sections that need them."""
        new = insertions(self.seen) - self.acknowledged
        self.acknowledged += new
        return bytes([new]) if new else b""

    def __getattr__(self, name):
        return getattr(self.decoder, name)

    def feed_encoder(self, data):
        self.seen += data
        return self.decoder.feed_encoder(data)


class Measured(H3Connection):
    def _init_connection(self):
        self._max_table_capacity = CAPACITY
        self._blocked_streams = BLOCKED
        self._decoder = Instructions(pylsqpack.Decoder(CAPACITY, BLOCKED))
        self.sections = {}
        self.requests = {}
        super()._init_connection()

    def _decode_headers(self, stream_id, frame_data):
        if frame_data is not None:
            self.sections[stream_id] = len(frame_data)
        return super()._decode_headers(stream_id, frame_data)

    def handle_event(self, event):
        events = super().handle_event(event)
        if BLOCKED == 0:
            self._quic.send_stream_data(self._local_decoder_stream_id, self._decoder.increment())
        return events

    def _encode_headers(self, stream_id, headers):
        section = super()._encode_headers(stream_id, headers)
        self.requests[stream_id] = len(section)
        return section


class Client(QuicConnectionProtocol):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.http = Measured(self._quic)
        self.heads = {}
        self.ended = {}

    def quic_event_received(self, event):
        if isinstance(event, ConnectionTerminated) and event.error_code:
            print("terminated", event.error_code, event.reason_phrase)
        for h3_event in self.http.handle_event(event):
            if isinstance(h3_event, (HeadersReceived, DataReceived)):
                stream = h3_event.stream_id
                if isinstance(h3_event, HeadersReceived):
                    self.heads[stream] = h3_event.headers
                if h3_event.stream_ended and not self.ended[stream].done():
                    self.ended[stream].set_result(stream)

    def ask(self):
        stream = self._quic.get_next_available_stream_id()
        self.ended[stream] = asyncio.get_running_loop().create_future()
        self.http.send_headers(stream, REQUEST, end_stream=True)
        self.transmit()
        return stream

    async def answer(self, stream):
        await asyncio.wait_for(self.ended[stream], 20)
        fields = sorted(field for field in self.heads[stream] if field[0] != b"date")
        digest = hashlib.sha256(repr(fields).encode()).hexdigest()[:16]
        inserted = len(self.http._decoder.seen)
        print("head", self.http.requests[stream], self.http.sections[stream], inserted, digest)


async def main():
    url = urlsplit(BASE)
    configuration = QuicConfiguration(
        is_client=True, alpn_protocols=H3_ALPN, verify_mode=ssl.CERT_NONE, server_name="localhost"
    )
    async with connect(
        url.hostname, url.port, configuration=configuration, create_protocol=Client
    ) as client:
        for _ in range(IN_ORDER):
            await client.answer(client.ask())
        streams = [client.ask() for _ in range(AT_ONCE)]
        for stream in streams[::5]:
            client._quic.reset_stream(stream, 0x10C)
            client._quic.stop_stream(stream, 0x10C)
            client.transmit()
        for stream in streams:
            if stream not in streams[::5]:
                await client.answer(stream)
        seen = client.http._decoder.seen
        print("instructions", seen[:4].hex() or "-", len(seen))
        print("settings", client.http.received_settings.get(1), client.http.received_settings.get(7))


asyncio.run(main())
