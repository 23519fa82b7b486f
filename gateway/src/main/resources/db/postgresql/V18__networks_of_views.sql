-- client_network: keyed hash of the client's network on the day of the page view, so that the visitors of one network count once in an
-- analysis; the unit itself if that is a network, null from an earlier version. period: 0 unknown, 1 before the start of the experiment,
-- 2 after it, by the gateway that has sent the page.
ALTER TABLE view_arm ADD COLUMN client_network BIGINT;
ALTER TABLE view_arm ADD COLUMN period SMALLINT NOT NULL DEFAULT 0;
