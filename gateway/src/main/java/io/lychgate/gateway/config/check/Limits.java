package io.lychgate.gateway.config.check;

import java.time.Duration;

/**
 * Chosen numbers with unit and reason: those of settings, and those that more than one class uses. "Default" marks those that a file
 * can change. A number with a single use stands there.
 */
public final class Limits {
  private Limits() {}

  // Clients: times.

  /** Default. A handshake takes two round trips; ten seconds allow for a lost packet on a bad mobile network. */
  public static final Duration TLS_HANDSHAKE = Duration.ofSeconds(10);

  /** Default. Bounds slow-header clients ("slowloris"); browsers send a head in one piece. */
  public static final Duration REQUEST_HEAD = Duration.ofSeconds(10);

  /** Default. A phone that changes networks pauses an upload for some seconds. */
  public static final Duration REQUEST_BODY_IDLE = Duration.ofSeconds(30);

  /** Default. A client that reads nothing for this time holds buffers that others need. */
  public static final Duration RESPONSE_WRITE_IDLE = Duration.ofSeconds(30);

  /** Default. Longer than most page views, so that the next click finds its connection open. */
  public static final Duration IDLE_CONNECTION = Duration.ofMinutes(2);

  /** Default. WebSocket servers ping every 20 to 60 s; those that do not get five minutes. */
  public static final Duration TUNNEL_IDLE = Duration.ofMinutes(5);

  /** Default. Kubernetes gives 30 s from SIGTERM to SIGKILL; the drain ends before that. */
  public static final Duration DRAIN = Duration.ofSeconds(25);

  /** Default. A passed-through connection may carry anything; most protocols have a heartbeat of a minute or less. */
  public static final Duration PASSTHROUGH_IDLE = Duration.ofMinutes(5);

  // Clients: sizes.

  /** Default, bytes. Large cookies fit, and 100 streams of it stay below 4 MiB a connection. */
  public static final int MAX_HEADER_BYTES = 32 * 1024;

  /** Bytes. Upper limit of the setting: the field section is held in memory per stream. */
  public static final int MAX_HEADER_BYTES_CEILING = 1024 * 1024;

  /** Default, field lines. The default of Envoy and Apache httpd. */
  public static final int MAX_HEADER_COUNT = 100;

  /** Field lines. Each costs an object of bookkeeping. */
  public static final int MAX_HEADER_COUNT_CEILING = 1000;

  /** Default, bytes. RFC 9110 4.1 recommends support for at least 8000. */
  public static final int MAX_TARGET_BYTES = 8 * 1024;

  /** Default, bytes. Large enough for uploads of photographs and short films, small enough to notice abuse. */
  public static final long MAX_REQUEST_BODY_BYTES = 100L * 1024 * 1024;

  /** Default. RFC 9113 6.5.2 recommends at least 100; more only helps attackers that send resets. */
  public static final int MAX_CONCURRENT_STREAMS = 100;

  /** Upper limit. Above it one connection can starve its event loop. */
  public static final int MAX_CONCURRENT_STREAMS_CEILING = 10_000;

  /** Default. At some 10 KiB each they fit a machine with 1 GiB. */
  public static final int MAX_CONNECTIONS = 50_000;

  /** Default. Offices and mobile networks put many people behind one address. */
  public static final int MAX_CONNECTIONS_PER_ADDRESS = 1_000;

  /** Default, initial bytes. Bounds the memory of one stream: 100 streams stay below 7 MiB a connection. */
  public static final int STREAM_WINDOW_BYTES = 64 * 1024;

  /** Default, initial bytes. Allows a burst of all upload streams of a page. */
  public static final int CONNECTION_WINDOW_BYTES = 1024 * 1024;

  /** Bytes to which the window of a stream grows while its data is consumed: 320 Mbit/s at 100 ms. */
  public static final int MAX_STREAM_WINDOW_BYTES = 4 * 1024 * 1024;

  /** The same for a connection. */
  public static final int MAX_CONNECTION_WINDOW_BYTES = 8 * 1024 * 1024;

  /** Bytes by which all windows of one event loop may grow together: eight of the largest streams, or 500 doubled once. */
  public static final long WINDOW_GROWTH_PER_LOOP = 32L * 1024 * 1024;

  /**
   * Bytes of HTTP/2 request bodies that wait for their upstreams on one event loop. Upstreams that read leave almost nothing
   * there. If one stops reading, the gateway rejects further bodies with 503 before memory runs short.
   */
  public static final long UPLOAD_BYTES_PER_LOOP = 128L * 1024 * 1024;

  /** Bytes. RFC 9113 6.9.2: the window that every HTTP/2 connection starts with. */
  public static final int MIN_WINDOW_BYTES = 65_535;

  /** Bytes. Far below the 2^31-1 of RFC 9113 6.9.1; more is only memory. */
  public static final int MAX_WINDOW_BYTES = 64 * 1024 * 1024;

  /** Nanoseconds of more than 292 years do not fit a long. */
  public static final Duration DURATION_CEILING = Duration.ofDays(36_500);

  /** Default. Long enough for the next visit, short enough to expire soon after HTTP/3 is switched off. */
  public static final Duration ALT_SVC_MAX_AGE = Duration.ofDays(1);

  /** Default, packets. RFC 9002 7.2, the same as for TCP (RFC 6928). */
  public static final int INITIAL_WINDOW_PACKETS = 10;

  /** Packets. Without pacing they leave in one burst: 86 KB, which routers at the edge may queue. */
  public static final int INITIAL_WINDOW_PACKETS_CEILING = 64;

  /** Default, bytes of each UDP socket. The kernel's 208 KiB overflow while a loop is busy for a few milliseconds. */
  public static final int UDP_BUFFER_BYTES = 2 * 1024 * 1024;

  /** Bytes. Less does not hold a burst of the packets that one system call reads. */
  public static final int UDP_BUFFER_BYTES_FLOOR = 64 * 1024;

  /** Bytes. More only adds delay: 50 ms at 10 Gbit/s. */
  public static final int UDP_BUFFER_BYTES_CEILING = 64 * 1024 * 1024;

  /** Default, bytes of a dynamic QPACK table, if it is on: some fifty fields, as in browsers' HTTP/2. */
  public static final int QPACK_CAPACITY_BYTES = 4096;

  /**
   * Bytes of an ORIGIN frame, about 250 names. Each new connection gets them before its first response, and they take a part of its
   * initial congestion window. A frame of HTTP/2 has at most 16 KiB.
   */
  public static final int ORIGIN_BYTES = 8 * 1024;

  /** Bytes. Less does not hold a long field. */
  public static final int QPACK_CAPACITY_BYTES_FLOOR = 256;

  /** Bytes. Each connection may use twice this for its two tables, and as much again in bookkeeping. */
  public static final int QPACK_CAPACITY_BYTES_CEILING = 64 * 1024;

  /** Request streams of a connection that may wait for a field, each holding its head: the requests that a page sends at once. */
  public static final int QPACK_BLOCKED_STREAMS_CEILING = 100;

  // Upstreams.

  /** Default. One lost SYN within a data centre costs one second. */
  public static final Duration CONNECT = Duration.ofSeconds(3);

  /** Default. Reports and exports have a long think time; nginx has the same value. */
  public static final Duration RESPONSE_HEAD = Duration.ofMinutes(1);

  /** Default. Time between two pieces of a response body. Server-sent events usually have a heartbeat of 15 to 30 seconds. */
  public static final Duration RESPONSE_BODY_IDLE = Duration.ofMinutes(1);

  /** Default. Node closes idle connections after 5 s; closing first avoids the race with a new request. */
  public static final Duration UPSTREAM_KEEP_ALIVE = Duration.ofSeconds(4);

  /** Default, connections to an upstream. With a think time of 50 ms they carry 40,000 requests a second. */
  public static final int MAX_UPSTREAM_CONNECTIONS = 2048;

  /** Default, requests that wait for a connection to an upstream; more get 503 at once. */
  public static final int MAX_UPSTREAM_PENDING = 4096;

  /** Default, percentage of an upstream's connections that one client may hold while no other client holds any. */
  public static final int UPSTREAM_CLIENT_SHARE = 50;

  /** Default, shortest time between two look-ups of a name. A TTL of 0 would otherwise cause a query for each answer. */
  public static final Duration DNS_MIN_TTL = Duration.ofSeconds(5);

  /** Default, longest time between two look-ups of a name. A wrong record with a TTL of a day should not last a day. */
  public static final Duration DNS_MAX_TTL = Duration.ofMinutes(5);

  /** First pause after a look-up that failed; it doubles up to {@link #DNS_RETRY_CEILING}. */
  public static final Duration DNS_RETRY = Duration.ofSeconds(1);

  /** Longest pause after a look-up that failed. RFC 8767 section 5 recommends at least 30 seconds for stale records. */
  public static final Duration DNS_RETRY_CEILING = Duration.ofSeconds(30);

  /** Time for one query to one name server. A server that is there responds within some tens of milliseconds. */
  public static final Duration DNS_QUERY = Duration.ofSeconds(2);

  /** Time between two looks at a file of servers. A look costs one stat. */
  public static final Duration SERVER_FILE_LOOK = Duration.ofSeconds(1);

  /** Servers of one upstream, as many as the configuration may list. */
  public static final int MAX_SERVERS = 1000;

  /** Hosts of one SRV answer whose addresses are looked up. Each costs two queries. */
  public static final int MAX_SRV_TARGETS = 100;

  /** Time before the next address of a server is tried while the last attempt lasts (RFC 8305 section 5). */
  public static final Duration CONNECT_ATTEMPT = Duration.ofMillis(250);

  /** Time for which an IPv4 address waits for the IPv6 addresses of its name (RFC 8305 section 3). */
  public static final Duration RESOLUTION_DELAY = Duration.ofMillis(50);

  /** Addresses of one server that are tried for one connection: as many attempts as begin within three seconds, and some more. */
  public static final int MAX_ADDRESSES = 16;

  /** Default age of a connection to a server: without an end, a server that is new behind a name or balancer gets no connections. */
  public static final Duration UPSTREAM_MAX_AGE = Duration.ofMinutes(10);

  /** Default, requests in progress together on one HTTP/2 connection: the least that RFC 9113 section 6.5.2 recommends to servers. */
  public static final int MAX_UPSTREAM_STREAMS = 100;

  /** Each stalled response holds 64 KiB and more, so that one connection can hold 64 MiB. */
  public static final int MAX_UPSTREAM_STREAMS_CEILING = 1000;

  /** The most servers to which one event loop connects by configuration. */
  public static final int MAX_UPSTREAM_SUBSET = 10_000;

  /** Default silence before a PING. Servers of gRPC count PINGs while no data is sent. */
  public static final Duration UPSTREAM_PING = Duration.ofSeconds(30);

  /**
   * Default, percentage of usable servers of a group, by weight: with a third more than they need, as capacity is usually planned, 70 %
   * of the servers carry the whole load.
   */
  public static final int FAIL_OVER_PERCENT = 70;

  /** A server that is not warm after an hour never will be. */
  public static final Duration SLOW_START_CEILING = Duration.ofHours(1);

  /** Default, requests in progress of one server as a multiple of its fair part: "consistent hashing with bounded loads" uses 1.25. */
  public static final double HASH_MAX_LOAD = 1.25;

  /** Closer to 1, most requests miss their server while another is busy. */
  public static final double HASH_MAX_LOAD_FLOOR = 1.05;

  /** A hundred times its part is no limit any more. */
  public static final double HASH_MAX_LOAD_CEILING = 100;

  /** Default, how often a request is sent at most. A third attempt rarely succeeds where the second has failed. */
  public static final int RETRY_ATTEMPTS = 2;

  /** Default, retries for each 100 requests. Envoy and Finagle have the same value: a server that fails gets a fifth more, not twice the load. */
  public static final int RETRY_BUDGET_PERCENT = 20;

  /** Default, retries of one second without regard to the share, so that few requests can be retried too. */
  public static final int RETRY_BUDGET_PER_SECOND = 10;

  /** Default, the longest wait before the second attempt. Envoy has the same value: it spreads the retries of one failure. */
  public static final Duration RETRY_BACKOFF = Duration.ofMillis(25);

  /** Default, the longest wait before any attempt. A person does not notice it. */
  public static final Duration MAX_RETRY_BACKOFF = Duration.ofMillis(250);

  /** The longest {@code Retry-After} of a server that a request waits for; with a longer one the client gets the response. */
  public static final Duration MAX_RETRY_AFTER = Duration.ofSeconds(2);

  /** Default, bytes of a request's body that are kept for another attempt: JSON and forms, not uploads. */
  public static final int RETRY_BODY_BYTES = 64 * 1024;

  /** Bytes of all request bodies that are kept for other attempts. Requests beyond are sent once. */
  public static final long MAX_RETRY_BODIES = 64L * 1024 * 1024;

  /** Moves of one request that was not sent, from one connection or server to the next. */
  public static final int MAX_UNSENT_MOVES = 32;

  /** Bytes of a response that is dropped for another attempt. A longer one ends its connection. */
  public static final int MAX_DROPPED_RESPONSE = 16 * 1024;

  /** Default, the least requests that an adaptive limit admits: enough to measure, too few to overload. */
  public static final int MIN_CONCURRENCY = 10;

  /** Default, the most requests that an adaptive limit admits. */
  public static final int MAX_CONCURRENCY = 1000;

  // Health of servers.

  /** Default time between two checks of a server: with three failures a crash is found within 15 s. As in Envoy's examples. */
  public static final Duration HEALTH_INTERVAL = Duration.ofSeconds(5);

  /** Default timeout of one check. It is shorter than the interval, and longer than a retransmitted SYN takes. */
  public static final Duration HEALTH_TIMEOUT = Duration.ofSeconds(2);

  /** Default, percentage by which the interval changes at random, so that the checks of many gateways do not coincide. */
  public static final int HEALTH_JITTER = 20;

  /** Default, failed checks in succession, as in HAProxy: one lost packet must not take a server out. */
  public static final int HEALTH_FALL = 3;

  /** Default, successful checks in succession, as in HAProxy: a server that restarts in a loop responds once, too. */
  public static final int HEALTH_RISE = 2;

  /** Upper limit of both counts. With more checks the result comes after minutes. */
  public static final int MAX_HEALTH_CHECKS = 100;

  /** Bytes of the body of a check that are read. The text of a status page is in its first lines. */
  public static final int HEALTH_BODY_BYTES = 64 * 1024;

  /** Checks of all upstreams in progress at once. With 2 s each, a thousand servers that do not respond take 32 s. */
  public static final int HEALTH_CHECKS_AT_ONCE = 64;

  /** Default, failed requests in succession that eject a server, as in Envoy. */
  public static final int EJECTION_FAILURES = 5;

  /** Upper limit of counts of requests in the rules of ejection. */
  public static final int MAX_EJECTION_FAILURES = 10_000;

  /** Default time over which the share of failed or slow responses is measured, as in Envoy. */
  public static final Duration EJECTION_WINDOW = Duration.ofSeconds(10);

  /** Default, requests of a window. Of fewer, half fail by chance. */
  public static final int EJECTION_MIN_REQUESTS = 20;

  /** Default, percentage of failed requests that ejects a server: lower rates are usually those of one page. */
  public static final int EJECTION_ERROR_RATE = 50;

  /** Default, multiple of the pool's median that ejects a server. Different pages differ less than that on average. */
  public static final int EJECTION_LATENCY = 10;

  /** Upper limit of the same. */
  public static final int MAX_EJECTION_LATENCY = 1000;

  /** Shortest response that counts as slow. Below it a server that is many times slower costs a visitor nothing. */
  public static final Duration SLOW_RESPONSE = Duration.ofMillis(100);

  /** Default time without any response that ejects a server. Collections of garbage are shorter. */
  public static final Duration EJECTION_STALL = Duration.ofSeconds(1);

  /** Default of the first ejection, as in linkerd: a restart takes about as long. */
  public static final Duration MIN_EJECTION = Duration.ofSeconds(1);

  /** Default of the longest ejection, as in linkerd: a server that works again gets requests within a minute. */
  public static final Duration MAX_EJECTION = Duration.ofSeconds(60);

  /** Default, percentage of servers that may be ejected: the others would have to carry more than twice their load. */
  public static final int MAX_EJECTED = 50;

  /** Default, percentage of usable servers below which all get requests: the fault is then hardly that of single servers. */
  public static final int UPSTREAM_PANIC = 50;

  /** Default, bytes of a response's field section. */
  public static final int MAX_RESPONSE_HEADER_BYTES = 64 * 1024;

  // Push and hints.

  /** Default, bytes pushed for one page: an initial congestion window of ten packets, doubled four times. */
  public static final long PUSH_BUDGET_BYTES = 256 * 1024;

  /** Upper limit of the clients that a judgement of the ledger needs: a set of clients takes 16 bits for each. */
  public static final int LEDGER_CLIENTS = 100_000;

  /** Default, links of one 103: Chromium reads them all, but each competes with the document. */
  public static final int MAX_HINTS = 12;

  /** Default, promises for one page. */
  public static final int MAX_PUSHES = 20;

  /** Streams in progress in H2O's mode, as its http2-max-concurrent-requests-per-connection: one page and at most 99 pushes. */
  public static final int H2O_REQUESTS_IN_PROGRESS = 100;

  /** In H2O's mode, links of one page that are tried. More than it can push, because links that the visitor has do not count. */
  public static final int H2O_LINKS = 256;

  /**
   * In H2O's mode, time that a page waits for the heads of its pushes. It lets the gateway skip what the visitor has, and complete
   * the cookie. Upstreams in the same data centre need a millisecond or two; a visitor would notice more than this.
   */
  public static final Duration H2O_PAGE_HOLD = Duration.ofMillis(100);

  /** Upper limit of the same wait for a page that itself took longer: it waits as long again as it took, but at most this. */
  public static final Duration H2O_PAGE_HOLD_MOST = Duration.ofMillis(250);

  /** Values in the cache digests of one request: a large browser cache has some thousand entries of one site. */
  public static final int CACHE_DIGEST_VALUES = 8192;

  /** Default, bits of a resource key: 2^13 resources, as in H2O. */
  public static final int CASPER_CAPACITY_BITS = 13;

  /** Default, bytes of the fingerprint cookie. Every request carries it: two packets would be too much. */
  public static final int CASPER_COOKIE_BYTES = 1024;

  /** Bytes. RFC 6265 6.1: browsers keep at least 4096 per cookie, name and attributes included. */
  public static final int CASPER_COOKIE_BYTES_CEILING = 3800;

  /** Characters of an asset's URL, as in the schema of manifests. Longer URLs are not assets. */
  public static final int ASSET_URL_CHARACTERS = 2048;

  /** Candidates of one page. Twenty times the links of a 103, to leave room for tiers and conditions. */
  public static final int CANDIDATES = 256;

  /** Characters of one Link field that are parsed: as many as fit an upstream's head beside its other fields. */
  public static final int LINK_FIELD_CHARACTERS = 8192;

  /** Links of one Link field that are parsed. More than about ten preloads do not help a page. */
  public static final int LINK_FIELD_LINKS = 64;

  /** Parameters of one link that are kept. The gateway uses six. */
  public static final int LINK_PARAMETERS = 16;

  /** Links remembered for one page. More would not be hinted. */
  public static final int LINKS_OF_A_PAGE = 16;

  /** Bytes of the remembered links of pages: some 3000 pages of six links, 2.7 KiB each. */
  public static final long LINKED_PAGES_BYTES = 8L * 1024 * 1024;

  /** Bytes of the Link fields that an event loop has parsed, with their assets: some 400 of five links. */
  public static final long LINK_FIELDS_BYTES = 1024 * 1024;

  /** Bytes of the facts from the last responses of assets: some 18 000 assets, 340 each. */
  public static final long KNOWN_ASSETS_BYTES = 6L * 1024 * 1024;

  /** In H2O's mode, bytes of the resource types that an event loop knows: some 1800 resources, 280 each. */
  public static final long H2O_KNOWN_TYPES_BYTES = 512 * 1024;

  /** Fingerprints of one connection. Browsers coalesce a handful of names; the oldest is evicted. */
  public static final int AUTHORITIES_OF_A_CONNECTION = 16;

  // Beacons to the ledger.

  /** Bytes of one beacon. Browsers send no more than 64 KiB when a page is unloaded (Fetch, keepalive). */
  public static final int BEACON_BYTES = 64 * 1024;

  /** Resources that one beacon names: no list of a page's hints is longer (CANDIDATES). */
  public static final int BEACON_ASSETS = 256;

  /** Beacons that are read for one page view: a page sends one, and a restored page may send another. */
  public static final int BEACONS_OF_A_VIEW = 2;

  /** Beacons that one connection may send at once, for example when a window with several tabs is closed: 256 KiB. */
  public static final int BEACONS_AT_ONCE = 4;

  /** Bytes of one report of a page on its timings: a view id of 2 KiB, and some 40 numbers. */
  public static final int TIMING_REPORT_BYTES = 8 * 1024;

  // Data path.

  /** Bytes of one DATA frame. With its 9-byte header it fills one TLS record; 16384 would spill into a second. */
  public static final int DATA_FRAME_BYTES = 16_375;

  // Timelines of connections.

  /** Default, one connection in this number. A busy site always has some to look at, and the cost is not noticeable. */
  public static final int TIMELINE_SAMPLE = 1000;

  /** Upper limit, one connection in this number. A rarer sample would never occur. */
  public static final int TIMELINE_SAMPLE_CEILING = 9_999_999;

  /** Default, connections of each event loop: 2 MiB a loop at 30 bytes an event and TIMELINE_EVENTS each. */
  public static final int TIMELINE_CONNECTIONS = 16;

  /** Upper limit, connections of each event loop. A person reads one at a time. */
  public static final int TIMELINE_CONNECTIONS_CEILING = 256;

  /** Default, events of one connection: 64 MiB of full DATA frames, or the load of a page with all its resources. */
  public static final int TIMELINE_EVENTS = 4096;

  /** Events of one connection. Fewer would not hold the requests of one page. */
  public static final int TIMELINE_EVENTS_FLOOR = 64;

  /** Events of one connection: 2 MiB, and some 10 MiB as JSON. */
  public static final int TIMELINE_EVENTS_CEILING = 65_536;

  /** Pending watches, each for one connection to record. Every request is compared with all of them. */
  public static final int TIMELINE_WATCHES = 32;

  /** Default lifetime of a watch: enough to load the page. */
  public static final Duration TIMELINE_PATIENCE = Duration.ofMinutes(5);

  /** Upper limit of the lifetime of a watch: one day, enough for a rare client. */
  public static final Duration TIMELINE_PATIENCE_CEILING = Duration.ofDays(1);

  // File descriptors.

  /** Minimum reserve of descriptors: the store, logs, admin connections and late class loading need a dozen. */
  public static final int MIN_DESCRIPTOR_RESERVE = 16;

  /** Maximum reserve of descriptors. The reserve is a sixteenth of the limit; only clients would use more than 256. */
  public static final int MAX_DESCRIPTOR_RESERVE = 256;

  /** Descriptors that the data path may hold, unless fewer than twice as many are left: enough to serve a few requests at a time. */
  public static final int MIN_DESCRIPTORS = 16;

  /** Descriptors that the data path may hold whatever the limit: a client, its upstream connection and a file, and the next client. */
  public static final int FEWEST_DESCRIPTORS = 4;

  /** Descriptors that a starting process opens after its listeners: jars, loops and the socket of the admin plane, the store. */
  public static final int DESCRIPTORS_OF_START = 128;

  // Following the configuration file.

  /** Delay from an event to the check of files. Editors and secret agents write in several steps within milliseconds. */
  public static final Duration CONFIG_SETTLE = Duration.ofMillis(200);

  /** The same where files beside the configuration change all the time. A check costs some tenths of a millisecond. */
  public static final Duration CONFIG_SETTLE_LONGEST = Duration.ofMillis(1600);

  /** Interval of checks, which find changes without an event. A check costs one stat for each file. */
  public static final Duration CONFIG_LOOK = Duration.ofSeconds(10);

  // Documents that people write.

  /** Bytes of a configuration or manifest file. A site with 5000 rules needs about 1 MiB. */
  public static final int MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;

  /** Levels. The gateway's own documents need seven; the parser and the validator recurse. */
  public static final int MAX_DOCUMENT_DEPTH = 32;

  /** Values that the aliases of one YAML document may add by repetition, so that ten lines cannot become a billion. */
  public static final int MAX_YAML_EXPANSION = 20_000;

  /** Problems reported at once. More would hide the first. */
  public static final int MAX_PROBLEMS = 50;

  /** Values of a small document. Each may be a problem to report, which takes some microseconds. */
  public static final int MAX_DOCUMENT_VALUES = 20_000;

  /** Minimum average characters of a value in a large document; manifests have nine. */
  public static final int MIN_CHARACTERS_OF_A_VALUE = 6;

  /** Characters of one value of a document. The longest that a schema allows has 2048; checks may take quadratic time. */
  public static final int MAX_SCALAR_LENGTH = 16 * 1024;

  // Files that a configuration includes.

  /** Files of one configuration: one for each of 10,000 sites, twice over. */
  public static final int MAX_INCLUDED_FILES = 20_000;

  /** Bytes of all files of one configuration. They are in memory at the same time. */
  public static final long MAX_INCLUDED_BYTES = 128L * 1024 * 1024;

  /** Files that include one another. Deeper ones are a mistake. */
  public static final int MAX_INCLUDE_DEPTH = 8;

  /** Names of directories that one pattern looks through. */
  public static final int MAX_INCLUDE_ENTRIES = 100_000;

  // Manifests. The schema bounds the rules, assets and variants of a manifest.

  /** Time that the admin plane may take to compile the patterns and conditions of one text: 6000 usual rules take a third of it. */
  public static final Duration VALIDATION = Duration.ofSeconds(2);

  /** Characters of one condition. A person cannot read a longer one, and each node costs time on the event loop. */
  public static final int MAX_CONDITION_LENGTH = 2000;

  /** Levels of one condition: parser and evaluation recurse. */
  public static final int MAX_CONDITION_DEPTH = 32;

  /** Nodes of one condition after its macros are expanded. A long one written by hand has 60. */
  public static final int MAX_CONDITION_NODES = 500;

  /** Texts or lists that one condition joins with {@code +}. Each is at most as large as the request's fields. */
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

  /** Checked condition shapes that are cached, at most some 30 KB each. Few operators write more shapes. */
  public static final int CONDITION_TEMPLATES = 100;

  /** Characters of all different conditions of a manifest: 6000 of 160, some 200 MB when compiled. */
  public static final int MAX_MANIFEST_CONDITIONS = 1_000_000;

  /** Query parameters or cookies of one request that conditions see. A request with more is not a page view. */
  public static final int MAX_REQUEST_PAIRS = 256;

  /**
   * Priority rules of one manifest, as in its schema. The event loop compares each response with every rule, some ten
   * nanoseconds each: all of them cost less than the head of the response.
   */
  public static final int MAX_PRIORITY_RULES = 100;

  /** Rules of an imported manifest, as in the schema. */
  public static final int MAX_MANIFEST_RULES = 10_000;

  /** Assets of one imported rule, as in the schema. More would be a crawl, not a hint. */
  public static final int MAX_RULE_ASSETS = 100;

  /** Imports of a bundler's manifest that are followed, over all its pages: graphs may be wide and shared by many pages. */
  public static final int MAX_GRAPH_STEPS = 100_000;

  /** Assets that a lint requests from the site. */
  public static final int MAX_LINT_ASSETS = 1000;

  /** Assets that a lint requests at once, as a browser over HTTP/1.1. */
  public static final int LINT_CONCURRENCY = 6;

  /** Timeout of a lint for one asset. */
  public static final Duration LINT_TIMEOUT = Duration.ofSeconds(10);

  /** Bytes of one asset that a lint reads before it stops and reports a large asset. */
  public static final long MAX_LINT_BYTES = 16L * 1024 * 1024;

  /** Characters of a path or host pattern. Bounds the cost of matching. */
  public static final int MAX_PATTERN_LENGTH = 1024;

  /** Nested groups of a regular expression. RE2/J's compiler recurses. */
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

  /** The same for all regular expressions of one site's routes, or of one host's priority rules, for one request. */
  public static final int MAX_REGEX_STEPS_IN_ALL = 2_000_000;

  /** Instructions of all different regular expressions of a manifest: 10 000 rules of 20 instructions, 8 MB. */
  public static final int MAX_MANIFEST_PROGRAMS = 200_000;
}
