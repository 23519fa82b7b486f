-- Counters of one part of the gateway in one period. width: seconds, 60, 900, 3600 or 86400; start: UTC, a multiple of the width, by the
-- clock of the database; node: the id of the node that counted. The counters are those of observe/census/Measure. The distributions
-- are those of observe/census/Spread: a version byte, then gap and count of each bucket that is not empty, as varints.
CREATE TABLE rollup (
  width                 BIGINT           NOT NULL,
  scope                 TEXT COLLATE "C" NOT NULL,
  name                  TEXT COLLATE "C" NOT NULL,
  start                 BIGINT           NOT NULL,
  node                  TEXT COLLATE "C" NOT NULL,
  protocol              TEXT COLLATE "C" NOT NULL,
  observed_millis       BIGINT           NOT NULL DEFAULT 0,
  accepted              BIGINT           NOT NULL DEFAULT 0,
  opened                BIGINT           NOT NULL DEFAULT 0,
  open_millis           BIGINT           NOT NULL DEFAULT 0,
  in_flight_millis      BIGINT           NOT NULL DEFAULT 0,
  h1_equivalent         BIGINT           NOT NULL DEFAULT 0,
  closed_by_client      BIGINT           NOT NULL DEFAULT 0,
  closed_by_reset       BIGINT           NOT NULL DEFAULT 0,
  closed_idle           BIGINT           NOT NULL DEFAULT 0,
  closed_for_error      BIGINT           NOT NULL DEFAULT 0,
  closed_for_limit      BIGINT           NOT NULL DEFAULT 0,
  closed_after_response BIGINT           NOT NULL DEFAULT 0,
  closed_by_drain       BIGINT           NOT NULL DEFAULT 0,
  handshakes_full       BIGINT           NOT NULL DEFAULT 0,
  handshakes_resumed    BIGINT           NOT NULL DEFAULT 0,
  handshakes_early      BIGINT           NOT NULL DEFAULT 0,
  handshake_nanos       BIGINT           NOT NULL DEFAULT 0,
  failed_left           BIGINT           NOT NULL DEFAULT 0,
  failed_tls            BIGINT           NOT NULL DEFAULT 0,
  failed_timeout        BIGINT           NOT NULL DEFAULT 0,
  failed_refused        BIGINT           NOT NULL DEFAULT 0,
  requests              BIGINT           NOT NULL DEFAULT 0,
  page_views            BIGINT           NOT NULL DEFAULT 0,
  client_errors         BIGINT           NOT NULL DEFAULT 0,
  server_errors         BIGINT           NOT NULL DEFAULT 0,
  aborted               BIGINT           NOT NULL DEFAULT 0,
  bytes_in              BIGINT           NOT NULL DEFAULT 0,
  bytes_out             BIGINT           NOT NULL DEFAULT 0,
  fields_in_plain       BIGINT           NOT NULL DEFAULT 0,
  fields_in_coded       BIGINT           NOT NULL DEFAULT 0,
  fields_out_plain      BIGINT           NOT NULL DEFAULT 0,
  fields_out_coded      BIGINT           NOT NULL DEFAULT 0,
  sampled_nanos         BIGINT           NOT NULL DEFAULT 0,
  sampled_requests      BIGINT           NOT NULL DEFAULT 0,
  cpu_nanos             BIGINT           NOT NULL DEFAULT 0,
  upstream_opened       BIGINT           NOT NULL DEFAULT 0,
  upstream_requests     BIGINT           NOT NULL DEFAULT 0,
  views_chromium        BIGINT           NOT NULL DEFAULT 0,
  views_firefox         BIGINT           NOT NULL DEFAULT 0,
  views_safari          BIGINT           NOT NULL DEFAULT 0,
  views_other           BIGINT           NOT NULL DEFAULT 0,
  first_byte            BYTEA            NOT NULL DEFAULT '',
  connection_age        BYTEA            NOT NULL DEFAULT '',
  connection_requests   BYTEA            NOT NULL DEFAULT '',
  PRIMARY KEY (width, scope, name, start, node, protocol)
);

-- The last minute that a process wrote, so that a repeated write of a minute whose acknowledgement was lost adds nothing.
CREATE TABLE rollup_writer (
  node     TEXT PRIMARY KEY,
  instance TEXT   NOT NULL,
  sequence BIGINT NOT NULL,
  at       BIGINT NOT NULL
);

-- Changes that may explain the counters. node: empty for an event of the whole fleet; manual: 1 for the note of a person.
CREATE TABLE history_event (
  id      TEXT PRIMARY KEY,
  at      BIGINT NOT NULL,
  node    TEXT   NOT NULL,
  kind    TEXT   NOT NULL,
  subject TEXT   NOT NULL,
  text    TEXT   NOT NULL,
  author  TEXT   NOT NULL,
  manual  BIGINT NOT NULL
);
CREATE INDEX history_event_by_time ON history_event (manual, at, id);

-- Reports on the time before and after an event. body: JSON.
CREATE TABLE history_report (
  id         TEXT PRIMARY KEY,
  created_at BIGINT NOT NULL,
  author     TEXT   NOT NULL,
  title      TEXT   NOT NULL,
  body       TEXT   NOT NULL
);
CREATE INDEX history_report_by_time ON history_report (created_at, id);
