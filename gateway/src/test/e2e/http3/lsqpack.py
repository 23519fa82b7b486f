"""Independent QPACK (ls-qpack): reads one command per line, replies with one line. Bytes are hexadecimal; "-" means none."""

import sys

import pylsqpack


def text(data):
    return data.hex() or "-"


def data(text):
    return b"" if text == "-" else bytes.fromhex(text)


def read(result):
    instructions, fields = result
    pairs = [text(part) for field in fields for part in field]
    return " ".join(["fields", text(instructions)] + pairs)


class Peer:
    def decoder(self, capacity, blocked):
        self.reader = pylsqpack.Decoder(int(capacity), int(blocked))
        return "ok"

    def instructions(self, given):
        unblocked = self.reader.feed_encoder(data(given))
        return " ".join(["unblocked"] + [str(stream) for stream in unblocked])

    def section(self, stream, given):
        try:
            return read(self.reader.feed_header(int(stream), data(given)))
        except pylsqpack.StreamBlocked:
            return "blocked"

    def resume(self, stream):
        return read(self.reader.resume_header(int(stream)))

    def cancel(self, stream):
        return text(self.reader.cancel_stream(int(stream)))

    def encoder(self, capacity, blocked):
        self.writer = pylsqpack.Encoder()
        return text(self.writer.apply_settings(int(capacity), int(blocked)))

    def encode(self, stream, *parts):
        parts = [data(part) for part in parts]
        fields = list(zip(parts[::2], parts[1::2]))
        instructions, section = self.writer.encode(int(stream), fields)
        return text(instructions) + " " + text(section)

    def acknowledge(self, given):
        self.writer.feed_decoder(data(given))
        return "ok"


peer = Peer()
for line in sys.stdin:
    verb, *rest = line.split()
    try:
        reply = getattr(peer, verb)(*rest)
    except Exception as problem:
        reply = "error " + repr(problem)
    print(reply, flush=True)
