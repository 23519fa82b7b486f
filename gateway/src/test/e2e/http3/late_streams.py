"""Opens connections with several requests in one packet, the first of which is a connection error.

late_streams.py URL CONNECTIONS STREAMS: prints the error code of each close, one per line.
"""

import asyncio
import sys

from early import connection

# HEADERS that refer to an entry of a dynamic table which does not exist (RFC 9204 section 2.2.3).
HEAD = bytes([1, 3, 3, 0, 0x80])


async def main(url, connections, streams):
    for _ in range(int(connections)):
        async with connection(url) as client:
            await client.settle()
            for _ in range(int(streams)):
                client._quic.send_stream_data(client._quic.get_next_available_stream_id(), HEAD, True)
            client.transmit()
            await client.wait_closed()
            print("closed %#x" % client._quic._close_event.error_code, flush=True)


asyncio.run(main(*sys.argv[1:]))
