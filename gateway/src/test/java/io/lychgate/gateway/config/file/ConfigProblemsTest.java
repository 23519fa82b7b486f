package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.pem.CertificateFiles;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One row for each possible error in a file: the message, and its place. */
final class ConfigProblemsTest {
  @TempDir
  static Path directory;

  record Row(String what, String text, String problem) {
    @Override
    public String toString() {
      return what;
    }
  }

  private static Row listener(String what, String rest, String problem) {
    return new Row(
        what,
        "sites: []\nlisteners:\n  - name: a\n    address: localhost:80\n" + rest.indent(4),
        problem);
  }

  private static Row top(String what, String rest, String problem) {
    return new Row(
        what, "sites: []\nlisteners: [{ name: a, address: localhost:80 }]\n" + rest, problem);
  }

  private static Row route(String what, String rest, String problem) {
    return new Row(
        what,
        "listeners: [{ name: a, address: localhost:80 }]\nupstreams: { app: { servers: ['http://a'] } }\n"
            + "sites:\n- hosts: ['*']\n  routes:\n" + rest.indent(2),
        problem);
  }

  private static Row policy(String what, String policy, String problem) {
    return route(
        what,
        "- match: { path: / }\n  proxy: { upstream: app }\n  policies:\n    " + policy,
        problem);
  }

  static Row[] rows() throws IOException {
    CertificateFiles.write(directory, "a");
    CertificateFiles.write(directory, "b");
    TestCertificates.write(directory, "named", "localhost");
    Files.writeString(directory.resolve("empty"), "");
    return new Row[] {
      listener(
          "a coding that the gateway does not apply",
          "policies: { compress: { codings: [deflate] } }",
          "5:39: listeners[0].policies.compress.codings[0]: deflate (expected: zstd, br, gzip)"),
      listener(
          "no media type",
          "policies: { compress: { types: [text] } }",
          "5:37: listeners[0].policies.compress.types[0]: text (expected: type/subtype, type/* or *+suffix)"),
      listener(
          "a level that is too slow for an event loop",
          "policies: { compress: { level: { br: 11 } } }",
          "5:42: listeners[0].policies.compress.level.br: 11 (expected: 0-8)"),
      listener(
          "a level of a coding that is not used",
          "policies: { compress: { codings: [gzip], level: { br: 4 } } }",
          "5:59: listeners[0].policies.compress.level.br: not one of the codings (expected: a coding of `codings`)"),
      listener(
          "a response of which none is larger",
          "policies: { compress: { minSize: 17MiB } }",
          "5:38: listeners[0].policies.compress.minSize: 17MiB (expected: 0 to 16777216 bytes)"),
      listener(
          "a rule of secrets that does not exist",
          "policies: { compress: { secrets: never } }",
          "5:38: listeners[0].policies.compress.secrets: never (expected: cross-site, credentials or ignore)"),
      listener(
          "a policy that is stated and switched off",
          "policies: { compress: {}, off: [compress] }",
          "5:37: listeners[0].policies.off[0]: compress (expected: each key once"),
      listener(
          "a bare port",
          "x: 1",
          "5:5: listeners[0].x: unknown key (expected: name, address, protocols,"),
      listener(
          "a redirect to https beside TLS",
          "redirectToHttps: true\ntls: { certificates: [ { chain: a.pem, key: a.key } ] }",
          "5:22: listeners[0].redirectToHttps: beside tls (expected: a listener without tls)"),
      listener(
          "a redirect to https with an odd status",
          "redirectToHttps: { status: 200 }",
          "5:32: listeners[0].redirectToHttps.status: 200 (expected: 301, 302, 307, 308)"),
      route(
          "a path and a prefix",
          "- { match: { path: /a, prefix: /b }, respond: {} }",
          "6:34: sites[0].routes[0].match.prefix: /b (expected: one of path, prefix, regex)"),
      route(
          "a prefix with a star",
          "- { match: { prefix: /a* }, respond: {} }",
          "6:24: sites[0].routes[0].match.prefix: /a* (expected: a path that starts with /"),
      route(
          "a condition on the Host field",
          "- { match: { prefix: /, headers: { Host: a } }, respond: {} }",
          "6:44: sites[0].routes[0].match.headers.Host: Host (expected: hosts of the site"),
      route(
          "two tests of one field",
          "- { match: { prefix: /, headers: { X-A: { is: a, present: true } } }, respond: {} }",
          "6:43: sites[0].routes[0].match.headers.X-A: is and present (expected: one of is, present"),
      route(
          "an expensive test of a field",
          "- { match: { prefix: /, headers: { X-A: { regex: '((a{30}){30}){30}' } } }, respond: {} }",
          "6:52: sites[0].routes[0].match.headers.X-A.regex: ((a{30}){30}){30} (expected: a program"),
      route(
          "a client by name",
          "- { match: { prefix: /, client: [ 10.0.0.0/33 ] }, respond: {} }",
          "6:37: sites[0].routes[0].match.client[0]: 10.0.0.0/33 (expected: an address or a range"),
      route(
          "an unknown way of sending",
          "- { match: { prefix: /, protocol: [ spdy ] }, respond: {} }",
          "6:39: sites[0].routes[0].match.protocol[0]: spdy (expected: http/1.1, h2, h3, websocket"),
      route(
          "an expression that is none",
          "- { match: { prefix: /, when: 'path ==' }, respond: {} }",
          "6:33: sites[0].routes[0].match.when: line 1, column 8 of the expression"),
      route(
          "a rewrite without a proxy",
          "- { match: { prefix: / }, respond: {}, rewrite: { stripPrefix: /a } }",
          "6:51: sites[0].routes[0].rewrite: without proxy (expected: proxy beside it)"),
      route(
          "an expression without a replacement",
          "- { match: { prefix: / }, proxy: { upstream: app }, rewrite: { regex: a } }",
          "6:64: sites[0].routes[0].rewrite.to: missing (expected: both regex and to)"),
      route(
          "a reference to no group",
          "- { match: { prefix: / }, proxy: { upstream: app }, rewrite: { regex: a, to: /$1 } }",
          "6:80: sites[0].routes[0].rewrite.to: /$1 (expected: no reference above $0"),
      route(
          "a redirect with a group of a glob",
          "- { match: { path: '/*' }, redirect: { to: /$1 } }",
          "6:46: sites[0].routes[0].redirect.to: /$1 (expected: no reference above $0"),
      route(
          "a redirect whose group names the host",
          "- { match: { regex: '(.*)' }, redirect: { to: 'https://a$1' } }",
          "6:49: sites[0].routes[0].redirect.to: https://a$1 (expected: $1 to $9 behind the host"),
      route(
          "an unknown variable",
          "- { match: { prefix: / }, respond: {}, headers: { response: { set: { X-A: '{clint}' } } } }",
          "6:77: sites[0].routes[0].headers.response.set.X-A: {clint} (expected: one of {client}"),
      route(
          "a status of a page that is none",
          "- { match: { prefix: / }, respond: {}, policies: { errorPages: { pages: [ { status: [ 200 ] } ] } } }",
          "6:89: sites[0].routes[0].policies.errorPages.pages[0].status[0]: 200 (expected: "),
      route(
          "a status on two pages",
          "- { match: { prefix: / }, respond: {}, policies: { errorPages: { pages: [ { status: [ 5xx, 5xx ] } ] } } }",
          "6:94: sites[0].routes[0].policies.errorPages.pages[0].status[1]: 5xx (expected: each status"),
      route(
          "a page that is no file",
          "- { match: { prefix: / }, respond: {}, policies: { errorPages: { pages: [ { status: [ 404 ], htmlFile: absent } ] } } }",
          "6:106: sites[0].routes[0].policies.errorPages.pages[0].htmlFile: absent (expected: a readable"),
      route(
          "two switches of maintenance",
          "- { match: { prefix: / }, respond: {}, policies: { maintenance: { enabled: true, file: a } } }",
          "6:90: sites[0].routes[0].policies.maintenance.file: beside enabled (expected: one of them)"),
      route(
          "maintenance with a secret in the file",
          "- { match: { prefix: / }, respond: {}, policies: { maintenance: { allow: { header: { name: a, value: b } } } } }",
          "6:104: sites[0].routes[0].policies.maintenance.allow.header.value: *** (expected: file:PATH"),
      route(
          "an unknown policy that is off",
          "- { match: { prefix: / }, respond: {}, policies: { off: [ maintenence ] } }",
          "6:61: sites[0].routes[0].policies.off[0]: maintenence (expected: "),
      listener(
          "Alt-Svc in plain text",
          "altSvc: { clear: true }",
          "5:13: listeners[0].altSvc: without tls (expected: tls beside it"),
      listener(
          "Alt-Svc of a host that is none",
          "altSvc: { host: 'a\"b' }",
          "5:21: listeners[0].altSvc.host: a\"b (expected: a host name)"),
      listener(
          "a proxy with an impossible prefix",
          "trustedProxies: [10.0.0.0/8, 10.0.0.0/33]",
          "5:34: listeners[0].trustedProxies[1]: 10.0.0.0/33 (expected: an address or a range"),
      listener(
          "a proxy by name",
          "trustedProxies: [proxy.example]",
          "5:22: listeners[0].trustedProxies[0]: proxy.example (expected: an address or a range"),
      listener(
          "forwarding fields without a proxy",
          "forwarded: rfc7239",
          "5:16: listeners[0].forwarded: rfc7239 (expected: trustedProxies beside it"),
      listener(
          "a PROXY protocol without proxies",
          "proxyProtocol: { from: [] }",
          "5:28: listeners[0].proxyProtocol.from: empty"),
      listener(
          "a PROXY protocol without a range",
          "proxyProtocol: { versions: [v1] }",
          "5:20: listeners[0].proxyProtocol.from: missing"),
      listener(
          "an unknown version of the PROXY protocol",
          "proxyProtocol: { from: [10.0.0.1], versions: [v3] }",
          "5:51: listeners[0].proxyProtocol.versions[0]: v3 (expected: v1, v2"),
      listener(
          "passthrough in plain text",
          "passthrough: [ { hosts: [a.example], servers: ['b:443'] } ]",
          "5:18: listeners[0].passthrough: without tls (expected: tls beside it"),
      listener(
          "passthrough of all names",
          "tls: { certificates: [ { chain: a.pem, key: a.key } ] }\n"
              + "passthrough: [ { hosts: ['*'], servers: ['b:443'] } ]",
          "6:30: listeners[0].passthrough[0].hosts[0]: * (expected: a host name or *.example.com)"),
      listener(
          "passthrough to a port that is none",
          "tls: { certificates: [ { chain: a.pem, key: a.key } ] }\n"
              + "passthrough: [ { hosts: [a.example], servers: ['b:0'] } ]",
          "6:52: listeners[0].passthrough[0].servers[0]: b:0 (expected: a port of 1-65535)"),
      listener(
          "a name passed through twice",
          "tls: { certificates: [ { chain: a.pem, key: a.key } ] }\n"
              + "passthrough: [ { hosts: [a.example], servers: ['b:1'] }, { hosts: [A.example], servers: ['b:2'] } ]",
          "6:72: listeners[0].passthrough[1].hosts[0]: A.example (expected: in one list, the first"),
      listener(
          "a name of a certificate that is passed through",
          "tls: { certificates: [ { chain: named.pem, key: named.key } ] }\n"
              + "passthrough: [ { hosts: [LOCALHOST], servers: ['b:1'] } ]",
          "6:30: listeners[0].passthrough[0].hosts[0]: LOCALHOST (expected: a name that no cert"),
      listener(
          "h3 in plain text",
          "protocols: [h3]",
          "5:16: listeners[0].protocols: h3 (expected: tls beside it"),
      listener(
          "an unknown protocol",
          "protocols: [spdy]",
          "5:17: listeners[0].protocols[0]: spdy (expected: h3, h2,"),
      listener(
          "a protocol twice",
          "protocols: [h2, h2]",
          "5:16: listeners[0].protocols: a list of 2 (expected: no v"),
      listener(
          "a space in a duration",
          "timeouts: { drain: 10 s }",
          "5:24: listeners[0].timeouts.drain: 10 s (expe"),
      listener(
          "a duration without unit",
          "timeouts: { drain: 10 }",
          "5:24: listeners[0].timeouts.drain: 10 (expected: 500ms, 10s, 2m, 1h or 7d"),
      listener(
          "a duration in weeks",
          "timeouts: { drain: 2w }",
          "5:24: listeners[0].timeouts.drain: 2w (expected: 500ms, 10s, 2m, 1h or 7d"),
      listener(
          "a duration beyond nanoseconds",
          "timeouts: { drain: 36501d }",
          "5:24: listeners[0].timeouts.drain: 36501d (expected: at most 36500d)"),
      listener(
          "peers of address fields",
          "proxyFields: some",
          "5:18: listeners[0].proxyFields: some (expected: trusted, always or never"),
      listener(
          "no time",
          "timeouts: { drain: 0s }",
          "5:24: listeners[0].timeouts.drain: 0s (expected: more than zero"),
      listener(
          "a space in a size",
          "limits: { maxHeaderSize: 16 KiB }",
          "5:30: listeners[0].limits.maxHeaderSize: 16 Ki"),
      listener(
          "a size of decimal units",
          "limits: { maxHeaderSize: 16kB }",
          "5:30: listeners[0].limits.maxHeaderSize: 1"),
      listener(
          "a size too large",
          "limits: { maxHeaderSize: 2MiB }",
          "5:30: listeners[0].limits.maxHeaderSize: 2MiB (exp"),
      listener("a line break in a duration", "timeouts: { drain: \"10s\\n\" }", "5:"),
      listener("a line break in a size", "limits: { maxHeaderSize: \"16KiB\\n\" }", "5:"),
      new Row(
          "a line break in an address",
          "sites: []\nlisteners: [{ name: a, address: \"a:80\\n\" }]",
          "2:33: listeners"),
      top(
          "a line break in a server",
          "upstreams: { app: { servers: [\"http://a:1\\n\"] } }",
          "3:31: upstreams.app.servers[0]: "),
      top(
          "a beacon path with a query",
          "ledger: { beacons: { path: /view?x } }",
          "3:28: ledger.beacons.path: /view?x (expected: a path without query"),
      top(
          "a line break in a beacon path",
          "ledger: { beacons: { path: \"/view\\n\" } }",
          "3:28: ledger.beacons.path: "),
      top(
          "a sample of nothing",
          "priority: { timeline: { sample: 1/0 } }",
          "3:33: priority.timeline.sample: 1/0 (expected: 1/1000, or another 1/N, or off)"),
      top(
          "a sample without its share",
          "priority: { timeline: { sample: 1000 } }",
          "3:33: priority.timeline.sample: 1000 (expected: 1/1000,"),
      top(
          "a line break in a sample",
          "priority: { timeline: { sample: \"1/5\\n\" } }",
          "3:33: priority.timeline.sample: "),
      top(
          "too few events",
          "priority: { timeline: { events: 63 } }",
          "3:33: priority.timeline.events: 63 (expected: 64-65536)"),
      listener(
          "a size beyond a long",
          "limits: { maxRequestBodySize: 999999999999GiB }",
          "5:35: listeners[0].limits.maxRequestBodySize: 999999999999GiB (expected: 1 to"),
      listener(
          "too few streams",
          "limits: { maxConcurrentStreams: 0 }",
          "5:37: listeners[0].limits.maxConcurrentStr"),
      listener(
          "tls without certificates",
          "tls: { minVersion: 1.2 }",
          "5:10: listeners[0].tls.certificates: none (exp"),
      listener(
          "an old tls",
          tls("a.pem", "a.key", "minVersion: 1.1, "),
          "5:24: listeners[0].tls.minVersion: 1.1 (exp"),
      listener(
          "no chain", tls("x.pem", "a.key", ""), "5:36: listeners[0].tls.certificates[0].chain: "),
      listener("no key", tls("a.pem", "x.key", ""), "5:48: listeners[0].tls.certificates[0].key: "),
      listener(
          "a key of another",
          tls("a.pem", "b.key", ""),
          "5:48: listeners[0].tls.certificates[0].key: "),
      listener(
          "a chain that is a key",
          tls("a.key", "a.key", ""),
          "5:36: listeners[0].tls.certificates[0].chain: "),
      listener(
          "a key that is a chain",
          tls("a.pem", "a.pem", ""),
          "5:48: listeners[0].tls.certificates[0].key: "),
      listener(
          "an empty chain",
          tls("empty", "a.key", ""),
          "5:36: listeners[0].tls.certificates[0].chain: "),
      new Row(
          "an address without port",
          "sites: []\nlisteners: [{ name: a, address: localhost }]",
          "2:33: listeners[0].a"),
      new Row(
          "an unquoted v6",
          "sites: []\nlisteners: [{ name: a, address: '::1:80' }]",
          "2:33: listeners[0].address: :"),
      new Row(
          "no listeners",
          "sites: []\nlisteners: []",
          "2:12: listeners: empty (expected: a list of listeners)"),
      new Row("nothing", "{}", "1:1: listeners: missing (expected: a list of listeners)"),
      new Row(
          "one address twice",
          "sites: []\nlisteners:\n- { name: a, address: 'localhost:80' }\n- { name: b, address: '0.0.0.0:80' }\n",
          "4:23: listeners[1].address: 0.0.0.0:80 (expected: free, the first is on line 3)"),
      top(
          "the admin's address twice",
          "admin: { address: localhost:80 }",
          "3:19: admin.address: localhost:80 (expected: f"),
      top("a misspelt section", "sotre: {}", "3:1: sotre: unknown key (did you mean store?)"),
      top("a section without content", "push:", "3:6: push: nothing (expected: keys and values)"),
      top("a mode", "push: { mode: on }", "3:15: push.mode: on (expected: auto, push, hints, off)"),
      top(
          "a wide key",
          "push: { casper: { capacityBits: 17 } }",
          "3:33: push.casper.capacityBits: 17 (expected: 1-15)"),
      top(
          "a large cookie",
          "push: { casper: { cookieMaxSize: 4KiB } }",
          "3:34: push.casper.cookieMaxSize: 4KiB (expec"),
      top("no manifest", "push: { manifests: [none.yaml] }", "3:21: push.manifests[0]: "),
      top(
          "an open token",
          "admin: { metricsToken: abc }",
          "3:24: admin.metricsToken: *** (expected: file:PATH or env:N"),
      top(
          "an unset token",
          "admin: { metricsToken: 'env:T' }",
          "3:24: admin.metricsToken: env:T (expected: an environment variable that is set)"),
      top(
          "an empty token",
          "admin: { metricsToken: 'file:empty' }",
          "3:24: admin.metricsToken: file:empty (expected: not"),
      top(
          "another database",
          "store: { url: 'jdbc:h2:x' }",
          "3:15: store.url: jdbc:h2:x (expected: jdbc:sqlite:PATH or"),
      top(
          "a password in a url",
          "store: { url: 'jdbc:postgresql://h/d?password=x' }",
          "3:15: store.url: a password inside (expected: store.password"),
      top(
          "a variable",
          "accessLog: ${NONE}",
          "3:12: NONE: not set (expected: an environment variable, or a default"),
      top(
          "an open placeholder",
          "accessLog: '${NONE'",
          "3:12: placeholder: ${ (expected: ${env:NAME}, ${env:NAME:-default} or"),
      top(
          "no servers",
          "upstreams: { app: { servers: [] } }",
          "3:30: upstreams.app.servers: empty (expected: a list of"),
      top(
          "neither servers nor discovery",
          "upstreams: { app: { clientShare: 5 } }",
          "3:19: upstreams.app.servers: missing (expected: a list of URLs, or discovery)"),
      top(
          "an empty discovery",
          "upstreams: { app: { discovery: {} } }",
          "3:19: upstreams.app.servers: missing (expected: a list of URLs, or discovery)"),
      top(
          "a long path of a socket",
          "upstreams: { app: { servers: ['unix:/" + "a".repeat(107) + "'] } }",
          "3:31: upstreams.app.servers[0]: unix:/a"),
      top(
          "a relative path of a socket",
          "upstreams: { app: { servers: ['unix:run/app.sock'] } }",
          "3:31: upstreams.app.servers[0]: unix:run/app.sock (expected: http://host:port"),
      top(
          "a port beside SRV",
          "upstreams: { app: { discovery: { dns: { name: a.b, type: srv, port: 1 } } } }",
          "3:69: upstreams.app.discovery.dns.port: 1 (expected: none, SRV records have it)"),
      top(
          "an address as a name",
          "upstreams: { app: { discovery: { dns: { name: 10.0.0.1 } } } }",
          "3:47: upstreams.app.discovery.dns.name: 10.0.0.1 (expected: a name"),
      top(
          "bounds of the TTL",
          "upstreams: { app: { discovery: { dns: { name: a.b, minTtl: 1m, maxTtl: 1s } } } }",
          "3:39: upstreams.app.discovery.dns: minTtl: PT1M (expected: at most maxTtl, PT1S)"),
      top(
          "a name server without an address",
          "upstreams: { app: { discovery: { dns: { name: a.b, servers: ['1.2.3:53'] } } } }",
          "3:62: upstreams.app.discovery.dns.servers[0]: 1.2.3:53 (expected: an address"),
      top(
          "a version of the PROXY protocol",
          "upstreams: { app: { servers: ['http://a'], proxyProtocol: v3 } }",
          "3:59: upstreams.app.proxyProtocol: v3 (expected: off, v1 or v2"),
      top(
          "a path in a server",
          "upstreams: { app: { servers: ['http://a/b'] } }",
          "3:31: upstreams.app.servers[0]: http"),
      top(
          "a server's port",
          "upstreams: { app: { servers: ['http://a:0'] } }",
          "3:31: upstreams.app.servers[0]: http://a:"),
      top(
          "a server's address with a part above 255",
          "upstreams: { app: { servers: ['http://10.0.0.256'] } }",
          "3:31: upstreams.app.servers[0]: http://10.0.0.256 (expected: "),
      top(
          "a weight beside no URL",
          "upstreams: { app: { servers: [ { weight: 1 } ] } }",
          "3:32: upstreams.app.servers[0].url: missing (expected: "),
      top(
          "a URL of the long form",
          "upstreams: { app: { servers: [ { url: 'ftp://a' } ] } }",
          "3:39: upstreams.app.servers[0].url: ftp://a (expected: http://host:port"),
      top(
          "a port of the long form",
          "upstreams: { app: { servers: [ { url: 'http://a:0' } ] } }",
          "3:32: upstreams.app.servers[0]: http://a:0 (expected: a port of 1-65535, or"),
      top(
          "a weight out of range",
          "upstreams: { app: { servers: [ { url: 'http://a', weight: 1001 } ] } }",
          "3:59: upstreams.app.servers[0].weight: 1001 (expected: 0-1000)"),
      top(
          "a priority out of range",
          "upstreams: { app: { servers: [ { url: 'http://a', priority: 16 } ] } }",
          "3:61: upstreams.app.servers[0].priority: 16 (expected: 0-15)"),
      top(
          "an unknown key of a server",
          "upstreams: { app: { servers: [ { url: 'http://a', wight: 1 } ] } }",
          "3:51: upstreams.app.servers[0].wight: unknown key (did you mean weight?)"),
      top(
          "a server twice",
          "upstreams: { app: { servers: [ 'http://a', { url: 'http://a:80', weight: 2 } ] } }",
          "3:44: upstreams.app.servers[1]: http://a:80 (expected: each server once)"),
      top(
          "a server twice, in letters of another case",
          "upstreams: { app: { servers: [ 'http://app', 'http://APP' ] } }",
          "3:46: upstreams.app.servers[1]: http://APP (expected: each server once)"),
      top(
          "a server twice, in other forms of its IPv6 address",
          "upstreams: { app: { servers: [ 'http://[::1]', 'http://[0:0::0:1]' ] } }",
          "3:48: upstreams.app.servers[1]: http://[0:0::0:1] (expected: each server once)"),
      top(
          "the same text of a server twice",
          "upstreams: { app: { servers: [ 'http://a', 'http://a' ] } }",
          "3:30: upstreams.app.servers: a list of 2 (expected: no value twice)"),
      top(
          "no weight at all",
          "upstreams: { app: { servers: [ { url: 'http://a', weight: 0 } ] } }",
          "3:30: upstreams.app.servers: each has weight 0 (expected: one with a weight above 0)"),
      top(
          "a number as server",
          "upstreams: { app: { servers: [ 5 ] } }",
          "3:32: upstreams.app.servers[0]: 5 (expected: a text, in quotes or keys and values)"),
      top(
          "an unknown policy",
          "upstreams: { app: { servers: [ 'http://a' ], balance: { policy: random } } }",
          "3:65: upstreams.app.balance.policy: random (expected: round-robin, least-requests, two-choices, hash, plugin)"),
      top(
          "rules of another policy",
          "upstreams: { app: { servers: [ 'http://a' ], balance: { hash: { maxLoad: 2 } } } }",
          "3:63: upstreams.app.balance.hash: beside policy round-robin (expected: policy hash)"),
      top(
          "an unknown key of a hash",
          "upstreams: { app: { servers: [ 'http://a' ], balance: { policy: hash, hash: { on: path } } } }",
          "3:83: upstreams.app.balance.hash.on: path (expected: client, header:NAME or cookie:NAME)"),
      top(
          "a load below the fair part",
          "upstreams: { app: { servers: [ 'http://a' ], balance: { policy: hash, hash: { maxLoad: 1 } } } }",
          "3:88: upstreams.app.balance.hash.maxLoad: 1 (expected: 1.05-100)"),
      top(
          "a sticky cookie without a name",
          "upstreams: { app: { servers: [ 'http://a' ], balance: { sticky: { maxAge: 8h } } } }",
          "3:65: upstreams.app.balance.sticky.cookie: missing (expected: the name of a cookie)"),
      top(
          "a sticky cookie without a lifetime",
          "upstreams: { app: { servers: [ 'http://a' ], balance: { sticky: { cookie: a, maxAge: 0s } } } }",
          "3:86: upstreams.app.balance.sticky.maxAge: 0s (expected: more than zero)"),
      top(
          "one sticky cookie for two upstreams",
          "upstreams: { a: { servers: [ 'http://a' ], balance: { sticky: { cookie: s } } },"
              + " b: { servers: [ 'http://b' ], balance: { sticky: { cookie: s } } } }",
          "3:141: upstreams.b.balance.sticky.cookie: s (expected: unique, the first is on line 3)"),
      top(
          "a slow start of a day",
          "upstreams: { app: { servers: [ 'http://a' ], balance: { slowStart: 24h } } }",
          "3:68: upstreams.app.balance.slowStart: 24h (expected: at most 1h)"),
      top(
          "a fail-over of no server",
          "upstreams: { app: { servers: [ 'http://a' ], balance: { failOver: 0 } } }",
          "3:67: upstreams.app.balance.failOver: 0 (expected: 1-100)"),
      top(
          "a zone with a blank",
          "zone: 'eu west'",
          "3:7: zone: eu west (expected: letters, digits"),
      top(
          "no trust",
          "upstreams: { a: { servers: ['https://a'], tls: { trust: x } } }",
          "3:57: upstreams.a.tls.trust: "),
      top(
          "an unknown type of health check",
          "upstreams: { a: { servers: ['http://a'], health: { active: { type: icmp } } } }",
          "3:68: upstreams.a.health.active.type: icmp (expected: http, grpc or tcp"),
      top(
          "a range of statuses downwards",
          "upstreams: { a: { servers: ['http://a'], health: { active: { status: [300-200] } } } }",
          "3:71: upstreams.a.health.active.status[0]: 300-200 (expected: a status of"),
      top(
          "a status that is none",
          "upstreams: { a: { servers: ['http://a'], health: { active: { status: [20] } } } }",
          "3:71: upstreams.a.health.active.status[0]: 20"),
      top(
          "a service of HTTP",
          "upstreams: { a: { servers: ['http://a'], health: { active: { service: b } } } }",
          "3:71: upstreams.a.health.active.service: with type http (expected: absent)"),
      top(
          "a path of TCP",
          "upstreams: { a: { servers: ['http://a'], health: { active: { type: tcp, path: /b } } } }",
          "3:79: upstreams.a.health.active.path: with type tcp (expected: absent)"),
      top(
          "gRPC over HTTP/1.1",
          "upstreams: { a: { servers: ['http://a'], health: { active: { type: grpc } } } }",
          "3:68: upstreams.a.health.active.type: grpc with the server http://a"),
      top(
          "a body of HEAD",
          "upstreams: { a: { servers: ['http://a'], health: { active: { method: HEAD, body: ok } } } }",
          "3:60: upstreams.a.health.active: body: with method HEAD (expected: GET"),
      top(
          "an interval of zero",
          "upstreams: { a: { servers: ['http://a'], health: { active: { interval: 0s } } } }",
          "3:72: upstreams.a.health.active.interval: 0s (expected: more than zero)"),
      top(
          "more failures than possible",
          "upstreams: { a: { servers: ['http://a'], health: { passive: { failures: 0 } } } }",
          "3:73: upstreams.a.health.passive.failures: 0"),
      top(
          "ejections that shrink",
          "upstreams: { a: { servers: ['http://a'], health: { passive: { ejection: { min: 2s, max: 1s } } } } }",
          "3:61: upstreams.a.health.passive: ejection: max is 1000ms (expected: at least min"),
      top(
          "panic above all",
          "upstreams: { a: { servers: ['http://a'], health: { panic: 101 } } }",
          "3:59: upstreams.a.health.panic: 101"),
      top(
          "no certificate for servers",
          "upstreams: { a: { servers: ['https://a'], tls: { certificate: x.pem, key: a.key } } }",
          "3:63: upstreams.a.tls.certificate: "),
      top(
          "a certificate for servers without its key",
          "upstreams: { a: { servers: ['https://a'], tls: { certificate: a.pem } } }",
          "3:63: upstreams.a.tls.certificate: alone (expected: both"),
      top(
          "a key of another certificate for servers",
          "upstreams: { a: { servers: ['https://a'], tls: { certificate: a.pem, key: b.key } } }",
          "3:75: upstreams.a.tls.key: "),
      top(
          "a pin",
          "upstreams: { a: { servers: ['https://a'], tls: { pins: [x] } } }",
          "3:57: upstreams.a.tls.pins[0]: x (expected: sha256/"),
      top(
          "a version of HTTP",
          "upstreams: { a: { servers: ['https://a'], tls: { protocols: [h3] } } }",
          "3:62: upstreams.a.tls.protocols[0]: h3 (expected: h2 or http/1.1"),
      top(
          "a subset",
          "upstreams: { a: { servers: ['https://a'], connections: { subset: some } } }",
          "3:66: upstreams.a.connections.subset: some (expected: auto, off"),
      top(
          "an empty subset",
          "upstreams: { a: { servers: ['https://a'], connections: { subset: 0 } } }",
          "3:66: upstreams.a.connections.subset: 0 (expected: "),
      top(
          "a failure that is not retried",
          "upstreams: { a: { servers: ['https://a'], retry: { on: [ reset, 404 ] } } }",
          "3:65: upstreams.a.retry.on[1]: 404 (expected: connect, reset"),
      top(
          "no attempt",
          "upstreams: { a: { servers: ['https://a'], retry: { attempts: 0 } } }",
          "3:62: upstreams.a.retry.attempts: 0 (expected: 1-10"),
      top(
          "a budget without a percent sign",
          "upstreams: { a: { servers: ['https://a'], retry: { budget: 20 } } }",
          "3:60: upstreams.a.retry.budget: 20 (expected: a share, as 20%"),
      top(
          "a back-off above its maximum",
          "upstreams: { a: { servers: ['https://a'], retry: { backoff: 1s } } }",
          "3:50: upstreams.a.retry: backoff: 1000ms (expected: at most maxBackoff, 250ms)"),
      top(
          "a body buffer",
          "upstreams: { a: { servers: ['https://a'], retry: { bodyBuffer: 2MiB } } }",
          "3:64: upstreams.a.retry.bodyBuffer: 2MiB (expected: 0 to 1048576 bytes)"),
      top(
          "a timeout of one attempt",
          "upstreams: { a: { servers: ['https://a'], retry: { perTryTimeout: 0s } } }",
          "3:67: upstreams.a.retry.perTryTimeout: 0s (expected: more than zero)"),
      top(
          "a moment to hedge",
          "upstreams: { a: { servers: ['https://a'], retry: { hedge: { after: p100 } } } }",
          "3:68: upstreams.a.retry.hedge.after: p100 (expected: 200ms, or p50 to p99)"),
      top(
          "no time before a hedge",
          "upstreams: { a: { servers: ['https://a'], retry: { hedge: { after: 0ms } } } }",
          "3:59: upstreams.a.retry.hedge: after: PT0S (expected: > 0)"),
      top(
          "a minimum above the maximum of an adaptive limit",
          "upstreams: { a: { servers: ['https://a'], concurrency: { mode: gradient, min: 9, max: 3 } } }",
          "3:56: upstreams.a.concurrency: min: 9 (expected: at most max, 3)"),
      top(
          "no request at all",
          "upstreams: { a: { servers: ['https://a'], maxRequests: 0 } }",
          "3:56: upstreams.a.maxRequests: 0 (expected: 1-"),
      route(
          "a lifetime of nothing",
          "  - match: { path: /a }\n    proxy: { upstream: app }\n    policies: { cache: { ttl: 0s } }",
          "8:33: sites[0].routes[0].policies.cache.ttl: 0s (expected: more than zero)"),
      route(
          "a part of a response in the cache",
          "  - match: { path: /a }\n    proxy: { upstream: app }\n    policies: { cache: { statuses: [ 206 ] } }",
          "8:40: sites[0].routes[0].policies.cache.statuses[0]: 206 (expected: a status code"),
      route(
          "a cookie that is no name",
          "  - match: { path: /a }\n    proxy: { upstream: app }\n    policies: { cache: { key: { cookies: some } } }",
          "8:44: sites[0].routes[0].policies.cache.key.cookies: some (expected: all, none or a list"),
      route(
          "an object larger than any cache",
          "  - match: { path: /a }\n    proxy: { upstream: app }\n    policies: { cache: { maxObject: 1GiB } }",
          "8:39: sites[0].routes[0].policies.cache.maxObject: 1GiB (expected: 1 to 268435456 bytes)"),
      route(
          "a policy beside its end",
          "  - match: { path: /a }\n    proxy: { upstream: app }\n    policies: { cache: {}, off: [ cache ] }",
          "8:37: sites[0].routes[0].policies.off[0]: cache (expected: each key once"),
      route(
          "a cache beside a split",
          "  - match: { path: /a }\n    proxy: { split: [ { upstream: app } ] }\n    policies: { cache: {} }",
          "8:26: sites[0].routes[0].policies.cache: beside split (expected: "),
      top(
          "a cache that is too small",
          "cache: { memory: 1KiB }",
          "3:18: cache.memory: 1KiB (expected: 1048576 to 68719476736 bytes)"),
      route(
          "retries of a route",
          "  - { match: { path: /a }, proxy: { upstream: app, retry: never } }",
          "6:61: sites[0].routes[0].proxy.retry: never (expected: on, off"),
      top(
          "a name with a blank",
          "upstreams: { 'a b': { servers: ['https://a'] } }",
          "3:14: upstreams.a b: a b (expected: letters, digits"),
      route(
          "neither upstream nor split",
          "  - { match: { path: /a }, proxy: { preserveHost: true } }",
          "6:37: sites[0].routes[0].proxy.upstream: missing (expected: one of upstream, split)"),
      route(
          "upstream and split",
          "  - match: { path: /a }\n    proxy: { upstream: app, split: [ { upstream: app } ] }",
          "7:38: sites[0].routes[0].proxy.split: beside upstream (expected: one of upstream, split)"),
      route(
          "unknown side",
          "  - match: { path: /a }\n    proxy: { split: [ { upstream: ap } ] }",
          "7:37: sites[0].routes[0].proxy.split[0].upstream: ap is no upstream"),
      route(
          "weights of 0",
          "  - match: { path: /a }\n    proxy: { split: [ { upstream: app, weight: 0 } ] }",
          "7:23: sites[0].routes[0].proxy.split: no side takes the requests without a test"),
      route(
          "a negative weight",
          "  - match: { path: /a }\n    proxy: { split: [ { upstream: app, weight: -1 } ] }",
          "7:50: sites[0].routes[0].proxy.split[0].weight: -1 (expected: 0-1000)"),
      route(
          "two tests of a side",
          """
            - match: { path: /a }
              proxy:
                split:
                  - { upstream: app }
                  - { upstream: app, when: 'true', cookie: { name: a } }""".indent(2).stripTrailing(),
          "10:52: sites[0].routes[0].proxy.split[1].cookie: a second test"),
      route(
          "an expression with an error",
          "  - match: { path: /a }\n    proxy:\n      split:\n"
              + "        - { upstream: app }\n        - { upstream: app, when: 'hosts == 1' }",
          "10:36: sites[0].routes[0].proxy.split[1].when: line 1, column 1 of the expression:"),
      route(
          "splitBy without a name",
          "  - match: { path: /a }\n    proxy: { split: [ { upstream: app } ], splitBy: header }",
          "7:55: sites[0].routes[0].proxy.splitBy: header (expected: client, visitor, request,"),
      route(
          "unknown mirror",
          "  - match: { path: /a }\n    proxy: { upstream: app, mirror: { upstream: nowhere } }",
          "7:51: sites[0].routes[0].proxy.mirror.upstream: nowhere is no upstream"),
      route(
          "a mirror of no requests",
          "  - match: { path: /a }\n    proxy: { upstream: app, mirror: { upstream: app, percent: 0 } }",
          "7:65: sites[0].routes[0].proxy.mirror.percent: 0 (expected: a percentage above 0"),
      policy(
          "a token without an issuer",
          "jwt: { issuers: [] }",
          "9:23: sites[0].routes[0].policies.jwt.issuers: empty"),
      policy(
          "a secret beside public keys",
          "jwt: { issuers: [ { issuer: a, audience: [b], jwks: 'https://a/jwks', algorithms: [RS256, HS256] } ] }",
          "9:25: sites[0].routes[0].policies.jwt.issuers[0]: algorithms: RS256 beside HS256"),
      policy(
          "a secret from a URL",
          "jwt: { issuers: [ { issuer: a, audience: [b], jwks: 'https://a/jwks', algorithms: [HS256] } ] }",
          "9:25: sites[0].routes[0].policies.jwt.issuers[0]: algorithms: HS256 with keys from a URL"),
      policy(
          "the algorithm none",
          "jwt: { issuers: [ { issuer: a, audience: [b], jwks: 'https://a/jwks', algorithms: [none] } ] }",
          "9:90: sites[0].routes[0].policies.jwt.issuers[0].algorithms[0]: none (expected: RS256"),
      policy(
          "keys of a file that is absent",
          "jwt: { issuers: [ { issuer: a, audience: [b], jwks: 'file:absent' } ] }",
          "9:59: sites[0].routes[0].policies.jwt.issuers[0].jwks: file:absent (expected: a file"),
      policy(
          "keys that are none",
          "jwt: { issuers: [ { issuer: a, audience: [b], jwks: 'file:a.pem' } ] }",
          "9:59: sites[0].routes[0].policies.jwt.issuers[0].jwks: file:a.pem (expected: a JSON Web Key"),
      policy(
          "a condition on an unknown variable",
          "jwt: { issuers: [ { issuer: a, audience: [b], jwks: 'https://a/j' } ], require: 'roles == 1' }",
          "9:87: sites[0].routes[0].policies.jwt.require: line 1, column 1 of the expression:"),
      policy(
          "a claim in a field that the gateway sets",
          "jwt: { issuers: [ { issuer: a, audience: [b], jwks: 'https://a/j' } ], claims: { Host: sub } }",
          "9:94: sites[0].routes[0].policies.jwt.claims.Host: Host (expected: a field that the gateway"),
      policy(
          "a skew of hours",
          "jwt: { issuers: [ { issuer: a, audience: [b], jwks: 'https://a/j' } ], clockSkew: 1h }",
          "9:12: sites[0].routes[0].policies.jwt: clockSkew: 3600 (expected: 0-600)"),
      policy(
          "an unknown upstream that decides",
          "forwardAuth: { upstream: ap }",
          "9:32: sites[0].routes[0].policies.forwardAuth.upstream: ap is no upstream (did you mean app?)"),
      policy(
          "a decision of an hour",
          "forwardAuth: { upstream: app, timeout: 1h }",
          "9:20: sites[0].routes[0].policies.forwardAuth: timeout: 3600000 (expected: 1-30000)"),
      route(
          "an unknown upstream",
          "- { match: { path: / }, proxy: { upstream: ap } }",
          "6:46: sites[0].routes[0].proxy.upstream: ap is no upstream (did you mean app?)"),
      route(
          "neither",
          "- { match: { path: / } }",
          "6:5: sites[0].routes[0].proxy: missing (expected: one of static, p"),
      route(
          "both",
          "- { match: { path: / }, static: { root: . }, proxy: { upstream: app } }",
          "6:55: sites[0].routes[0].proxy: beside static (expected: one of static, proxy, redirect, respond)"),
      route(
          "a redirect to another host without a scheme",
          "- { match: { path: / }, redirect: { to: '//b' } }",
          "6:43: sites[0].routes[0].redirect.to: //b (expected: a path, or a URL"),
      route(
          "a path behind a slash",
          "- { match: { path: / }, redirect: { to: '/{path}' } }",
          "6:43: sites[0].routes[0].redirect.to: /{path} (expected: {host} and {path} in a URL only"),
      route(
          "an unknown placeholder",
          "- { match: { path: / }, redirect: { to: 'https://{port}' } }",
          "6:43: sites[0].routes[0].redirect.to: https://{port} (expected: no placeholders but"),
      route(
          "a redirect that is none",
          "- { match: { path: / }, redirect: { to: /b, status: 200 } }",
          "6:55: sites[0].routes[0].redirect.status: 200 (expected: "),
      route(
          "an informational response",
          "- { match: { path: / }, respond: { status: 103 } }",
          "6:46: sites[0].routes[0].respond.status: 103 (expected: "),
      route(
          "a body that no client reads",
          "- { match: { path: / }, respond: { status: 204, body: x } }",
          "6:57: sites[0].routes[0].respond.body: beside status 204 (expected: no body"),
      route(
          "a line break in a header field",
          "- { match: { path: / }, respond: { headers: { a: \"b\\nc\" } } }",
          "6:52: sites[0].routes[0].respond.headers.a: "),
      route(
          "an edit of the framing",
          "- { match: { path: / }, respond: {}, headers: { response: { set: { Content-Length: '1' } } } }",
          "6:86: sites[0].routes[0].headers.response.set.Content-Length: Content-Length (expected: "),
      route(
          "a header field twice",
          "- { match: { path: / }, respond: { headers: { a: b, A: c } } }",
          "6:58: sites[0].routes[0].respond.headers.A: A (expected: each field once)"),
      route(
          "a blank in the name of a header field",
          "- { match: { path: / }, respond: {}, headers: { request: { remove: ['a b'] } } }",
          "6:71: sites[0].routes[0].headers.request.remove[0]: a b (expected: the name of a header"),
      route(
          "no match",
          "- { proxy: { upstream: app } }",
          "6:5: sites[0].routes[0].match: missing (expected: the key m"),
      route(
          "no path",
          "- { match: {}, proxy: { upstream: app } }",
          "6:14: sites[0].routes[0].match.path: missing (expec"),
      route(
          "a path without slash",
          "- { match: { path: a }, proxy: { upstream: app } }",
          "6:22: sites[0].routes[0].match.p"),
      route(
          "a regex",
          "- { match: { regex: '(' }, proxy: { upstream: app } }",
          "6:23: sites[0].routes[0].match.regex: ( ("),
      route(
          "a method in small letters",
          "- { match: { path: /, methods: [get] }, proxy: { upstream: app } }",
          "6:35: sites[0].routes[0].match.methods[0]: get (expected: a method in capitals"),
      route(
          "no root",
          "- { match: { path: / }, static: { root: none } }",
          "6:43: sites[0].routes[0].static.root: "),
      route(
          "a route that nothing reaches",
          "- { match: { path: / }, proxy: { upstream: app } }\n- { match: { path: /, methods: [GET] }, proxy: { upstream: app } }",
          "7:22: sites[0].routes[1].match.path: / (expected: not taken by an earlier route"),
      route(
          "an id twice",
          "- { id: x, match: { path: /a }, proxy: { upstream: app } }\n- { id: x, match: { path: / }, proxy: { upstream: app } }",
          "7:11: sites[0].routes[1].id: x (expected: unique, the first is on line 6)"),
      new Row(
          "a host twice",
          "listeners: [{ name: a, address: localhost:80 }]\nsites:\n- { hosts: [a], routes: [] }\n- { hosts: [b, A], routes: [] }",
          "4:16: sites[1].hosts[1]: A (expected: in one site, the first is on line 3)"),
    };
  }

  private static String tls(String chain, String key, String rest) {
    return "tls: { " + rest + "certificates: [{ chain: " + chain + ", key: " + key + " }] }";
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void reportsTheProblemAndItsPlace(Row row) throws IOException {
    Path file = Files.writeString(directory.resolve("gateway.yaml"), row.text);

    var problems = ConfigReader.of(Map.of()).read(file).problems();

    assertThat(problems)
        .extracting(ConfigProblem::toString)
        .anyMatch(text -> text.startsWith(file + ":" + row.problem));
  }
}
