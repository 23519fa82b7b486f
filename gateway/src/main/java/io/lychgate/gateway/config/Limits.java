package io.lychgate.gateway.config;

import java.time.Duration;

/** Every chosen number of the gateway, with unit and reason. Those that a file can change say "default". */
public final class Limits {
  private Limits() {}

  // Clients: how long.

  /** Default. A handshake takes two round trips; ten seconds allow for a lost packet on a bad mobile network. */
  public static final Duration TLS_HANDSHAKE = Duration.ofSeconds(10);

  /** Default. Bounds slow-header clients ("slowloris"); browsers send a head in one piece. */
  public static final Duration REQUEST_HEAD = Duration.ofSeconds(10);

  /** Default. A phone that changes networks pauses an upload for some seconds. */
  public static final Duration REQUEST_BODY_IDLE = Duration.ofSeconds(30);

  /** Default. A client that reads nothing for so long holds buffers of others. */
  public static final Duration RESPONSE_WRITE_IDLE = Duration.ofSeconds(30);

  /** Default. Longer than most page views, so that the next click finds its connection open. */
  public static final Duration IDLE_CONNECTION = Duration.ofMinutes(2);

  /** Default. Servers of WebSockets ping every 20 to 60 s; one that does not is given five minutes. */
  public static final Duration TUNNEL_IDLE = Duration.ofMinutes(5);

  /** Default. Kubernetes gives 30 s from SIGTERM to SIGKILL; we want to be first. */
  public static final Duration DRAIN = Duration.ofSeconds(25);

  // Clients: how much.

  /** Default, bytes. Large cookies fit, and 100 streams of it stay below 4 MiB a connection. */
  public static final int MAX_HEADER_BYTES = 32 * 1024;

  /** Bytes. No file may ask for more: it is held in memory per stream. */
  public static final int MAX_HEADER_BYTES_CEILING = 1024 * 1024;

  /** Default, field lines. As Envoy and Apache httpd. */
  public static final int MAX_HEADER_COUNT = 100;

  /** Field lines. Each costs an object of bookkeeping. */
  public static final int MAX_HEADER_COUNT_CEILING = 1000;

  /** Default, bytes. RFC 9110 4.1 recommends to support at least 8000. */
  public static final int MAX_TARGET_BYTES = 8 * 1024;

  /** Default, bytes. Large enough for uploads of photographs and short films, small enough to notice an abuse. */
  public static final long MAX_REQUEST_BODY_BYTES = 100L * 1024 * 1024;

  /** Default. RFC 9113 6.5.2 recommends no less than 100; more only helps those who send resets. */
  public static final int MAX_CONCURRENT_STREAMS = 100;

  /** Above it one connection can starve its event loop. */
  public static final int MAX_CONCURRENT_STREAMS_CEILING = 10_000;

  /** Default. With some 10 KiB each it fits a machine of 1 GiB. */
  public static final int MAX_CONNECTIONS = 50_000;

  /** Default. Offices and mobile networks put many people behind one address. */
  public static final int MAX_CONNECTIONS_PER_ADDRESS = 1_000;

  /** Default, bytes: to begin with. What a stream may make us hold, so that 100 of them stay below 7 MiB a connection. */
  public static final int STREAM_WINDOW_BYTES = 64 * 1024;

  /** Default, bytes: to begin with. A burst of all streams of a page's uploads. */
  public static final int CONNECTION_WINDOW_BYTES = 1024 * 1024;

  /** Bytes to which the window of a stream grows while it is emptied: 320 Mbit/s at 100 ms. */
  public static final int MAX_STREAM_WINDOW_BYTES = 4 * 1024 * 1024;

  /** The same of a connection. */
  public static final int MAX_CONNECTION_WINDOW_BYTES = 8 * 1024 * 1024;

  /** Bytes by which all windows of one event loop grow together: eight of the widest streams, or 500 doubled once. */
  public static final long WINDOW_GROWTH_PER_LOOP = 32L * 1024 * 1024;

  /**
   * Bytes of HTTP/2 request bodies that wait for their upstreams on one event loop. Upstreams that read leave next to nothing
   * there; when one does not, further bodies are refused with 503 before memory is short.
   */
  public static final long UPLOAD_BYTES_PER_LOOP = 128L * 1024 * 1024;

  /** Bytes. RFC 9113 6.9.2: the window that every HTTP/2 connection starts with. */
  public static final int MIN_WINDOW_BYTES = 65_535;

  /** Bytes. Far below the 2^31-1 of RFC 9113 6.9.1; more is only memory. */
  public static final int MAX_WINDOW_BYTES = 64 * 1024 * 1024;

  /** Default. Long enough for the next visit, short enough to be forgotten soon when HTTP/3 is switched off. */
  public static final Duration ALT_SVC_MAX_AGE = Duration.ofDays(1);

  /** Default, packets. RFC 9002 7.2, as TCP has it (RFC 6928). */
  public static final int INITIAL_WINDOW_PACKETS = 10;

  /** Packets. They leave in one burst, as there is no pacing: 86 KB, what routers at the edge may queue. */
  public static final int INITIAL_WINDOW_PACKETS_CEILING = 64;

  /** Default, bytes of each UDP socket. The kernel's 208 KiB overflow while a loop is busy for some milliseconds. */
  public static final int UDP_BUFFER_BYTES = 2 * 1024 * 1024;

  /** Bytes. Less holds no burst of the packets that one system call reads. */
  public static final int UDP_BUFFER_BYTES_FLOOR = 64 * 1024;

  /** Bytes. More is only delay: 50 ms at 10 Gbit/s. */
  public static final int UDP_BUFFER_BYTES_CEILING = 64 * 1024 * 1024;

  /** Default, bytes of a dynamic table of QPACK, if there is one: some fifty fields, as browsers have it for HTTP/2. */
  public static final int QPACK_CAPACITY_BYTES = 4096;

  /** Bytes. Less holds no field of some length. */
  public static final int QPACK_CAPACITY_BYTES_FLOOR = 256;

  /** Bytes. Each connection may have twice as much, and again as much in bookkeeping. */
  public static final int QPACK_CAPACITY_BYTES_CEILING = 64 * 1024;

  /** Request streams of a connection that wait for a field; each holds its head meanwhile. What a page asks for at once. */
  public static final int QPACK_BLOCKED_STREAMS_CEILING = 100;

  // Upstreams.

  /** Default. Within a data centre one lost SYN costs one second. */
  public static final Duration CONNECT = Duration.ofSeconds(3);

  /** Default. Reports and exports think long; nginx waits as long. */
  public static final Duration RESPONSE_HEAD = Duration.ofMinutes(1);

  /** Default. Between two pieces of a response body; server-sent events usually beat every 15 to 30 seconds. */
  public static final Duration RESPONSE_BODY_IDLE = Duration.ofMinutes(1);

  /** Default. Node closes idle connections after 5 s; closing first avoids the race with a new request. */
  public static final Duration UPSTREAM_KEEP_ALIVE = Duration.ofSeconds(4);

  /** Default, connections to an upstream. With a think time of 50 ms they carry 40,000 requests a second. */
  public static final int MAX_UPSTREAM_CONNECTIONS = 2048;

  /** Default, requests that wait for a connection to an upstream; more get 503 at once. */
  public static final int MAX_UPSTREAM_PENDING = 4096;

  /** Default, percent of an upstream's connections that one client may hold while no other client does. */
  public static final int UPSTREAM_CLIENT_SHARE = 50;

  /** Default, bytes of a response's field section. */
  public static final int MAX_RESPONSE_HEADER_BYTES = 64 * 1024;

  // Push and hints.

  /** Default, bytes pushed for one page: a first congestion window of ten packets, four times doubled. */
  public static final long PUSH_BUDGET_BYTES = 256 * 1024;

  /** Most clients that a judgement of the ledger may need: a set of them takes 16 bits for each. */
  public static final int LEDGER_CLIENTS = 100_000;

  /** Default, links of one 103: Chromium reads them all, but each competes with the document. */
  public static final int MAX_HINTS = 12;

  /** Default, promises for one page. */
  public static final int MAX_PUSHES = 20;

  /** As H2O's http2-max-concurrent-requests-per-connection: in its mode at most 99 pushes of one page, which is one itself. */
  public static final int H2O_REQUESTS_IN_PROGRESS = 100;

  /** In H2O's mode, links of one page that are tried. More than it can push, as those that the visitor has do not count. */
  public static final int H2O_LINKS = 256;

  /**
   * In H2O's mode, how long a page waits for the heads of its pushes, so that what the visitor has is not promised and the
   * cookie is complete. Upstreams of the same data centre need a millisecond or two; more than this a visitor would notice.
   */
  public static final Duration H2O_PAGE_HOLD = Duration.ofMillis(100);

  /** The same for a page that took longer than that itself: it waits as long again, but not longer than this. */
  public static final Duration H2O_PAGE_HOLD_MOST = Duration.ofMillis(250);

  /** Values in the cache digests of one request: a large browser cache has some thousand entries of one site. */
  public static final int CACHE_DIGEST_VALUES = 8192;

  /** Default, bits of a resource key. 2^13 resources as H2O. */
  public static final int CASPER_CAPACITY_BITS = 13;

  /** Default, bytes of the fingerprint cookie. It rides on every request: two packets would be too much. */
  public static final int CASPER_COOKIE_BYTES = 1024;

  /** Bytes. RFC 6265 6.1: browsers keep at least 4096 per cookie, name and attributes included. */
  public static final int CASPER_COOKIE_BYTES_CEILING = 3800;

  /** Characters of an asset's URL; the schema of manifests says the same. Longer ones are no assets. */
  public static final int ASSET_URL_CHARACTERS = 2048;

  /** Of one page. Twenty times what a 103 names, so that tiers and conditions have room. */
  public static final int CANDIDATES = 256;

  /** Characters of one Link field that are looked at: what fits an upstream's head beside all else. */
  public static final int LINK_FIELD_CHARACTERS = 8192;

  /** Links of one Link field that are looked at. More than some ten preloads do not help a page. */
  public static final int LINK_FIELD_LINKS = 64;

  /** Parameters of one link that are kept. Six have a meaning here. */
  public static final int LINK_PARAMETERS = 16;

  /** Links remembered of one page: more would not be hinted either. */
  public static final int LINKS_OF_A_PAGE = 16;

  /** Bytes of what is remembered of pages' links: some 3000 pages of six links, 2.7 KiB each. */
  public static final long LINKED_PAGES_BYTES = 8L * 1024 * 1024;

  /** Bytes of the Link fields that an event loop has read already, with their assets: some 400 of five links. */
  public static final long LINK_FIELDS_BYTES = 1024 * 1024;

  /** Bytes of what the last answers of assets said: some 18 000 assets, 340 each. */
  public static final long KNOWN_ASSETS_BYTES = 6L * 1024 * 1024;

  /** In H2O's mode, bytes of what an event loop knows of resources' types: some 1800 resources, 280 each. */
  public static final long H2O_KNOWN_TYPES_BYTES = 512 * 1024;

  /** Fingerprints of one connection. Browsers coalesce a handful of names; the oldest goes. */
  public static final int AUTHORITIES_OF_A_CONNECTION = 16;

  // Beacons to the ledger.

  /** Bytes of one. Browsers send no more than 64 KiB when a page goes away (Fetch, keepalive). */
  public static final int BEACON_BYTES = 64 * 1024;

  /** Resources that one names: no list of a page's hints is longer (CANDIDATES). */
  public static final int BEACON_ASSETS = 256;

  /** Beacons that are read for one page view: a page sends one, and one may come from what a browser restores. */
  public static final int BEACONS_OF_A_VIEW = 2;

  /** Beacons of one connection that are received at once, as when a window with several tabs is closed: 256 KiB. */
  public static final int BEACONS_AT_ONCE = 4;

  // Data path.

  /** Bytes of one DATA frame. With its 9 octets of head it fills one TLS record; 16384 would spill into a second. */
  public static final int DATA_FRAME_BYTES = 16_375;

  // Timelines of connections.

  /** Default, one connection in so many. Enough that a busy site always has some to look at, too few to be felt. */
  public static final int TIMELINE_SAMPLE = 1000;

  /** One connection in so many; a rarer sample would never come. */
  public static final int TIMELINE_SAMPLE_CEILING = 9_999_999;

  /** Default, connections of each event loop, 30 octets an event: 2 MiB a loop with the events of the next line. */
  public static final int TIMELINE_CONNECTIONS = 16;

  /** Connections of each event loop. A person reads one at a time. */
  public static final int TIMELINE_CONNECTIONS_CEILING = 256;

  /** Default, events of one connection: 64 MiB of full DATA frames, or the loading of a page with all that it needs. */
  public static final int TIMELINE_EVENTS = 4096;

  /** Events of one connection. Fewer would not hold the requests of one page. */
  public static final int TIMELINE_EVENTS_FLOOR = 64;

  /** Events of one connection: 2 MiB, and some 10 MiB as JSON. */
  public static final int TIMELINE_EVENTS_CEILING = 65_536;

  /** People who wait for a connection to record. Each request looks at every one of them. */
  public static final int TIMELINE_WATCHES = 32;

  /** Default time to wait for a connection to record: enough to go and load the page. */
  public static final Duration TIMELINE_PATIENCE = Duration.ofMinutes(5);

  /** The longest wait for a connection to record: one day, enough for a rare client. */
  public static final Duration TIMELINE_PATIENCE_CEILING = Duration.ofDays(1);

  // File descriptors.

  /** Descriptors, at least: the store, logs, admin connections and classes that are loaded late need a dozen. */
  public static final int MIN_DESCRIPTOR_RESERVE = 16;

  /** Descriptors, at most. A sixteenth of the limit is reserved; above 256 only clients would use them. */
  public static final int MAX_DESCRIPTOR_RESERVE = 256;

  /** Descriptors that the data path may hold at any limit: enough to serve a few requests at a time. */
  public static final int MIN_DESCRIPTORS = 16;

  // Following the configuration file.

  /** Editors and secret agents write in several steps that follow each other within milliseconds. */
  public static final Duration CONFIG_SETTLE = Duration.ofMillis(200);

  /** The same where files beside the configuration change all the time: a look costs some tenths of a millisecond. */
  public static final Duration CONFIG_SETTLE_LONGEST = Duration.ofMillis(1600);

  /** The longest time until a change is seen that no event told. A look costs one stat for each file. */
  public static final Duration CONFIG_LOOK = Duration.ofSeconds(10);

  // Documents that people write.

  /** Bytes of a configuration or manifest file. A site with 5000 rules needs about 1 MiB. */
  public static final int MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;

  /** Levels. Ours need seven; the parser and the validator recurse. */
  public static final int MAX_DOCUMENT_DEPTH = 32;

  /** Values that the aliases of one YAML document may add by repetition, so that ten lines cannot become a billion. */
  public static final int MAX_YAML_EXPANSION = 20_000;

  /** Problems reported at once: more hide the first. */
  public static final int MAX_PROBLEMS = 50;

  /** Values of a small document. Each may be a problem to report, at some microseconds. */
  public static final int MAX_DOCUMENT_VALUES = 20_000;

  /** Least average characters of a value in a large document; those of a manifest have nine. */
  public static final int MIN_CHARACTERS_OF_A_VALUE = 6;

  /** Characters of one value of a document. Our longest has 2048; the cost of checks may be quadratic. */
  public static final int MAX_SCALAR_LENGTH = 16 * 1024;

  // Manifests. Rules, assets and variants of one are bounded in its schema.

  /** How long the admin plane compiles the patterns and conditions of one text: 6000 usual rules take a third of it. */
  public static final Duration VALIDATION = Duration.ofSeconds(2);

  /** Characters of one condition. A person can't read a longer one, and each node costs time on the event loop. */
  public static final int MAX_CONDITION_LENGTH = 2000;

  /** Levels of one condition: parser and evaluation recurse. */
  public static final int MAX_CONDITION_DEPTH = 32;

  /** Nodes of one condition after its macros are expanded. A long one written by hand has 60. */
  public static final int MAX_CONDITION_NODES = 500;

  /** Texts or lists that one condition joins with {@code +}, each as large as the request's fields at the most. */
  public static final int MAX_CONDITION_JOINS = 8;

  /** Rounds of all, exists, map and filter in one evaluation of a condition: more than a request has fields or cookies. */
  public static final int MAX_CONDITION_STEPS = 1000;

  /** Nodes that one evaluation of a condition visits, 100 ns each: 2 ms. {@code ==} on a cookie visits 4. */
  public static final int MAX_CONDITION_COST = 20_000;

  /**
   * Steps of 10 ns that the conditions and regular expressions of manifests may take for one request before the
   * clock is read: 1000 expressions of 20 instructions on a path of 100 characters, or ten of the most expensive conditions.
   */
  public static final long MAX_RULE_STEPS = 2_000_000;

  /**
   * Time after which further conditions and regular expressions are skipped for one request, once those steps are used up. It
   * also bounds one condition: steps that fail cost some 20 us instead of 100 ns.
   */
  public static final Duration MAX_RULE_TIME = Duration.ofMillis(20);

  /** Checked condition shapes that are cached, some 30 KB each at most. Few operators write more shapes. */
  public static final int CONDITION_TEMPLATES = 100;

  /** Characters of all different conditions of a manifest: 6000 of 160, some 200 MB when compiled. */
  public static final int MAX_MANIFEST_CONDITIONS = 1_000_000;

  /** Query parameters or cookies of one request that conditions see; one with more is no page view. */
  public static final int MAX_REQUEST_PAIRS = 256;

  /**
   * Rules on priority in one manifest; its schema says the same. Each response is compared with them one after the other on
   * the event loop, some ten nanoseconds each: all of them cost less than the head of the response.
   */
  public static final int MAX_PRIORITY_RULES = 100;

  /** Rules of a manifest that is imported; as the schema. */
  public static final int MAX_MANIFEST_RULES = 10_000;

  /** Assets of one rule that is imported; as the schema. More would be no hint but a crawl. */
  public static final int MAX_RULE_ASSETS = 100;

  /** Imports of a bundler's manifest that are followed, over all its pages: graphs may be wide, and shared by many. */
  public static final int MAX_GRAPH_STEPS = 100_000;

  /** Assets that a lint asks the site for. */
  public static final int MAX_LINT_ASSETS = 1000;

  /** Assets that a lint asks for at once: as a browser over HTTP/1.1. */
  public static final int LINT_CONCURRENCY = 6;

  /** A lint's patience with one asset. */
  public static final Duration LINT_TIMEOUT = Duration.ofSeconds(10);

  /** Bytes of one asset that a lint reads before it calls it large and stops. */
  public static final long MAX_LINT_BYTES = 16L * 1024 * 1024;

  /** Characters of a path or host pattern. Bounds the cost of matching. */
  public static final int MAX_PATTERN_LENGTH = 1024;

  /** Groups of a regular expression inside each other. RE2/J's compiler recurses. */
  public static final int MAX_REGEX_DEPTH = 32;

  /**
   * Instructions of a compiled regular expression, some 40 bytes each. One written by hand has 10 to 100; {@code (a{30}){30}}
   * has 930.
   */
  public static final int MAX_REGEX_PROGRAM = 1000;

  /**
   * Instructions times characters of one match, 4 to 150 ns each: 40 ms at the worst, 2 ms in practice. A pattern of 30
   * instructions is matched against a path of 8 KiB, one of 1000 against 250 characters.
   */
  public static final int MAX_REGEX_STEPS = 250_000;

  /** The same of all regular expressions of one site's routes or of one host's rules on priority, for one request. */
  public static final int MAX_REGEX_STEPS_IN_ALL = 2_000_000;

  /** Instructions of all different regular expressions of a manifest: 10 000 rules of 20 instructions, 8 MB. */
  public static final int MAX_MANIFEST_PROGRAMS = 200_000;
}
