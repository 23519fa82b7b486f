"""Violates the protocol in one way per QUIC handshake, and prints the received CONNECTION_CLOSE code, or `silence`.

Each line has the case, the code, and the number of datagrams that the client had sent before. A successful handshake is `complete`.
"""

import socket
import ssl
import sys
import time

from aioquic import tls
from aioquic.buffer import Buffer, encode_uint_var
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.connection import QuicConnection
from aioquic.quic.packet import QuicFrameType

PATIENCE_SECONDS = 10.0

# After the handshake: possibly wrong packets, and rounds without a packet after them.
PINGS = 4
QUIET_ROUNDS = 10

ACK_OF_NEVER_SENT = b"\x02" + encode_uint_var(1000) + b"\x00\x00\x00"
INITIAL, HANDSHAKE, ONE_RTT = tls.Epoch.INITIAL, tls.Epoch.HANDSHAKE, tls.Epoch.ONE_RTT


def reserved_bits(header, payload):
    mask = 0x0C if header[0] & 0x80 else 0x18
    return bytes([header[0] | mask]) + header[1:], payload


def frames_before(frames):
    """Inserts frames before those of a packet."""

    def change(header, payload):
        if header[0] & 0x80:
            length = int.from_bytes(header[-4:-2], "big") + len(frames)
            header = header[:-4] + length.to_bytes(2, "big") + header[-2:]
        return header, frames + payload

    return change


def frames_instead(frames):
    """Replaces the frames of a packet, which keeps its length."""

    def change(header, payload):
        return header, frames + bytes(max(0, len(payload) - len(frames)))

    return change


def parameter(number, value):
    return encode_uint_var(number) + encode_uint_var(len(value)) + value


class Case:
    def __init__(self, name, alpn="h3", packet=None, change=None, parameters=None, prepare=None, forged=False):
        self.name = name
        self.alpn = [alpn] if alpn else None
        self.packet = packet
        self.change = change
        self.parameters = parameters
        self.prepare = prepare
        self.forged = forged


def appended(more):
    return lambda own: own + more


def without_source_id(own):
    kept = b""
    buf = Buffer(data=own)
    while not buf.eof():
        number = buf.pull_uint_var()
        value = buf.pull_bytes(buf.pull_uint_var())
        if number != 0x0F:
            kept += parameter(number, value)
    return kept


def replaced(old, new):
    def change(header, payload):
        if old not in payload:
            raise ValueError("the ClientHello is another one")
        return header, payload.replace(old, new)

    return change


def large_hello(connection):
    """A ClientHello of two packets, as with post-quantum key shares."""
    connection.tls.handshake_extensions.append((0xFA5A, bytes(1500)))


CASES = [
    Case("well-formed"),
    Case("alpn-unknown", alpn="smtp"),
    Case("alpn-missing", alpn=None),
    Case("alpn-unknown-large-hello", alpn="smtp", prepare=large_hello),
    Case("parameters-duplicate", parameters=appended(parameter(0x04, encode_uint_var(7)))),
    Case("parameters-payload-below-1200", parameters=appended(parameter(0x03, encode_uint_var(1199)))),
    Case("parameters-ack-delay-exponent-21", parameters=lambda own: own.replace(b"\x0a\x01\x03", b"\x0a\x01\x15")),
    Case("parameters-of-servers-only", parameters=appended(parameter(0x00, bytes(8)))),
    Case("parameters-cut", parameters=appended(b"\x05\x08")),
    Case("parameters-without-source-id", parameters=without_source_id),
    Case("parameters-with-other-source-id", parameters=lambda own: without_source_id(own) + parameter(0x0F, bytes(8))),
    Case("parameters-duplicate-large-hello", parameters=appended(parameter(0x04, encode_uint_var(7))), prepare=large_hello),
    Case("reserved-bits-initial", packet=(INITIAL, 0), change=reserved_bits),
    Case("reserved-bits-initial-second", packet=(INITIAL, 1), change=reserved_bits, prepare=large_hello),
    Case("reserved-bits-handshake", packet=(HANDSHAKE, 0), change=reserved_bits),
    Case("reserved-bits-1rtt", packet=(ONE_RTT, 0), change=reserved_bits),
    Case("ack-never-sent-initial", packet=(INITIAL, 0), change=frames_before(ACK_OF_NEVER_SENT)),
    Case("ack-never-sent-initial-second", packet=(INITIAL, 1), change=frames_before(ACK_OF_NEVER_SENT), prepare=large_hello),
    Case("ack-never-sent-handshake", packet=(HANDSHAKE, 0), change=frames_before(ACK_OF_NEVER_SENT)),
    Case("ack-never-sent-1rtt", packet=(ONE_RTT, 2), change=frames_instead(ACK_OF_NEVER_SENT)),
    Case("forged-reserved-bits-handshake", packet=(HANDSHAKE, 0), change=reserved_bits, forged=True),
    Case("forged-reserved-bits-1rtt", packet=(ONE_RTT, 1), change=reserved_bits, forged=True),
    Case("frame-unknown-initial", packet=(INITIAL, 0), change=frames_instead(b"\x2f")),
    Case("frame-stream-in-initial", packet=(INITIAL, 0), change=frames_instead(b"\x0a\x00\x01a")),
    Case("frame-done-from-client", packet=(ONE_RTT, 0), change=frames_instead(b"\x1e")),
    Case("frame-done-in-initial", packet=(INITIAL, 0), change=frames_instead(b"\x1e")),
    Case("frame-cut-initial", packet=(INITIAL, 0), change=lambda h, p: (h, bytes(len(p) - 2) + b"\x06\x7f")),
    Case("frame-new-token-1rtt", packet=(ONE_RTT, 0), change=frames_instead(b"\x07\x01a")),
    Case("crypto-far-away", packet=(INITIAL, 0), change=frames_instead(b"\x06" + encode_uint_var(1 << 20) + b"\x01a")),
    Case("hello-garbage", packet=(INITIAL, 0), change=frames_instead(b"\x06\x00\x08\x01\x00\x00\x04abcd")),
    Case("hello-no-hello", packet=(INITIAL, 0), change=frames_instead(b"\x06\x00\x08\x0b\x00\x00\x04abcd")),
    Case("tls-no-shared-cipher", packet=(INITIAL, 0), change=replaced(b"\x00\x06\x13\x02\x13\x01\x13\x03", b"\x00\x06\x13\xf1\x13\xf2\x13\xf3")),
    Case("tls-1.2-only", packet=(INITIAL, 0), change=replaced(b"\x00\x2b\x00\x03\x02\x03\x04", b"\x00\x2b\x00\x03\x02\x03\x03")),
]


def spoil(connection, case, counts):
    pairs = dict(connection._cryptos)
    for epoch, pair in pairs.items():
        candidates = [pair]
        if epoch == INITIAL:
            candidates = list(connection._cryptos_initial.values())
        for candidate in candidates:
            watch(candidate, epoch, case, counts)


def watch(pair, epoch, case, counts):
    sealed = pair.encrypt_packet

    def encrypt_packet(header, payload, number):
        if case.packet == (epoch, counts.get(epoch, 0)):
            header, payload = case.change(header, payload)
            counts[epoch] = counts.get(epoch, 0) + 1
            packet = sealed(header, payload, number)
            return packet[:-1] + bytes([packet[-1] ^ 1]) if case.forged else packet
        counts[epoch] = counts.get(epoch, 0) + 1
        return sealed(header, payload, number)

    pair.encrypt_packet = encrypt_packet


def play(address, case):
    configuration = QuicConfiguration(
        is_client=True, alpn_protocols=case.alpn, server_name="localhost", verify_mode=ssl.CERT_NONE
    )
    connection = QuicConnection(configuration=configuration)
    if case.parameters:
        own = connection._serialize_transport_parameters
        connection._serialize_transport_parameters = lambda: case.parameters(own())
    started = connection._initialize

    def initialize(peer_cid):
        started(peer_cid)
        spoil(connection, case, counts)
        if case.prepare:
            case.prepare(connection)

    counts = {}
    connection._initialize = initialize
    closes = []
    handle = connection._handle_connection_close_frame

    def closed(context, frame_type, buf):
        at = buf.tell()
        closes.append((frame_type, buf.pull_uint_var()))
        buf.seek(at)
        handle(context, frame_type, buf)

    handlers = connection._QuicConnection__frame_handlers
    for kind in (QuicFrameType.TRANSPORT_CLOSE, QuicFrameType.APPLICATION_CLOSE):
        handlers[kind] = (closed, handlers[kind][1])

    sent = 0
    quiet = 0
    begun = time.monotonic()
    pings = 0
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.settimeout(0.05)
        connection.connect(address, now=time.monotonic())
        while not closes and time.monotonic() - begun < PATIENCE_SECONDS:
            for data, _ in connection.datagrams_to_send(now=time.monotonic()):
                udp.sendto(data, address)
                sent += 1
            timer = connection.get_timer()
            if timer is not None and timer <= time.monotonic():
                connection.handle_timer(now=time.monotonic())
            try:
                data, _ = udp.recvfrom(65536)
            except (socket.timeout, ConnectionRefusedError):
                quiet += 1
                if connection._handshake_complete and pings == PINGS and quiet > QUIET_ROUNDS:
                    break
                continue
            quiet = 0
            connection.receive_datagram(data, address, now=time.monotonic())
            if connection._handshake_complete and pings < PINGS:
                pings += 1
                connection.send_ping(pings)
    if closes:
        kind, code = closes[0]
        print(case.name, "application" if kind == 0x1D else "transport", hex(code), sent, flush=True)
    else:
        print(case.name, "complete" if connection._handshake_complete else "silence", flush=True)
    if connection._handshake_complete and not closes:
        connection.close()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
            for data, _ in connection.datagrams_to_send(now=time.monotonic()):
                udp.sendto(data, address)


def unknown_version(address):
    """RFC 9000 section 6: a server lists its versions."""
    packet = bytes([0xC0]) + bytes.fromhex("1a2a3a4a") + b"\x08" + bytes(8) + b"\x08" + b"12345678"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.settimeout(PATIENCE_SECONDS)
        udp.sendto(packet + bytes(1200 - len(packet)), address)
        reply = udp.recvfrom(65536)[0]
    versions = reply[6 + 8 + 1 + 8 :]
    offers_1 = b"\x00\x00\x00\x01" in [versions[i : i + 4] for i in range(0, len(versions), 4)]
    print("version-unknown", "negotiation" if reply[1:5] == bytes(4) and offers_1 else "silence", flush=True)


if __name__ == "__main__":
    target = (sys.argv[1], int(sys.argv[2]))
    wanted = sys.argv[3:]
    unknown_version(target)
    for each in CASES:
        if not wanted or each.name in wanted:
            play(target, each)
