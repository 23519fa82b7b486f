"""Visits a gateway with curl (libcurl, ngtcp2, nghttp3), and prints one line per response, in the format of client.py."""

import hashlib
import sys
from io import BytesIO
from urllib.parse import urlsplit

from curl_cffi import Curl, CurlHttpVersion, CurlInfo, CurlOpt

UPLOAD_BYTES = 300_000
PATIENCE_SECONDS = 30
DEBUG_TEXT = 0
FIELDS = [b"TE: trailers", b"Sec-Fetch-Mode: navigate", b"Sec-Fetch-Dest: document"]


class Visit:
    """One request and its response."""

    def __init__(self):
        self.protocol = ""
        self.status = 0
        self.link = ""
        self.trailer = ""
        self.resumed = False
        self.body = BytesIO()
        self.head_status = 0

    def header(self, line):
        name, _, value = line.decode().strip().partition(": ")
        if name.startswith("HTTP/"):
            self.head_status = int(name.split()[1])
        elif name == "link" and self.head_status == 103:
            self.link = value
        elif name == "x-checksum":
            self.trailer = value

    def said(self, kind, text):
        self.resumed |= kind == DEBUG_TEXT and b"SSL reusing session" in text

    def say(self, what):
        print(what, self.protocol, self.status, hashlib.sha256(self.body.getvalue()).hexdigest())


def visit(curl, url, path, body=b"", fresh=False):
    seen = Visit()
    curl.setopt(CurlOpt.HTTP_VERSION, CurlHttpVersion.V3ONLY)
    curl.setopt(CurlOpt.URL, f"https://localhost:{url.port}{path}")
    curl.setopt(CurlOpt.RESOLVE, [f"localhost:{url.port}:{url.hostname}"])
    curl.setopt(CurlOpt.TIMEOUT, PATIENCE_SECONDS)
    curl.setopt(CurlOpt.FRESH_CONNECT, int(fresh))
    curl.setopt(CurlOpt.HTTPHEADER, FIELDS)
    curl.setopt(CurlOpt.HEADERFUNCTION, seen.header)
    curl.setopt(CurlOpt.WRITEDATA, seen.body)
    curl.setopt(CurlOpt.VERBOSE, 1)
    curl.setopt(CurlOpt.DEBUGFUNCTION, seen.said)
    if body:
        curl.setopt(CurlOpt.POSTFIELDSIZE, len(body))
        curl.setopt(CurlOpt.POSTFIELDS, body)
    else:
        curl.setopt(CurlOpt.HTTPGET, 1)
    curl.perform()
    version = curl.getinfo(CurlInfo.HTTP_VERSION)
    seen.protocol = "HTTP/3.0" if version == CurlHttpVersion.V3 else f"protocol-{version}"
    seen.status = curl.getinfo(CurlInfo.RESPONSE_CODE)
    return seen


def main(base, certificate):
    url = urlsplit(base)
    curl = Curl(cacert=certificate)
    visit(curl, url, "/small").say("small")
    visit(curl, url, "/large").say("large")
    visit(curl, url, "/echo", b"x" * UPLOAD_BYTES).say("echo")
    page = visit(curl, url, "/page")
    page.say("page")
    print("early-hints", page.link)
    trailers = visit(curl, url, "/trailers", b"body")
    trailers.say("trailers")
    print("trailer", trailers.trailer)

    again = visit(curl, url, "/small", fresh=True)
    again.say("again")
    print("resumed", str(again.resumed).lower())


main(sys.argv[1], sys.argv[2])
