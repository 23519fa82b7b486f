"""Returns to a gateway with several requests in early data at once.

early_streams.py TICKET_URL URL REQUEST...: a request is METHOD,PATH,BODY_BYTES,FRAME_BYTES,END; the last is "fin", or "reset" for
a request that is cancelled after it was sent. With FRAME_BYTES of 0, BODY_BYTES is the number of empty frames, of which
hundreds fit into one datagram. Prints the result of each request, one per line.
"""

import asyncio
import sys

from aioquic.h3.connection import ErrorCode

from early import connection, ticket_of


def send(client, request):
    method, path, body, frame, end = request.split(",")
    left = int(body)
    stream = client.head(method, path, end=left == 0 and end == "fin")
    while left > 0:
        size = min(left, int(frame))
        left -= max(size, 1)
        client.http.send_data(stream, b"x" * size, left == 0 and end == "fin")
    return stream, end == "reset"


async def main(ticket_url, url, *requests):
    ticket = await ticket_of(ticket_url)
    async with connection(url, ticket) as client:
        streams = [send(client, request) for request in requests]
        client.transmit()
        for stream, is_reset in streams:
            if is_reset:
                client._quic.reset_stream(stream, ErrorCode.H3_REQUEST_CANCELLED)
        client.transmit()
        for stream, is_reset in streams:
            print("taken back" if is_reset else await client.outcome(stream))
        await client.settle()
        print("accepted", str(client.accepted).lower(), flush=True)


asyncio.run(main(*sys.argv[1:]))
