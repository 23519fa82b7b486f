package main

// attacks is the table of all attacks. Names are stable: results of different versions are compared by them.
var attacks = []attack{
	{"h2-rapid-reset", "HEADERS and RST_STREAM at once (CVE-2023-44487)", "h2", flood, h2RapidReset},
	{"h2-made-reset", "errors that make the server reset: WINDOW_UPDATE of 0, overflow, DATA after the end (CVE-2025-55163)", "h2", flood, h2MadeReset},
	{"h2-continuation-endless", "CONTINUATION frames of 16 KiB without END_HEADERS", "h2", flood, h2ContinuationEndless},
	{"h2-continuation-empty", "CONTINUATION frames without payload", "h2", flood, h2ContinuationEmpty},
	{"h2-continuation-small", "CONTINUATION frames of one byte", "h2", flood, h2ContinuationSmall},
	{"h2-empty-data", "DATA frames without payload", "h2", flood, h2EmptyData},
	{"h2-empty-headers", "HEADERS frames without fields on new streams", "h2", flood, h2EmptyHeaders},
	{"h2-settings-flood", "SETTINGS frames that all require an ACK", "h2", flood, h2SettingsFlood},
	{"h2-settings-toggle", "SETTINGS that change HEADER_TABLE_SIZE and INITIAL_WINDOW_SIZE with a hundred open streams", "h2", flood, h2SettingsToggle},
	{"h2-ping-flood", "PING frames; the responses are read", "h2", flood, h2PingFlood},
	{"h2-ping-unread", "PING frames; the responses are never read", "h2", flood, h2PingUnread},
	{"h2-priority-flood", "PRIORITY frames that rebuild the tree", "h2", flood, h2PriorityFlood},
	{"h2-priority-update-flood", "PRIORITY_UPDATE frames (RFC 9218)", "h2", flood, h2PriorityUpdateFlood},
	{"h2-unknown-flood", "frames of unknown types", "h2", flood, h2UnknownFlood},
	{"h2-window-update-flood", "WINDOW_UPDATE frames of one byte", "h2", flood, h2WindowUpdateFlood},
	{"h2-tiny-windows", "1 MiB responses through windows that open by one byte", "h2", flood, h2TinyWindows},
	{"h2-zero-window", "1 MiB responses to a window of 0 that never opens", "h2", crowd, h2ZeroWindow},
	{"h2-hpack-bomb", "header blocks that repeat one large indexed field", "h2", flood, h2HpackBomb},
	{"h2-hpack-table-size", "header blocks of table size updates", "h2", flood, h2HpackTableSize},
	{"h2-huge-headers", "header lists of 4,000 small fields", "h2", flood, h2HugeHeaders},
	{"h2-slow-head", "heads sent one byte at a time", "h2", crowd, h2SlowHead},
	{"h2-slow-body", "request bodies sent one byte at a time", "h2", crowd, h2SlowBody},
	{"h2-slow-read", "1 MiB responses read at 1 KiB/s", "h2", crowd, h2SlowRead},
	{"h2-tiny-data", "uploads in DATA frames of one byte", "h2", flood, h2TinyData},
	{"h1-slow-head", "heads sent one byte at a time", "h1", crowd, h1SlowHead},
	{"h1-slow-body", "request bodies sent one byte at a time", "h1", crowd, h1SlowBody},
	{"h1-slow-read", "1 MiB responses read at 1 KiB/s", "h1", crowd, h1SlowRead},
	{"h1-tiny-chunks", "uploads in chunks of one byte", "h1", flood, h1TinyChunks},
	{"h1-pipeline", "pipelined requests", "h1", flood, h1Pipeline},
	{"h1-ranges", "requests for hundreds of overlapping ranges", "h1", flood, h1Ranges},
	{"h1-expect", "Expect: 100-continue without a body", "h1", crowd, h1Expect},
	{"h1-reports", "reports of page timings with forged view ids", "h1", flood, h1Reports},
	{"h1-reports-paced", "10,000 such reports a second", "h1", flood, h1ReportsPaced},
	{"tcp-idle", "connections that never send a byte", "tcp", crowd, tcpIdle},
	{"tls-fragments", "a ClientHello in records of one byte", "tls", crowd, tlsFragments},
	{"tls-aborted", "handshakes that end after the ServerHello", "tls", flood, tlsAborted},
	{"tls-connections", "full handshakes without a request", "tls", flood, tlsConnections},
	{"tls-tiny-records", "uploads in TLS records of one byte", "tls", flood, tlsTinyRecords},
	{"tls-key-updates", "KeyUpdate messages that request a reply", "tls", flood, tlsKeyUpdates},
	{"h3-reset", "requests that the client resets at once", "h3", flood, h3Reset},
	{"h3-stop-sending", "1 MiB responses that the client stops at once", "h3", flood, h3StopSending},
	{"h3-slow-read", "1 MiB responses that are not read", "h3", crowd / 4, h3SlowRead},
	{"h3-blocked-qpack", "heads that refer to dynamic table entries that never arrive", "h3", flood, h3BlockedQpack},
	{"h3-tiny-frames", "uploads in DATA frames of one byte on many streams", "h3", flood, h3TinyFrames},
	{"h3-initials", "Initial packets whose handshakes never continue", "h3", 1, h3Initials},
}

const (
	// Connections of an attack that sends as fast as it can.
	flood = 16

	// Connections of an attack that holds them open.
	crowd = 400
)

// Paths of the peers: a small response, a large one, and Lychgate's endpoint for page timings, which others pass to the origin.
const (
	small   = "/1k"
	large   = "/1m"
	reports = "/.well-known/lychgate/timings"
)
