// Written by `npm run schema` from gateway/src/main/resources/admin/openapi.yaml. Do not edit.
// contract-shape: d961df16fef6999a

export interface paths {
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is logged in */
        get: operations["whoAmI"];
        put?: never;
        /** Log in */
        post: operations["login"];
        /** Log out */
        delete: operations["logout"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change one's own password
         * @description Every session of the user ends, this one too; the response sets the cookie of a new one. The current password stands in for If-Match.
         */
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manifests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All manifests, by name */
        get: operations["listManifests"];
        put?: never;
        /**
         * Create a manifest as a draft
         * @description The text may still be wrong; its problems are in the answer.
         */
        post: operations["createManifest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manifests:validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a text without storing it */
        post: operations["validateText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manifests/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        /** One manifest, its draft and what is published */
        get: operations["getManifest"];
        put?: never;
        post?: never;
        /**
         * Take a manifest out of force
         * @description Publishes its removal as a revision; the history stays and an old revision can be rolled back to. A manifest that was never published is deleted, and `revision` is null.
         */
        delete: operations["retireManifest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manifests/{name}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the draft
         * @description Kept byte for byte, comments included. The text may still be wrong; its problems are in the answer.
         */
        put: operations["saveDraft"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change parts of the draft
         * @description `merge` is a JSON Merge Patch (RFC 7396) on what the draft's text says. The text is edited where it must change and nowhere else: comments, unknown keys, order and quotes stay. In a list, items that stay keep their lines. 409 when the text cannot be edited so, as one with anchors.
         */
        patch: operations["mergeIntoDraft"];
        trace?: never;
    };
    "/manifests/{name}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check the stored draft */
        post: operations["validateDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manifests/{name}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put the draft in force
         * @description Answers when the revision is durable in the store. `nodes` says how many gateways run it by then; the others follow within two seconds, which `nodes` and `fleet` of `/status` show. 422 with `problems` when the draft is wrong.
         */
        post: operations["publishManifest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manifests/{name}/history": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        /** Revisions of a manifest, newest first */
        get: operations["manifestHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manifests/{name}/history/{revision}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["Name"];
                revision: components["schemas"]["RevisionNumber"];
            };
            cookie?: never;
        };
        /** One revision with its text */
        get: operations["getRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manifests/{name}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish the text of an old revision as a new one
         * @description The draft takes that text too.
         */
        post: operations["rollBack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What would be sent for this request
         * @description Runs the real decision without sending anything. With `draft`, that text takes the place of the published manifest `manifest` (or is added to the published ones when `manifest` is absent).
         */
        post: operations["plan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of pushes and hints, for each entry of the manifests in force
         * @description Counts since the gateway started, or since the entry came into force. docs/reference/ledger.md defines each of them and says what cannot be known. `judgedViews` and `wasteShare` are of the period that the next judgement rests on.
         */
        get: operations["getLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ledger/demote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an entry no more
         * @description Holds until a user restores it, across restarts and publications.
         */
        post: operations["demoteEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ledger/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a demoted entry again
         * @description What was counted so far is not held against it; it may be demoted again by what comes, unless it is made exempt.
         */
        post: operations["restoreEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the learner proposes, the oldest first
         * @description Proposals that were not dismissed are in the draft of their manifest, by the author `learner`, unless a user's own unpublished draft is in the way. docs/background/learning.md says how they come about.
         */
        get: operations["listProposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proposals/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProposalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a proposal in the draft
         * @description Puts it into a person's draft, too. 409 when the draft cannot take it.
         */
        post: operations["acceptProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proposals/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProposalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put one proposal in force, and no other
         * @description What is in force, with this proposal, becomes the next revision. 409 while a user's own draft waits for publication.
         */
        post: operations["publishProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proposals/{id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ProposalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Never propose this again
         * @description The learner takes it out of its draft.
         */
        post: operations["dismissProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live connections
         * @description One consistent snapshot, taken when the request arrives, then filtered, sorted and cut to a page. `total` counts the rows after filtering; `summary` always covers the whole snapshot.
         */
        get: operations["listConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timelines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Recorded connections, newest first
         * @description Connections of HTTP/2 and HTTP/3 that are or were recorded, as a sample or on request, and requests that still wait for their connection. A closed connection stays until others need its room.
         */
        get: operations["listTimelines"];
        put?: never;
        /**
         * Record the next connection of a client or of a host
         * @description The timeline waits until a connection makes a request that fits; from that request on it is recorded. Once this has answered, no connection is missed. At most 32 wait at a time.
         */
        post: operations["watchTimeline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timelines/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["TimelineId"];
            };
            cookie?: never;
        };
        /**
         * Which stream sent which bytes when, and why
         * @description A copy that the connection's event loop made when the request arrived. At most as many events as `priority.timeline.events` says; `dropped` tells how many older ones there were.
         */
        get: operations["getTimeline"];
        put?: never;
        post?: never;
        /** Stop recording or waiting, and forget it */
        delete: operations["deleteTimeline"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timelines/{id}/har": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["TimelineId"];
            };
            cookie?: never;
        };
        /**
         * The same as an HTTP archive (HAR 1.2)
         * @description One entry for each stream. Besides the fields of the format: `_priority` in Chromium's words, `_askedPriority` and `_schedulePriority` in those of RFC 9218 or as a place in the tree, `_stream_id`, `_was_pushed`, `_promised_on`, `_frames`, `_ending` and `_scheduleEvents`, each with its reason and the rule that decided; and `_timeline` of the whole log. Fields, cookies and queries are not recorded.
         */
        get: operations["getTimelineHar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/savings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the newer protocols, hints and pushes saved */
        get: operations["getSavings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live values as server-sent events
         * @description One stream per tab. Events: `savings` (a Savings), `connections` (a ConnectionSummary), `snapshot` (a SnapshotEvent, when a
         *     revision takes force). Each topic is sent at once on connect; `savings` and `connections` then every 2 seconds while they
         *     change. A comment line every 15 seconds keeps proxies calm. Values are whole, so a client that reconnects with
         *     `Last-Event-ID` has missed nothing that matters: it gets the newest values. The stream ends when the session ends.
         */
        get: operations["events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State of this gateway */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who changed what, newest first */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["getContract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process serves (at /healthz, outside /api/v1) */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the gateway should get requests, with reasons (at /readyz, outside /api/v1)
         * @description A check that is `degraded` does not make the gateway unready; the store's is the only one.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Meters for Prometheus (at /metrics, outside /api/v1)
         * @description Allowed with a session, or with the configured bearer token (`admin.metricsToken`). While no token is configured, a scraper on the same machine (loopback peer) is allowed without login.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            /**
             * Format: uri
             * @example urn:lychgate:problem:stale
             */
            type: string;
            title: string;
            status: number;
            detail?: string;
            /** @enum {string} */
            code: "malformed" | "unknown-field" | "invalid" | "unauthenticated" | "wrong-credentials" | "forbidden" | "cross-site" | "unknown-host" | "not-found" | "method-not-allowed" | "conflict" | "stale" | "too-large" | "target-too-long" | "unsupported-media-type" | "invalid-manifest" | "precondition-required" | "too-many-attempts" | "fields-too-large" | "internal" | "not-implemented" | "store-unavailable" | "store-read-only";
            /** @description The current ETag, with `stale` */
            etag?: string;
            problems?: components["schemas"]["TextProblem"][];
        };
        TextProblem: {
            /** @description From 1; 0 when the problem has no place in the text */
            line: number;
            /** @description From 1; 0 when the problem has no place in the text */
            column: number;
            /** @enum {string} */
            severity: "error" | "warning";
            message: string;
        };
        Readiness: {
            /** @enum {string} */
            status: "ready" | "not-ready";
            checks: {
                snapshot: components["schemas"]["ReadinessCheck"];
                listeners: components["schemas"]["ReadinessCheck"];
                drain: components["schemas"]["ReadinessCheck"];
                store: components["schemas"]["ReadinessCheck"];
            };
        };
        ReadinessCheck: {
            /** @enum {string} */
            state: "ok" | "degraded" | "failed";
            /** @description One sentence; absent with `ok` */
            reason?: string;
        };
        /** @enum {string} */
        Role: "viewer" | "editor" | "publisher" | "admin";
        /** @enum {string} */
        Protocol: "http/1.1" | "h2" | "h3";
        /**
         * Format: date-time
         * @description UTC
         */
        Time: string;
        /** Format: int64 */
        RevisionNumber: number;
        /** @description Lower-case letters, digits, dot, underscore, hyphen; at most 100. */
        ManifestName: string;
        /**
         * @description draft: never published. published: the draft is in force. changed: the draft differs from what is in force. retired: not in force any more.
         * @enum {string}
         */
        ManifestState: "draft" | "published" | "changed" | "retired";
        Comment: string;
        Credentials: {
            name: string;
            /** Format: password */
            password: string;
        };
        PasswordChange: {
            /** Format: password */
            currentPassword: string;
            /** Format: password */
            newPassword: string;
        };
        Session: {
            user: string;
            role: components["schemas"]["Role"];
            /** @description True while the one-time password is in use; the UI insists, the API does not */
            mustChangePassword: boolean;
            /** @description The session ends then at the latest */
            expiresAt: components["schemas"]["Time"];
            /** @description It ends earlier after so many seconds without a request */
            idleSeconds: number;
        };
        ManifestText: {
            /** @description YAML */
            text: string;
        };
        ManifestMerge: {
            /** @description A JSON Merge Patch; null takes a key away. */
            merge: {
                [key: string]: unknown;
            };
        };
        NewManifest: {
            name: components["schemas"]["ManifestName"];
            /** @description YAML */
            text: string;
        };
        PublishRequest: {
            comment?: components["schemas"]["Comment"];
        };
        RollbackRequest: {
            revision: components["schemas"]["RevisionNumber"];
            comment?: components["schemas"]["Comment"];
        };
        ManifestSummary: {
            name: components["schemas"]["ManifestName"];
            state: components["schemas"]["ManifestState"];
            etag: string;
            draftAuthor: string;
            draftAt: components["schemas"]["Time"];
            publishedRevision: components["schemas"]["RevisionNumber"] | null;
            publishedBy: string | null;
            publishedAt: components["schemas"]["Time"] | null;
        };
        ManifestPage: {
            total: number;
            items: components["schemas"]["ManifestSummary"][];
        };
        Manifest: {
            name: components["schemas"]["ManifestName"];
            state: components["schemas"]["ManifestState"];
            etag: string;
            draft: {
                text: string;
                author: string;
                at: components["schemas"]["Time"];
                problems: components["schemas"]["TextProblem"][];
            };
            published: components["schemas"]["RevisionText"] | null;
        };
        Validation: {
            /** @description No problem is an error */
            valid: boolean;
            problems: components["schemas"]["TextProblem"][];
        };
        /** @enum {string} */
        RevisionKind: "publish" | "rollback" | "retire";
        Revision: {
            revision: components["schemas"]["RevisionNumber"];
            manifest: components["schemas"]["ManifestName"];
            kind: components["schemas"]["RevisionKind"];
            author: string;
            comment: string;
            at: components["schemas"]["Time"];
            rolledBackTo: components["schemas"]["RevisionNumber"] | null;
        };
        RevisionText: {
            revision: components["schemas"]["RevisionNumber"];
            manifest: components["schemas"]["ManifestName"];
            kind: components["schemas"]["RevisionKind"];
            author: string;
            comment: string;
            at: components["schemas"]["Time"];
            rolledBackTo: components["schemas"]["RevisionNumber"] | null;
            /** @description Null for a retirement */
            text: string | null;
        };
        RevisionPage: {
            total: number;
            items: components["schemas"]["Revision"][];
        };
        /** @description "Effective on 2 of 3 nodes": how many run the revision, by their last report to the store. A node that has been silent for 15 s counts as one that does not; it is forgotten after an hour, or at once when it ends as it should. */
        Nodes: {
            effective: number;
            total: number;
        };
        FleetNode: {
            /** @description The same after a restart of the node */
            id: string;
            /** @description `store.node`, or the host name */
            name: string;
            version: string;
            /** @description Whether it is the node that answers */
            own: boolean;
            /**
             * @description behind: it runs an older revision, or not all of the newest; gone: it has not reported for 15 s and may run anything
             * @enum {string}
             */
            state: "current" | "behind" | "gone";
            /**
             * Format: int64
             * @description The one that it runs, by its last report
             */
            revision: number;
            /** @description When it reported last, by the clock of the database; null for the node that answers */
            seenAt: components["schemas"]["Time"] | null;
            /** @description Why it does not run all of its revision */
            detail: string | null;
        };
        Publication: {
            /** @description Null when a manifest was deleted that had never been published */
            revision: components["schemas"]["Revision"] | null;
            /** @description The manifest as it is now; null when it was deleted */
            manifest: components["schemas"]["Manifest"] | null;
            nodes: components["schemas"]["Nodes"];
        };
        PlanRequest: {
            /**
             * @description Absolute, or a path (then `host` or localhost)
             * @example https://www.example.com/
             */
            url: string;
            host?: string;
            /** @description h2 when absent */
            protocol?: components["schemas"]["Protocol"];
            /** @description SETTINGS_ENABLE_PUSH of the client; false when absent, as browsers have it */
            pushEnabled?: boolean;
            /** @description The Cookie field */
            cookie?: string;
            /** @description Further request fields. `Sec-Fetch-Mode: navigate` is assumed unless it is given. */
            headers?: components["schemas"]["Header"][];
            manifest?: components["schemas"]["ManifestName"];
            draft?: string;
        };
        Header: {
            name: string;
            value: string;
        };
        Plan: {
            /** @description As it was understood */
            url: string;
            protocol: components["schemas"]["Protocol"];
            /**
             * Format: int64
             * @description Revision of the snapshot that decided; 0 when nothing was ever published
             */
            revision: number;
            candidates: components["schemas"]["PlanCandidate"][];
            /** @description Values of the Link fields of the 103, in order; empty when no 103 is sent */
            links: string[];
            /** @description Paths promised, in order */
            pushes: string[];
            setCookies: string[];
            /** @description Sentences about the request as a whole, such as why no 103 goes out */
            notes: string[];
        };
        PlanCandidate: {
            url: string;
            as: string;
            /** @enum {string} */
            decision: "push" | "hint" | "skip";
            /** @description Token of the reason, for example already-cached; null for push and hint */
            reason: string | null;
            /** @description The same for a person */
            sentence: string;
            rule: components["schemas"]["PlanRule"] | null;
            tier: number;
            /** @description What the manifest says at the asset itself */
            urgency: number | null;
            priority: components["schemas"]["PlanPriority"] | null;
        };
        /** @description What the server's side says of the order of a response; null if that is left to upstream, client and default */
        PlanPriority: {
            urgency: number | null;
            incremental: boolean | null;
            /** @description manifest-urgency or operator-rule; null if it is only known when the response is there */
            reason: string | null;
            /** @description The same for a person */
            sentence: string;
            /** @description The manifest with its entry or rule that decides, for example: shop priorities[0] large images */
            source: string | null;
            /** @description Rules before it, in order, that may be for the response: it tells its type, length and route */
            perhaps: string[];
        };
        PlanRule: {
            manifest: string;
            /** @description Place of the rule in its manifest */
            index: number;
            /** @description The pattern that matched, for example /p/* */
            match: string;
        };
        LedgerKey: {
            manifest: components["schemas"]["ManifestName"];
            /** @description Pattern of the rule, as it was written */
            match: string;
            url: string;
        };
        LedgerRestore: {
            manifest: components["schemas"]["ManifestName"];
            match: string;
            url: string;
            /** @description Never demote it by itself again; false when absent */
            exempt?: boolean;
        };
        LedgerPage: {
            at: components["schemas"]["Time"];
            /** @description The configuration's section `ledger` */
            rules: {
                demote: boolean;
                wasteBound: number;
                minViews: number;
                windowSeconds: number;
            };
            beacons: components["schemas"]["LedgerBeacons"];
            total: number;
            items: components["schemas"]["LedgerEntry"][];
        };
        /** @description What pages told of themselves, since the gateway started */
        LedgerBeacons: {
            /** @description Whether they are taken now */
            enabled: boolean;
            /** @description Where they are posted to; the script is at this path with `.js` */
            path: string;
            windowSeconds: number;
            /**
             * Format: int64
             * @description Those that spoke of something sent ahead of their page
             */
            taken: number;
            /**
             * Format: int64
             * @description What was sent ahead of the page had been counted without them
             */
            late: number;
            /**
             * Format: int64
             * @description Nothing was sent ahead of the page on their connection
             */
            idle: number;
            /**
             * Format: int64
             * @description No beacons, or too large
             */
            malformed: number;
            /**
             * Format: int64
             * @description Sent by no page of the site
             */
            foreign: number;
            /**
             * Format: int64
             * @description More than page views, or too many at once
             */
            limited: number;
        };
        LedgerEntry: {
            manifest: string;
            /** @description Place of the rule in its manifest */
            rule: number;
            match: string;
            url: string;
            as: string;
            /**
             * Format: int64
             * @description Page views over HTTP/2 and HTTP/3 that the rule matched
             */
            pageViews: number;
            /**
             * Format: int64
             * @description Promises sent
             */
            pushed: number;
            /**
             * Format: int64
             * @description Hints sent
             */
            hinted: number;
            /**
             * Format: int64
             * @description Not sent, as the visitor's cookie said that it is held
             */
            held: number;
            /**
             * Format: int64
             * @description Hints that a request followed; pushes taken whole and not asked for again
             */
            used: number;
            /**
             * Format: int64
             * @description The client asked whether its own copy is still good: a 304 followed
             */
            alreadyCached: number;
            /**
             * Format: int64
             * @description Promised streams that the client reset
             */
            refused: number;
            /**
             * Format: int64
             * @description Hints that no request followed; pushes cut off, or asked for all the same
             */
            unused: number;
            /**
             * Format: int64
             * @description Of the unused: after the page nothing at all was asked for, by a client that may be no browser
             */
            silent: number;
            /**
             * Format: int64
             * @description What a hint brought was asked for a second time in the same page view
             */
            repeated: number;
            /**
             * Format: int64
             * @description Sent to clients that fetched everything again and showed no cache; not judged by
             */
            uncached: number;
            /**
             * Format: int64
             * @description Of used, alreadyCached and unused: those that rest on what the page told
             */
            reported: number;
            /**
             * Format: int64
             * @description Bytes of bodies, and of Link values, sent in vain
             */
            wastedBytes: number;
            /**
             * Format: int64
             * @description Page views that the judgement rests on, one of each client
             */
            judgedViews: number;
            /** @description Of the judged views */
            wasteShare: number;
            /** @description Sent no more; the plan says `wasteful` */
            demoted: boolean;
            verdict: components["schemas"]["LedgerVerdict"] | null;
        };
        LedgerVerdict: {
            /** @enum {string} */
            state: "demoted" | "exempt";
            /** @description `ledger` unless a user decided */
            author: string;
            at: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Page views that it rests on
             */
            views: number;
            /**
             * Format: int64
             * @description Of those, the ones in which it was sent in vain
             */
            wasted: number;
        };
        /** @enum {string} */
        ProposalState: "open" | "accepted" | "dismissed";
        ProposalPage: {
            total: number;
            items: components["schemas"]["Proposal"][];
        };
        Proposal: {
            id: string;
            /** @enum {string} */
            kind: "add" | "rename";
            state: components["schemas"]["ProposalState"];
            /** @description The manifest that it changes */
            manifest: string;
            host: string;
            /** @description Pattern of the rule; null for a renaming */
            match: string | null;
            /** @description Whether `match` is a regular expression */
            regex: boolean;
            /** @description The asset to add, or the new name */
            url: string;
            /** @description The old name; null for an asset to add */
            replaces: string | null;
            as: string | null;
            crossorigin: string | null;
            tier: number;
            /** @description Lower end of the 95 % interval of the share of page views that it follows; of a renaming, of the requests that are for the new name */
            confidence: number;
            /** Format: int64 */
            views: number;
            /** Format: int64 */
            hits: number;
            /** @description A sentence for a person */
            reason: string;
            createdAt: components["schemas"]["Time"];
            changedAt: components["schemas"]["Time"];
            /** @description Author of the last decision; `learner` until a user decides */
            author: string;
        };
        Connection: {
            id: string;
            protocol: components["schemas"]["Protocol"];
            /**
             * @example 192.0.2.1:51234
             * @example [2001:db8::1]:443
             */
            peer: string;
            listener: string;
            openedAt: components["schemas"]["Time"];
            ageSeconds: number;
            /** Format: int64 */
            requests: number;
            inFlight: number;
            /** Format: int64 */
            bytesIn: number;
            /** Format: int64 */
            bytesOut: number;
            /** @description HTTP/1.1 connections that a browser would have opened instead */
            h1Equivalent: number;
        };
        ConnectionSummary: {
            at: components["schemas"]["Time"];
            open: number;
            inFlight: number;
            /** @description Always one row for each protocol */
            byProtocol: {
                protocol: components["schemas"]["Protocol"];
                open: number;
                inFlight: number;
            }[];
        };
        ConnectionPage: {
            at: components["schemas"]["Time"];
            total: number;
            items: components["schemas"]["Connection"][];
            summary: components["schemas"]["ConnectionSummary"];
        };
        /**
         * @description waiting: no connection has come yet. recording: the connection is open. ended: it is closed. expired: none came in time.
         * @enum {string}
         */
        TimelineState: "waiting" | "recording" | "ended" | "expired";
        /** @description At least one of client and host. */
        TimelineWatch: {
            /**
             * @description IPv4 or IPv6 address of the connection's peer
             * @example 192.0.2.7
             * @example 2001:db8::1
             */
            client?: string;
            /**
             * @description A host that the connection asks for; a port is ignored
             * @example www.example.com
             */
            host?: string;
            /**
             * @description A connection that is open already will do as well, from its next request on
             * @default false
             */
            includeOpen: boolean;
            /**
             * @description How long to wait for it
             * @default 300
             */
            seconds: number;
        };
        Timeline: {
            id: string;
            state: components["schemas"]["TimelineState"];
            /**
             * @description Picked by chance, or asked for
             * @enum {string}
             */
            origin: "sample" | "watch";
            /** @description Who asked for it */
            author: string | null;
            filter: {
                client: string | null;
                host: string | null;
                includeOpen: boolean;
            } | null;
            /** @description When recording, or waiting, began */
            startedAt: components["schemas"]["Time"];
            /**
             * Format: date-time
             * @description When the waiting ends or has ended; null once a connection has come
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the connection closed
             */
            endedAt: string | null;
            connection: {
                /** @description As in /connections */
                id: string;
                protocol: components["schemas"]["Protocol"];
                peer: string;
                listener: string;
            } | null;
            streams: number;
            /**
             * Format: int64
             * @description The oldest ones, for which there was no room
             */
            streamsDropped: number;
            /** @description Events that are kept */
            capacity: number;
            /**
             * Format: int64
             * @description Events so far, those included that were dropped
             */
            recorded: number;
            /**
             * Format: int64
             * @description The oldest events, for which there was no room
             */
            dropped: number;
        };
        TimelinePage: {
            total: number;
            items: components["schemas"]["Timeline"][];
        };
        /** @description One lane. Times are nanoseconds since `startedAt`; null for what has not happened. */
        TimelineStream: {
            /** Format: int64 */
            stream: number;
            /**
             * Format: int64
             * @description The stream whose response promised this one
             */
            promisedOn: number | null;
            method: string;
            /** @enum {string} */
            scheme: "http" | "https";
            host: string;
            /** @description Without its query */
            path: string;
            /**
             * @description Where it stood when it was opened: as a Priority field says it, or its place in the tree
             * @example u=3, i
             * @example weight 16 below stream 3
             */
            asked: string | null;
            /** @description Where it stands now */
            priority: string | null;
            status: number | null;
            contentType: string | null;
            /**
             * Format: int64
             * @description Of the response's body, also of events that were dropped
             */
            bytes: number;
            frames: number;
            /** Format: int64 */
            openedNanos: number;
            /** Format: int64 */
            headNanos: number | null;
            /** Format: int64 */
            firstNanos: number | null;
            /** Format: int64 */
            lastNanos: number | null;
            /** Format: int64 */
            endedNanos: number | null;
            /** @enum {string|null} */
            ending: "complete" | "failed" | null;
        };
        TimelineEvent: {
            /**
             * Format: int64
             * @description Counts the events of the connection from 0, those included that were dropped
             */
            sequence: number;
            /**
             * Format: int64
             * @description Nanoseconds since `startedAt`
             */
            atNanos: number;
            /** Format: int64 */
            stream: number;
            /**
             * @description opened: a request came, or was promised. priority: client or gateway had a word on its place. head: of the final response. sent: one DATA frame. ended: nothing of it is on the wire any more.
             * @enum {string}
             */
            kind: "opened" | "priority" | "head" | "sent" | "ended";
            /** @description Of `sent` */
            bytes: number | null;
            /** @description Of `head` */
            status: number | null;
            /**
             * @description Why, of `sent`, `priority` and `ended`; its sentence is in `reasons`
             * @example most-urgent
             * @example blocking-asset-raised
             */
            reason: string | null;
            /**
             * @description The manifest with its entry or rule that decided, of `priority` with the reasons `manifest-urgency` and `operator-rule`; null else
             * @example shop priorities[0] large images
             */
            source: string | null;
            /** @description Where the stream stood from then on; null for one that was opened before the recording began */
            priority: string | null;
        };
        TimelineDetail: {
            timeline: components["schemas"]["Timeline"];
            /** @description What the order of the events means on this protocol */
            note: string;
            /** @description In the order in which they were opened */
            streams: components["schemas"]["TimelineStream"][];
            /** @description Oldest first */
            events: components["schemas"]["TimelineEvent"][];
            /** @description The sentence of each reason that occurs */
            reasons: {
                [key: string]: string;
            };
        };
        /** @description HAR 1.2; see its specification. */
        HarLog: {
            log: {
                /** @constant */
                version: "1.2";
                creator: {
                    [key: string]: unknown;
                };
                entries: {
                    [key: string]: unknown;
                }[];
            };
        };
        ProtocolSavings: {
            /** Format: int64 */
            open: number;
            /** Format: int64 */
            opened: number;
            /** Format: int64 */
            h1Equivalent: number;
            /**
             * Format: int64
             * @description h1Equivalent − opened; an estimate
             */
            saved: number;
            /** Format: int64 */
            handshakesFull: number;
            /** Format: int64 */
            handshakesResumed: number;
            /** Format: int64 */
            requests: number;
        };
        Count: {
            outcome: string;
            /** Format: int64 */
            count: number;
        };
        Savings: {
            at: components["schemas"]["Time"];
            /** @description Counters run from here (the start of the process) */
            since: components["schemas"]["Time"];
            total: components["schemas"]["ProtocolSavings"];
            /** @description Always one row for each protocol */
            byProtocol: {
                protocol: components["schemas"]["Protocol"];
                counters: components["schemas"]["ProtocolSavings"];
            }[];
            /** @description Pushes by outcome: sent, refused, skipped reasons … */
            pushes: components["schemas"]["Count"][];
            /** @description Hints by outcome */
            hints: components["schemas"]["Count"][];
            cpu: {
                /** @description Thread CPU time of the data-path loops; null where it is not measured */
                loopSeconds: number | null;
                handshakeSeconds: number | null;
                /** @description May be negative. Null until there is enough to estimate it */
                savedSeconds: number | null;
                /** @description What must be measured more often before savedSeconds is known */
                missing: {
                    /** @example sampled HTTP/1.1 requests */
                    what: string;
                    /** Format: int64 */
                    have: number;
                    /** Format: int64 */
                    needed: number;
                }[];
            };
            definitions: components["schemas"]["Definition"][];
        };
        Definition: {
            /** @example h1Equivalent */
            field: string;
            name: string;
            text: string;
        };
        SnapshotEvent: {
            /** Format: int64 */
            revision: number;
            at: components["schemas"]["Time"];
            nodes: components["schemas"]["Nodes"];
        };
        Status: {
            version: string;
            java: string;
            startedAt: components["schemas"]["Time"];
            uptimeSeconds: number;
            /**
             * Format: int64
             * @description Revision of the snapshot in force here; 0 when nothing was ever published
             */
            revision: number;
            nodes: components["schemas"]["Nodes"];
            /** @description The gateways of the store, the one that answers first */
            fleet: components["schemas"]["FleetNode"][];
            config: {
                file: string;
                loadedAt: components["schemas"]["Time"];
                lastAttemptAt: components["schemas"]["Time"];
                /**
                 * @description reload-failed: the gateway still runs the configuration of loadedAt
                 * @enum {string}
                 */
                state: "current" | "reload-failed";
                /** @description file:line:column messages of the last attempt */
                problems: string[];
            };
            listeners: {
                name: string;
                address: string;
                /** @description Those that are spoken */
                protocols: components["schemas"]["Protocol"][];
                /** @description Why another one is configured but not spoken */
                complaint: string | null;
                /** @description DNS records of type HTTPS (RFC 9460) of its sites, to paste into a zone file */
                httpsRecords: string[];
            }[];
            store: {
                /** @enum {string} */
                kind: "sqlite" | "postgresql";
                /**
                 * @description read-only: it cannot be used or written, and what was last published is served; writes answer 503 with the code `store-read-only`. down: it cannot be reached
                 * @enum {string}
                 */
                state: "up" | "read-only" | "down";
                /** @description Why it is not up */
                detail: string | null;
            };
            /** @description What an operator should look at, the newest first */
            alerts: components["schemas"]["Alert"][];
        };
        Alert: {
            /**
             * @description entry-demoted: the ledger stopped sending a manifest entry; restore it under /ledger
             * @enum {string}
             */
            kind: "entry-demoted";
            at: components["schemas"]["Time"];
            /**
             * @description Manifest, rule and asset, separated by spaces
             * @example shop / /assets/app.js
             */
            subject: string;
            /** @description What happened */
            sentence: string;
        };
        AuditEntry: {
            /** Format: int64 */
            id: number;
            at: components["schemas"]["Time"];
            /** @description Name of the user as given; `system` for the gateway itself */
            actor: string;
            address: string | null;
            /**
             * @example manifest.publish
             * @example session.login
             */
            action: string;
            /** @example shop */
            subject: string | null;
            /** @enum {string} */
            outcome: "done" | "refused";
            detail: string | null;
        };
        AuditPage: {
            total: number;
            items: components["schemas"]["AuditEntry"][];
        };
    };
    responses: {
        /** @description Refused or failed. */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description It has changed since it was read; the ETag and `etag` are the current ones. */
        Stale: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many failed logins from this address or for this name. */
        TooManyAttempts: {
            headers: {
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        ProposalId: string;
        TimelineId: string;
        Csrf: "1";
        IfMatch: string;
        Name: components["schemas"]["ManifestName"];
        Limit: number;
        Offset: number;
    };
    requestBodies: never;
    headers: {
        /** @description Strong validator of the manifest; give it back in If-Match. */
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    whoAmI: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session of the cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description Logged in; the cookie is set. */
            200: {
                headers: {
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            429: components["responses"]["TooManyAttempts"];
            default: components["responses"]["Problem"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is over and the cookie is taken back. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description Changed; the cookie of a new session is set. */
            200: {
                headers: {
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            429: components["responses"]["TooManyAttempts"];
            default: components["responses"]["Problem"];
        };
    };
    listManifests: {
        parameters: {
            query?: {
                /** @description Only names and draft texts that contain this, upper and lower case alike */
                q?: string;
                state?: components["schemas"]["ManifestState"];
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManifestPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createManifest: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewManifest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Manifest"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    validateText: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManifestText"];
            };
        };
        responses: {
            /** @description The problems; none means that it may be published. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Validation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getManifest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The manifest. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Manifest"];
                };
            };
            /** @description If-None-Match has the current ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    retireManifest: {
        parameters: {
            query?: {
                comment?: string;
            };
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Retired. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publication"];
                };
            };
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    saveDraft: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManifestText"];
            };
        };
        responses: {
            /** @description Saved. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Manifest"];
                };
            };
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    mergeIntoDraft: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManifestMerge"];
            };
        };
        responses: {
            /** @description Saved. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Manifest"];
                };
            };
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    validateDraft: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The problems; none means that it may be published. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Validation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    publishManifest: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishRequest"];
            };
        };
        responses: {
            /** @description Published. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publication"];
                };
            };
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    manifestHistory: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getRevision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["Name"];
                revision: components["schemas"]["RevisionNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revision. It never changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionText"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    rollBack: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RollbackRequest"];
            };
        };
        responses: {
            /** @description Published. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publication"];
                };
            };
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    plan: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanRequest"];
            };
        };
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getLedger: {
        parameters: {
            query?: {
                manifest?: string;
                /** @description Only URLs that contain this */
                q?: string;
                /** @description Only entries that are sent no more */
                demoted?: true;
                /** @description Field to sort by; a leading minus sorts down. Absent, the order of the manifests. */
                sort?: "views" | "-views" | "used" | "-used" | "unused" | "-unused" | "refused" | "-refused" | "wastedBytes" | "-wastedBytes" | "wasteShare" | "-wasteShare";
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    demoteEntry: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LedgerKey"];
            };
        };
        responses: {
            /** @description The entry as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerEntry"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    restoreEntry: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LedgerRestore"];
            };
        };
        responses: {
            /** @description The entry as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerEntry"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listProposals: {
        parameters: {
            query?: {
                state?: components["schemas"]["ProposalState"];
                manifest?: string;
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    acceptProposal: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path: {
                id: components["parameters"]["ProposalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proposal as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposal"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    publishProposal: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path: {
                id: components["parameters"]["ProposalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proposal as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposal"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    dismissProposal: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path: {
                id: components["parameters"]["ProposalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proposal as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposal"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listConnections: {
        parameters: {
            query?: {
                protocol?: components["schemas"]["Protocol"];
                listener?: string;
                /** @description Only peers that contain this */
                q?: string;
                /** @description Field to sort by; a leading minus sorts down. */
                sort?: "openedAt" | "-openedAt" | "requests" | "-requests" | "inFlight" | "-inFlight" | "bytesIn" | "-bytesIn" | "bytesOut" | "-bytesOut" | "h1Equivalent" | "-h1Equivalent";
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listTimelines: {
        parameters: {
            query?: {
                state?: components["schemas"]["TimelineState"];
                /** @description Only the timeline of the connection of this id */
                connection?: string;
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimelinePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    watchTimeline: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TimelineWatch"];
            };
        };
        responses: {
            /** @description It waits. */
            201: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["TimelineId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The timeline. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimelineDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteTimeline: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path: {
                id: components["parameters"]["TimelineId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getTimelineHar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["TimelineId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive, as an attachment. */
            200: {
                headers: {
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HarLog"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getSavings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counters with their definitions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Savings"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    events: {
        parameters: {
            query?: {
                /** @description Comma-separated; all of them when absent. */
                topics?: string;
            };
            header?: {
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Only entries whose actor, action, subject or detail contains this */
                q?: string;
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getContract: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contract. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It should. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description It should not; the checks that failed say why. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Prometheus text or OpenMetrics, as Accept asks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
}
