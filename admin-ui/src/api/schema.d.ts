// Written by `npm run schema` from gateway/src/main/resources/admin/openapi.yaml. Do not edit.
// contract-shape: 57ea98ea84dc50c4

export interface paths {
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** User and role of the session */
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
         * @description Ends every session of the user, including this one; the response sets the cookie of a new one. The current password replaces If-Match.
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
         * @description The text may have errors; the response lists its problems.
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
        /** One manifest, its draft and its published revision */
        get: operations["getManifest"];
        put?: never;
        post?: never;
        /**
         * Take a manifest out of force
         * @description Publishes its removal as a revision. The history stays, and a roll-back to an old revision is possible. A manifest that was never published is deleted, and `revision` is null.
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
         * @description Kept byte for byte, comments included. The text may have errors; the response lists its problems.
         */
        put: operations["saveDraft"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change parts of the draft
         * @description `merge` is a JSON Merge Patch (RFC 7396) on the content of the draft. Only the changed parts of the text are edited: comments, unknown keys, order and quotes stay. In a list, unchanged items keep their lines. The response is 409 if the text cannot be edited in parts, for example with anchors.
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
         * @description Responds when the revision is durable in the store. `nodes` has the number of gateways that run it by then. The others follow within two seconds, as `nodes` and `fleet` of `/status` show. The response is 422 with `problems` if the draft has errors.
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
         * @description The draft gets that text too.
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
         * The push decision for this request
         * @description Runs the real decision without sending anything. With `draft`, that text replaces the published manifest `manifest`, or is added to the published ones if `manifest` is absent.
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
         * Results of pushes and hints, for each entry of the manifests in force
         * @description Counts since the gateway started, or since the entry came into force. docs/reference/ledger.md defines each of them and names their limits. `judgedViews` and `wasteShare` cover the period of the next judgement.
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
         * Demote an entry
         * @description The entry is no longer sent until a user restores it, even after restarts and publications.
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
         * Restore a demoted entry
         * @description Earlier counts no longer apply to it. New counts may demote it again, unless it is made exempt.
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
         * Proposals of the learner, the oldest first
         * @description Proposals that were not dismissed are in the draft of their manifest, with the author `learner`, unless a user has an unpublished draft. docs/background/learning.md describes how they are made.
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
         * @description Also adds it to a user's draft. The response is 409 if it cannot be added to the draft.
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
         * Put only this proposal in force
         * @description The next revision is the manifest in force with this proposal. The response is 409 while a user's own draft is not published.
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
         * Dismiss a proposal for good
         * @description The learner removes it from its draft.
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
    "/connections:pooling": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Connections of clients that could be one
         * @description From the live connections of HTTP/2 and HTTP/3 of this node. A client is an address; several connections for the same host are not counted, as they are probably those of several visitors behind one address.
         */
        get: operations["getPooling"];
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
         * @description HTTP/2 and HTTP/3 connections that are or were recorded, as a sample or for a watch, and watches that still wait for a connection. A closed connection stays in the list until newer ones need its room.
         */
        get: operations["listTimelines"];
        put?: never;
        /**
         * Record the next connection of a client or of a host
         * @description The timeline waits until a connection has a request that matches, and records it from that request on. No connection is missed once this operation has responded. At most 32 timelines wait at a time.
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
         * Frames of each stream with time and reason
         * @description A copy that the connection's event loop made when the request arrived. It has at most `priority.timeline.events` events; `dropped` is the number of older ones.
         */
        get: operations["getTimeline"];
        put?: never;
        post?: never;
        /** Stop recording or waiting, and delete the timeline */
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
         * @description One entry for each stream. Fields besides those of the format: `_priority` as Chromium's name, `_askedPriority` and `_schedulePriority` as in RFC 9218 or as a place in the tree, `_stream_id`, `_was_pushed`, `_promised_on`, `_frames`, `_ending`, and `_scheduleEvents`, each with its reason and the rule that decided. `_timeline` belongs to the whole log. Header fields, cookies and queries are not recorded.
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
    "/routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sites and routes in force
         * @description The way of requests: each listener serves all sites; a site has routes in the order in which they are tried; a route has steps, filters and an action, and a proxy has upstreams with servers. `problems` of the page counts the routes with a problem, before filtering.
         */
        get: operations["listRoutes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/routes:explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain which route serves a request
         * @description The gateway's own router decides; nothing is sent. Each other site, and each other route of the chosen site, has the reason why it does not serve the request.
         */
        post: operations["explainRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The lines of one request in the access logs
         * @description Searches the log files of the node that responds and their old files, compressed ones, too: 8 seconds and 100 lines at most, and one search at a time.
         */
        get: operations["findLogLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cache": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * State of the response cache
         * @description State and counters since the start of the node that responds, over all routes with the policy `cache`.
         */
        get: operations["getCache"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cache:purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Drop stored responses
         * @description By URL, by the beginning of URLs, by a tag that the upstream has given a response, or all of them. Responses that are on their way are not stored, either. The purge concerns the node that responds.
         */
        post: operations["purgeCache"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plugins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Loaded plug-ins
         * @description The plug-ins of the folder, with their uses. Counters are those of the node that responds since its start, also of earlier jars with a plug-in of the same name.
         */
        get: operations["listPlugins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Certificates of the listeners
         * @description Each certificate that the node that responds serves, with its chain, its end, its OCSP response and findings. `problems` of the page counts the certificates with a finding, before filtering.
         */
        get: operations["listCertificates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/upstreams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Upstreams with the state of their servers
         * @description State and counters are those of the node that responds; a decision of an operator is in force on all nodes. `problems` of the page counts the upstreams with a server that takes no requests, before filtering.
         */
        get: operations["listUpstreams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/upstreams/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["UpstreamName"];
            };
            cookie?: never;
        };
        /** One upstream */
        get: operations["getUpstream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/upstreams/{name}/servers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["UpstreamName"];
                /** @description Id of a server of the upstream, percent-encoded */
                id: components["parameters"]["ServerId"];
            };
            cookie?: never;
        };
        /** One server of an upstream */
        get: operations["getServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/upstreams/{name}/servers/{id}:drain": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["UpstreamName"];
                /** @description Id of a server of the upstream, percent-encoded */
                id: components["parameters"]["ServerId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send no new clients to a server
         * @description Requests in progress end, and clients with its sticky cookie keep it. In force on all nodes, over reloads and restarts, until the server is enabled.
         */
        post: operations["drainServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/upstreams/{name}/servers/{id}:eject": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["UpstreamName"];
                /** @description Id of a server of the upstream, percent-encoded */
                id: components["parameters"]["ServerId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send no requests to a server
         * @description Not even those of clients with its sticky cookie. Requests in progress end. In force on all nodes, over reloads and restarts, until the server is enabled.
         */
        post: operations["ejectServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/upstreams/{name}/servers/{id}:enable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["UpstreamName"];
                /** @description Id of a server of the upstream, percent-encoded */
                id: components["parameters"]["ServerId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the decision on a server
         * @description The health of the server alone decides again. A server without a decision stays as it is. It also removes the decision on a server that no upstream has now.
         */
        post: operations["enableServer"];
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
        /** Savings by the newer protocols, hints and pushes */
        get: operations["getSavings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counters by period
         * @description The range is cut into periods of equal width, at most 500. The width is the smallest of 1, 2, 5, 10 and 30 seconds, 1, 2, 5,
         *     15 and 30 minutes, 1, 2, 3, 6 and 12 hours and 1 day for which rows are kept: widths below one minute only for the last hour,
         *     without a scope and a node, and only 1 day for more than 42 days. Points are the beginnings of periods, multiples of the width in UTC. The first period has `from`
         *     in it; a period that has not ended by `to` is left out.
         *
         *     A value is null if no node counted in that period, or if the counter does not exist by listener or site
         *     (docs/reference/savings.md). It is 0 if a node counted and nothing happened. `firstAt` is the earliest
         *     period of the store: a range may begin before it, and its values are null until then. The response is 400 with the code
         *     `invalid` if the range is empty, begins in the future or is longer than 400 days; `detail` names the parameter.
         *
         *     **Measures.** `measure` names a counter by its column, for example `opened` or `page_views` (docs/reference/savings.md defines
         *     them), or one of the values that follow from counters: `open` (mean of open connections), `inFlight` (mean of requests in
         *     flight), `saved` (`h1_equivalent` − `opened`), `cpuSeconds` (CPU time of the loops), `requestsPerConnection` (`requests` /
         *     `opened`), `p50`, `p95`, `p99` (quantiles of the time to first byte in milliseconds), `ageP50`, `ageP95` (quantiles of the age
         *     of closed connections in seconds), and `connectionRequestsP50`, `connectionRequestsP95` (of their requests). Quantiles are at
         *     most 12.5 % too high. Counters are sums over the period, not rates.
         *
         *     **CSV.** One row for each point: `start`, then one column for each series, named `measure protocol`; a null is an empty cell.
         *     `compare` has no effect.
         */
        get: operations["getHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/history/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counters of a whole range, by listener or by site
         * @description One row for each name and protocol that counted anything in the range, and one with the protocol `all` for each name. Measures are those of `/history`. Names beyond 32 in a minute are summed under `other`. The range is widened to whole periods, as the response says.
         */
        get: operations["getHistoryTotals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/history/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events that may explain a change, newest first
         * @description Without `from` and `to`, all that are kept.
         */
        get: operations["listHistoryEvents"];
        put?: never;
        /** Note a deployment, or anything else */
        post: operations["addHistoryEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/history/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["HistoryEventId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Replace a noted event
         * @description Only its author and an admin may. The response is 409 for an event of the gateway itself. If-Match is not needed: the audit trail has each version.
         */
        put: operations["changeHistoryEvent"];
        post?: never;
        /**
         * Delete a noted event
         * @description Only its author and an admin may. The response is 409 for an event of the gateway itself. Reports keep their copy.
         */
        delete: operations["deleteHistoryEvent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reports, newest first */
        get: operations["listReports"];
        put?: never;
        /**
         * Compare the time before and after an event
         * @description docs/background/before-after.md describes the comparison. A report that was made never changes; the store keeps the newest 1,000. If there is too little traffic for an answer, the response is 200 with `refused`, and nothing is stored.
         */
        post: operations["makeReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        /** One report */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/{id}/csv": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        /** The figures of a report as CSV */
        get: operations["getReportCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The results of an experiment so far
         * @description docs/background/experiments.md describes the methods. Before the planned end, only the verdict and the sequence of each comparison hold at every look; the 95 % intervals hold at the planned end only.
         */
        get: operations["getExperimentResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments:power": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Units and days that an experiment needs
         * @description Computed from the page views of the last two weeks.
         */
        get: operations["getExperimentPower"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Page views of two arms or two protocols, paired by page, hour and class of network */
        get: operations["comparePageViews"];
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
         *     revision comes into force). Each topic is sent at once on connect; `savings` and `connections` then every 2 seconds while
         *     they change. A comment line every 15 seconds prevents timeouts of proxies. Each event has the complete value, so a client
         *     that reconnects with `Last-Event-ID` gets the newest values. The stream ends when the session ends.
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
        /** Audit trail of changes, newest first */
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
        /** Liveness (at /healthz, outside /api/v1) */
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
         * Readiness for requests, with reasons (at /readyz, outside /api/v1)
         * @description A `degraded` check does not make the gateway unready. Only the store's check can be degraded.
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
         * @description Requires a session or the configured bearer token (`admin.metricsToken`). While no token is configured, a scraper on the same machine (loopback peer) needs no login.
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
            /** @description From 1; 0 if the problem has no place in the text */
            line: number;
            /** @description From 1; 0 if the problem has no place in the text */
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
         * @description draft: never published. published: the draft is in force. changed: the draft differs from the revision in force. retired: no longer in force.
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
            /** @description True while the one-time password is in use; the UI enforces the change, the API does not */
            mustChangePassword: boolean;
            /** @description Latest end of the session */
            expiresAt: components["schemas"]["Time"];
            /** @description Idle timeout of the session in seconds */
            idleSeconds: number;
        };
        ManifestText: {
            /** @description YAML */
            text: string;
        };
        ManifestMerge: {
            /** @description A JSON Merge Patch; null removes a key. */
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
            /** @description True if no problem is an error */
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
        /** @description "Effective on 2 of 3 nodes": the number of nodes that run the revision, by their last report to the store. A node without a report for 15 s counts as one that does not. It is removed after an hour, or at once if it shuts down in order. */
        Nodes: {
            effective: number;
            total: number;
        };
        FleetNode: {
            /** @description Unchanged by a restart of the node */
            id: string;
            /** @description `store.node`, or the host name */
            name: string;
            version: string;
            /** @description True for the node that responds */
            own: boolean;
            /**
             * @description behind: it runs an older revision, or not all of the newest; gone: it has not reported for 15 s, so its revision is unknown
             * @enum {string}
             */
            state: "current" | "behind" | "gone";
            /**
             * Format: int64
             * @description The revision that it runs, by its last report
             */
            revision: number;
            /** @description Time of its last report, by the clock of the database; null for the node that responds */
            seenAt: components["schemas"]["Time"] | null;
            /** @description Reason why it does not run all of its revision */
            detail: string | null;
        };
        Publication: {
            /** @description Null if a manifest was deleted that had never been published */
            revision: components["schemas"]["Revision"] | null;
            /** @description The current manifest; null if it was deleted */
            manifest: components["schemas"]["Manifest"] | null;
            nodes: components["schemas"]["Nodes"];
        };
        PlanRequest: {
            /**
             * @description An absolute URL, or a path on `host` or localhost
             * @example https://www.example.com/
             */
            url: string;
            host?: string;
            /** @description Default is h2 */
            protocol?: components["schemas"]["Protocol"];
            /** @description SETTINGS_ENABLE_PUSH of the client; default is false, as in browsers */
            pushEnabled?: boolean;
            /** @description Value of the Cookie field */
            cookie?: string;
            /** @description Further request fields. The default of `Sec-Fetch-Mode` is `navigate`. */
            headers?: components["schemas"]["Header"][];
            manifest?: components["schemas"]["ManifestName"];
            draft?: string;
        };
        Header: {
            name: string;
            value: string;
        };
        Plan: {
            /** @description The URL as the gateway parsed it */
            url: string;
            protocol: components["schemas"]["Protocol"];
            /**
             * Format: int64
             * @description Revision of the snapshot that decided; 0 if nothing was ever published
             */
            revision: number;
            candidates: components["schemas"]["PlanCandidate"][];
            /** @description Values of the Link fields of the 103, in order; empty if no 103 is sent */
            links: string[];
            /** @description Promised paths, in order */
            pushes: string[];
            setCookies: string[];
            /** @description Sentences about the request as a whole, such as the reason why no 103 is sent */
            notes: string[];
        };
        PlanCandidate: {
            url: string;
            as: string;
            /** @enum {string} */
            decision: "push" | "hint" | "skip";
            /** @description Token of the reason, for example already-cached; null for push and hint */
            reason: string | null;
            /** @description The decision with its reason as a sentence */
            sentence: string;
            rule: components["schemas"]["PlanRule"] | null;
            tier: number;
            /** @description Urgency of the asset's own entry in the manifest */
            urgency: number | null;
            priority: components["schemas"]["PlanPriority"] | null;
        };
        /** @description Server-side priority of a response; null if upstream, client or default decide */
        PlanPriority: {
            urgency: number | null;
            incremental: boolean | null;
            /** @description manifest-urgency or operator-rule; null if it depends on the response */
            reason: string | null;
            /** @description The decision with its reason as a sentence */
            sentence: string;
            /** @description The manifest and its entry or rule that decides, for example: shop priorities[0] large images */
            source: string | null;
            /** @description Earlier rules, in order, that may match the response; its type, length and route decide */
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
            /** @description Pattern of the rule, as written in the manifest */
            match: string;
            url: string;
        };
        LedgerRestore: {
            manifest: components["schemas"]["ManifestName"];
            match: string;
            url: string;
            /** @description True to exclude the entry from automatic demotion; default is false */
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
        /** @description Beacons of pages since the gateway started */
        LedgerBeacons: {
            /** @description True if beacons are accepted now */
            enabled: boolean;
            /** @description Path to which pages post them; the script is at this path with `.js` */
            path: string;
            windowSeconds: number;
            /**
             * Format: int64
             * @description Beacons that reported on a resource sent ahead of their page
             */
            taken: number;
            /**
             * Format: int64
             * @description Beacons after the resources sent ahead of the page were counted without them
             */
            late: number;
            /**
             * Format: int64
             * @description Beacons of pages without a known resource sent ahead on their connection
             */
            idle: number;
            /**
             * Format: int64
             * @description Requests that are no beacons, or too large
             */
            malformed: number;
            /**
             * Format: int64
             * @description Beacons that do not come from a page of the site
             */
            foreign: number;
            /**
             * Format: int64
             * @description Beacons in excess of page views, or too many at once
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
             * @description Not sent, because the client holds it according to its cookie
             */
            held: number;
            /**
             * Format: int64
             * @description Hints that a request followed; pushes received in full and not requested again
             */
            used: number;
            /**
             * Format: int64
             * @description The client revalidated its own copy and got a 304
             */
            alreadyCached: number;
            /**
             * Format: int64
             * @description Promised streams that the client reset
             */
            refused: number;
            /**
             * Format: int64
             * @description Hints that no request followed; pushes cut off, or requested nevertheless
             */
            unused: number;
            /**
             * Format: int64
             * @description Part of unused: the client requested nothing after the page, and may be no browser
             */
            silent: number;
            /**
             * Format: int64
             * @description Hinted assets that were requested a second time in the same page view
             */
            repeated: number;
            /**
             * Format: int64
             * @description Sent to clients that fetched everything again and so have no cache; not judged
             */
            uncached: number;
            /**
             * Format: int64
             * @description Part of used, alreadyCached and unused that rests on a beacon
             */
            reported: number;
            /**
             * Format: int64
             * @description Wasted bytes of bodies and of Link values
             */
            wastedBytes: number;
            /**
             * Format: int64
             * @description Page views of the next judgement, one for each client
             */
            judgedViews: number;
            /** @description Wasted share of the judged views */
            wasteShare: number;
            /** @description True if it is no longer sent; the reason in the plan is `wasteful` */
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
             * @description Page views of the judgement
             */
            views: number;
            /**
             * Format: int64
             * @description Those of the page views in which it was wasted
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
            /** @description The manifest to change */
            manifest: string;
            host: string;
            /** @description Pattern of the rule; null for a renaming */
            match: string | null;
            /** @description True if `match` is a regular expression */
            regex: boolean;
            /** @description The asset to add, or the new name */
            url: string;
            /** @description The old name; null for an asset to add */
            replaces: string | null;
            as: string | null;
            crossorigin: string | null;
            tier: number;
            /** @description Lower end of the 95 % interval of the share of page views that it follows; for a renaming, of the share of requests for the new name */
            confidence: number;
            /** Format: int64 */
            views: number;
            /** Format: int64 */
            hits: number;
            /** @description The reason as a sentence */
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
         * @description waiting: no connection has matched yet. recording: the connection is open. ended: it is closed. expired: none matched in time.
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
             * @description Host of a request on the connection; a port is ignored
             * @example www.example.com
             */
            host?: string;
            /**
             * @description True to accept a connection that is already open, from its next request on
             * @default false
             */
            includeOpen: boolean;
            /**
             * @description Seconds to wait for a connection
             * @default 300
             */
            seconds: number;
        };
        Timeline: {
            id: string;
            state: components["schemas"]["TimelineState"];
            /**
             * @description sample: chosen as one in N connections. watch: requested by a user.
             * @enum {string}
             */
            origin: "sample" | "watch";
            /** @description User who requested it */
            author: string | null;
            filter: {
                client: string | null;
                host: string | null;
                includeOpen: boolean;
            } | null;
            /** @description Start of the recording or of the wait */
            startedAt: components["schemas"]["Time"];
            /**
             * Format: date-time
             * @description End of the wait; null once a connection has matched
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description Close of the connection
             */
            endedAt: string | null;
            connection: {
                /** @description Id as in /connections */
                id: string;
                protocol: components["schemas"]["Protocol"];
                peer: string;
                listener: string;
            } | null;
            streams: number;
            /**
             * Format: int64
             * @description Number of the oldest streams, dropped for want of room
             */
            streamsDropped: number;
            /** @description The most events that are kept */
            capacity: number;
            /**
             * Format: int64
             * @description Number of events so far, including dropped ones
             */
            recorded: number;
            /**
             * Format: int64
             * @description Number of the oldest events, dropped for want of room
             */
            dropped: number;
        };
        TimelinePage: {
            total: number;
            items: components["schemas"]["Timeline"][];
        };
        /** @description One stream. Times are nanoseconds since `startedAt`; null for an event that has not happened. */
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
             * @description Priority when it was opened: as in a Priority field, or as a place in the tree
             * @example u=3, i
             * @example weight 16 below stream 3
             */
            asked: string | null;
            /** @description Current priority */
            priority: string | null;
            status: number | null;
            contentType: string | null;
            /**
             * Format: int64
             * @description Bytes of the response's body, including those of dropped events
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
             * @description Number of the event on its connection, from 0; dropped events count
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
             * @description opened: a request arrived or was promised. priority: client or gateway set its priority. head: the head of the final response was sent. sent: one DATA frame was sent. ended: the stream has ended.
             * @enum {string}
             */
            kind: "opened" | "priority" | "head" | "sent" | "ended";
            /** @description Bytes of a `sent` event */
            bytes: number | null;
            /** @description Status of a `head` event */
            status: number | null;
            /**
             * @description Reason of `sent`, `priority` and `ended`; its sentence is in `reasons`
             * @example most-urgent
             * @example blocking-asset-raised
             */
            reason: string | null;
            /**
             * @description The manifest and its entry or rule that decided, for `priority` with the reasons `manifest-urgency` and `operator-rule`; else null
             * @example shop priorities[0] large images
             */
            source: string | null;
            /** @description Priority of the stream from this event on; null if it was opened before the recording began */
            priority: string | null;
        };
        TimelineDetail: {
            timeline: components["schemas"]["Timeline"];
            /** @description Meaning of the order of the events on this protocol */
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
        RoutePage: {
            at: components["schemas"]["Time"];
            /** @description Each serves all sites */
            listeners: components["schemas"]["RouteListener"][];
            /**
             * Format: int64
             * @description Routes with a problem, before filtering
             */
            problems: number;
            /** Format: int64 */
            total: number;
            /** @description Site by site; those of a site in the order in which they are tried */
            items: components["schemas"]["Route"][];
        };
        RouteListener: {
            name: string;
            address: string;
            protocols: components["schemas"]["Protocol"][];
            /** @description Reason why a configured protocol is not accepted */
            complaint: string | null;
        };
        Route: {
            id: string;
            /** @description First host of its site */
            site: string;
            hosts: string[];
            /** @description Its place among the routes of its site */
            rank: number;
            /** @description Pattern of the path */
            path: string;
            /** @description True if `path` is a regular expression */
            regex: boolean;
            /** @description Empty for every method */
            methods: string[];
            /** @description Conditions besides path and methods, which must all hold */
            conditions: string[];
            /** @description True if hints and pushes may be sent before the upstream authorizes the request */
            sendsAhead: boolean;
            /** @description True if safe requests may be served as early data */
            earlyData: boolean;
            /** @description True if clients may open WebSockets */
            webSocket: boolean;
            action: components["schemas"]["RouteAction"];
            /** @description Policies that the route states or inherits. Those of a listener apply to requests that arrive there */
            policies: components["schemas"]["RoutePolicy"][];
            /** @description Decisions on a request, in their order */
            steps: string[];
            /** @description Changes to a response, the one next to the responder first */
            filters: string[];
            /** @description Empty unless the action is proxy */
            upstreams: components["schemas"]["RouteTarget"][];
            /**
             * Format: int64
             * @description Requests since the start
             */
            requests: number;
            /**
             * Format: int64
             * @description Requests with a status of 500 to 599 since the start
             */
            failed: number;
            problems: components["schemas"]["RouteProblem"][];
        };
        RoutePolicy: {
            /** @description Its key under `policies` */
            key: string;
            /**
             * @description The level that states it
             * @enum {string}
             */
            level: "listener" | "site" | "route";
            /** @description Name of the listener that states it */
            listener: string | null;
            /** @description What it does; null if the level switches an inherited policy off */
            summary: string | null;
        };
        RouteAction: {
            /** @enum {string} */
            kind: "proxy" | "static" | "redirect" | "fixed";
            /** @description Upstream, directory, status and location, or status */
            target: string;
        };
        RouteTarget: {
            /** @description Name of the upstream */
            name: string;
            servers: {
                id: string;
                state: components["schemas"]["ServerState"];
                takesRequests: boolean;
                reason: string;
            }[];
        };
        RouteProblem: {
            /** @enum {string} */
            kind: "no-directory" | "no-server" | "no-usable-server" | "server-out" | "unverified-server";
            sentence: string;
        };
        RouteTrial: {
            /** @description Default is GET */
            method?: string;
            /**
             * @description An absolute URL, or a path on `host` or localhost
             * @example https://www.example.com/app/
             */
            url: string;
            host?: string;
            /** @description Name of the listener that the request arrives at; default is the first */
            listener?: string;
            headers?: components["schemas"]["Header"][];
        };
        RouteDecision: {
            /** @description The URL as the gateway parsed it */
            url: string;
            method: string;
            /** @description The host that sites are compared with */
            host: string;
            /** @description The path that routes are compared with */
            path: string;
            listener: string;
            /** @enum {string} */
            outcome: "route" | "malformed" | "rejected" | "health" | "beacon" | "no-site" | "no-route" | "method-not-allowed" | "path-too-long" | "conditions-too-costly";
            /** @description Status of the gateway's own refusal */
            status: number | null;
            sentence: string;
            /** @description Id of the route that serves the request */
            route: string | null;
            /** @description All sites, in the order of the file */
            sites: {
                site: string;
                hosts: string[];
                /** @description The best pattern that matches */
                host: string | null;
                /** @enum {string} */
                reason: "serves" | "other-host" | "less-specific" | "later";
                sentence: string;
            }[];
            /** @description The routes of the chosen site, in the order in which they are tried */
            routes: {
                id: string;
                path: string;
                regex: boolean;
                methods: string[];
                conditions: string[];
                action: components["schemas"]["RouteAction"];
                /** @enum {string} */
                reason: "serves" | "other-path" | "other-method" | "other-condition" | "condition-too-costly" | "not-tried" | "less-specific" | "fewer-conditions" | "later" | "path-too-long";
                sentence: string;
            }[];
            /** @description What happens to the request on its route; null if no route serves it */
            chain: components["schemas"]["RouteChain"] | null;
            /** @description Sentences about the request */
            notes: string[];
        };
        RouteChain: {
            /** @description Policies that apply, and those that are switched off */
            policies: components["schemas"]["RoutePolicy"][];
            /** @description Decisions on the request, in their order */
            steps: string[];
            /** @description Changes to the response, the one next to the responder first */
            filters: string[];
            /** @description Path and query that the upstream gets, if the route rewrites them; empty if the request is refused */
            rewritten: string | null;
            action: components["schemas"]["RouteAction"];
        };
        PoolingReport: {
            at: components["schemas"]["Time"];
            /** Format: int64 */
            clients: number;
            /** Format: int64 */
            connections: number;
            /** @description The largest saving first */
            items: components["schemas"]["PoolingGroup"][];
        };
        PoolingGroup: {
            listener: string;
            /** @description Hosts between which each client holds a connection, in alphabetical order */
            hosts: string[];
            /**
             * @description clients: one certificate is valid for the hosts, but these clients do not pool, for example as DNS gives the hosts different addresses. origin-frame-off: the listener sends no ORIGIN frame. no-common-certificate: each host has another certificate.
             * @enum {string}
             */
            reason: "clients" | "origin-frame-off" | "no-common-certificate";
            /** Format: int64 */
            clients: number;
            /** Format: int64 */
            connections: number;
            /** Format: int64 */
            savable: number;
        };
        /**
         * @description up: takes requests. slow-start: takes a growing part of its requests. ejected: takes none for some time, because requests failed. probing: takes one request, which decides if the ejection ends. down: health checks fail. draining: takes no new client, by its weight of 0 or an operator. disabled: takes none, by an operator.
         * @enum {string}
         */
        ServerState: "up" | "slow-start" | "ejected" | "probing" | "down" | "draining" | "disabled";
        UpstreamPage: {
            at: components["schemas"]["Time"];
            /** @description The node whose state and counters these are */
            node: {
                id: string;
                name: string;
            };
            /**
             * Format: int64
             * @description Upstreams with a server that takes no requests, before filtering
             */
            problems: number;
            /** Format: int64 */
            total: number;
            items: components["schemas"]["Upstream"][];
            /** @description Decisions on servers that no upstream has now. They are in force again if such a server returns. */
            gone: components["schemas"]["GoneServer"][];
        };
        Upstream: {
            name: string;
            /**
             * Format: int64
             * @description Open connections to all servers
             */
            open: number;
            /**
             * Format: int64
             * @description Open connections with HTTP/2
             */
            http2: number;
            /**
             * Format: int64
             * @description Connections that HTTP/1.1 would have for the same requests
             */
            h1Equivalent: number;
            /**
             * Format: int64
             * @description Requests that wait for a connection
             */
            waiting: number;
            /**
             * Format: int64
             * @description Requests since the start
             */
            requests: number;
            /**
             * Format: int64
             * @description Retries since the start
             */
            retries: number;
            /** @description Requests that got no connection, by reason */
            refused: components["schemas"]["KindCount"][];
            /** @description Ids of the routes that use it */
            routes: string[];
            /** @description Sources of servers besides the configuration */
            discovery: components["schemas"]["ServerSource"][];
            servers: components["schemas"]["UpstreamServer"][];
        };
        UpstreamServer: {
            /** @description Unique in its upstream */
            id: string;
            /** @description Scheme and authority */
            address: string;
            weight: number;
            /** @description Number of its group; 0 is used first */
            priority: number;
            zone: string | null;
            state: components["schemas"]["ServerState"];
            /** @description True if it takes requests of new clients */
            takesRequests: boolean;
            /** @description Reason for the state in one sentence; empty if it is up and never failed */
            reason: string;
            /** @description Start of the state */
            since: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Requests in progress, WebSockets included
             */
            inFlight: number;
            /**
             * Format: int64
             * @description Requests since the start
             */
            requests: number;
            /** @description Failures since the start, by kind */
            failures: components["schemas"]["KindCount"][];
            /** @description Moving average of the time to the response head; null before the first response */
            latencySeconds: number | null;
            /**
             * Format: int64
             * @description Ejections since the start
             */
            ejections: number;
            override: components["schemas"]["ServerOverride"] | null;
            /**
             * @description ETag of the decision, for If-Match of the next one
             * @example "0"
             */
            etag: string;
        };
        GoneServer: {
            upstream: string;
            /** @description Id of the server in its upstream */
            id: string;
            override: components["schemas"]["ServerOverride"];
            /**
             * @description ETag of the decision, for If-Match of its removal
             * @example "7"
             */
            etag: string;
        };
        ServerSource: {
            /** @description `dns:NAME`, `srv:NAME` or `file:PATH` */
            source: string;
            /** @description Servers of the last answer */
            servers: number;
            /** @description Last look-up that succeeded; null before the first */
            answeredAt: components["schemas"]["Time"] | null;
            /** @description Reason of the last failure in one sentence; empty if the last look-up succeeded. The servers of the last answer stay in use */
            problem: string;
            /** @description First failure since the last success */
            problemSince: components["schemas"]["Time"] | null;
            /** @description Failed look-ups since the source is watched, by kind */
            failures: components["schemas"]["KindCount"][];
        };
        ServerOverride: {
            /** @enum {string} */
            kind: "drain" | "eject";
            reason: string;
            author: string;
            at: components["schemas"]["Time"];
        };
        LogLines: {
            lines: components["schemas"]["LogLine"][];
            /** @description Names of the files that were searched, at least in part */
            searched: string[];
            /** @description False if the search ended before the last file */
            complete: boolean;
        };
        LogLine: {
            file: string;
            /** @description The values of the line by their names, in its order */
            values: {
                [key: string]: string;
            };
        };
        ResponseCache: {
            /**
             * Format: int64
             * @description Bytes of stored responses with their fields
             */
            bytes: number;
            /**
             * Format: int64
             * @description Bytes that they may take
             */
            memory: number;
            /**
             * Format: int64
             * @description URLs with a stored response
             */
            urls: number;
            /**
             * Format: int64
             * @description URLs whose responses had to leave for others
             */
            evictions: number;
            /**
             * Format: int64
             * @description Requests that a fresh response served
             */
            hits: number;
            /**
             * Format: int64
             * @description Requests that a stale response served
             */
            stale: number;
            /**
             * Format: int64
             * @description Requests that a stored response served after a validation
             */
            validated: number;
            /**
             * Format: int64
             * @description Requests that shared the response to another one
             */
            coalesced: number;
            /**
             * Format: int64
             * @description Requests that were forwarded
             */
            misses: number;
            /**
             * Format: int64
             * @description Requests that were forwarded without a look at the cache
             */
            passed: number;
            /**
             * Format: int64
             * @description Bytes of bodies that upstreams did not send
             */
            savedBytes: number;
        };
        PluginList: {
            /** @description Folder of the jars; empty if the configuration names none */
            folder: string;
            items: components["schemas"]["Plugin"][];
        };
        Plugin: {
            name: string;
            /** @enum {string} */
            kind: "step" | "filter" | "selection";
            /** @description Version that the manifest of the jar states; empty for none */
            version: string;
            /** @description File name */
            jar: string;
            /** @description Ids of the routes that use it */
            routes: string[];
            /** @description Names of the upstreams that use it */
            upstreams: string[];
            /**
             * Format: int64
             * @description Calls on event loops
             */
            calls: number;
            /**
             * Format: int64
             * @description Calls that held an event loop for more than 50 ms
             */
            slowCalls: number;
            /**
             * Format: int64
             * @description Requests that it has failed
             */
            failures: number;
            /** @description Cause and text of the last failure; empty for none */
            lastFailure: string;
        };
        CertificatePage: {
            at: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Certificates with a finding, before filtering
             */
            problems: number;
            /** Format: int64 */
            total: number;
            /** @description In the order of the listeners */
            items: components["schemas"]["Certificate"][];
            /** @description Certificates that the gateway orders; null if none are configured */
            automatic: components["schemas"]["AutomaticCertificates"] | null;
        };
        Certificate: {
            /** @description Beginning of the SHA-256 fingerprint */
            id: string;
            /** @description DNS names */
            names: string[];
            subject: string;
            issuer: string;
            /**
             * @description Algorithm and bits of the key
             * @example EC 256
             */
            keyType: string;
            /** @description From the certificate itself on */
            chain: components["schemas"]["CertificateLink"][];
            begin: components["schemas"]["Time"];
            end: components["schemas"]["Time"];
            /** @description Days until the end of the certificate or of one of its chain; negative after it */
            daysLeft: number;
            /**
             * @description `placeholder` is self-signed, until the ordered certificate is issued
             * @enum {string}
             */
            origin: "file" | "acme" | "placeholder";
            /** @description File of the chain, or directory of the authority */
            place: string;
            /** @description Listeners that serve it */
            listeners: string[];
            /** @description Listeners whose clients get it for unknown names */
            defaultOf: string[];
            /** @description The stapled response; null if there is no responder */
            ocsp: components["schemas"]["CertificateOcsp"] | null;
            /** @description Findings: the end is near, an issuer is missing, others can read the key */
            notices: string[];
        };
        CertificateLink: {
            subject: string;
            issuer: string;
            end: components["schemas"]["Time"];
        };
        CertificateOcsp: {
            /**
             * @description `good`: a response is stapled
             * @enum {string}
             */
            state: "good" | "revoked" | "failed" | "waiting";
            responder: string | null;
            /** @description End of the response that is stapled */
            until: components["schemas"]["Time"] | null;
            /** @description Why the last fetch failed */
            error: string | null;
            /** @description True if clients reject the certificate without a response */
            isNeeded: boolean;
        };
        AutomaticCertificates: {
            /** @description URL of the authority */
            directory: string;
            /** @enum {string} */
            challenge: "http-01" | "tls-alpn-01" | "dns-01";
            /** @description True if this node orders for the fleet */
            isLeader: boolean;
            orders: components["schemas"]["CertificateOrder"][];
        };
        CertificateOrder: {
            /** @description DNS names of one site */
            names: string[];
            /** @enum {string} */
            state: "valid" | "waiting" | "ordering" | "failed";
            /** @description End of the certificate in use */
            end: components["schemas"]["Time"] | null;
            /** @description Time of the next order */
            renewAt: components["schemas"]["Time"] | null;
            /** @description Why the last order failed */
            error: string | null;
            failedAt: components["schemas"]["Time"] | null;
        };
        /** @description Exactly one of the four */
        CachePurge: {
            /**
             * @description Scheme, host, path and query
             * @example https://www.example.com/a?b=c
             */
            url?: string;
            /** @description The beginning of URLs */
            prefix?: string;
            /** @description A word of the tag field */
            tag?: string;
            /** @description True to drop everything */
            all?: boolean;
        };
        CachePurged: {
            /**
             * Format: int32
             * @description URLs that had stored responses
             */
            urls: number;
        };
        ServerDecision: {
            /** @description For other operators; it is shown with the state, and in the audit trail */
            reason?: string;
        };
        KindCount: {
            kind: string;
            /** Format: int64 */
            count: number;
        };
        /**
         * @example opened
         * @example page_views
         * @example saved
         * @example p95
         */
        MeasureName: string;
        /**
         * @default all
         * @enum {string}
         */
        HistoryScope: "all" | "listener" | "site";
        /**
         * @description all: the sum over protocols, with what belongs to none, for example CPU time of the loops and failed handshakes
         * @enum {string}
         */
        HistoryProtocol: "all" | "http/1.1" | "h2" | "h3";
        HistorySeries: {
            protocol: components["schemas"]["HistoryProtocol"];
            measure: components["schemas"]["MeasureName"];
            /** @description One for each point; null if no node counted or nothing can be derived */
            values: (number | null)[];
        };
        HistoryRange: {
            from: components["schemas"]["Time"];
            to: components["schemas"]["Time"];
            /** @description Beginnings of the periods */
            points: components["schemas"]["Time"][];
            series: components["schemas"]["HistorySeries"][];
        };
        HistoryNode: {
            id: string;
            /** @description Its id if the name is not known any more */
            name: string;
        };
        History: {
            /** @description Beginning of the first period */
            from: components["schemas"]["Time"];
            /** @description End of the last period */
            to: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Length of each period
             */
            widthSeconds: number;
            /** @description Beginnings of the periods */
            points: components["schemas"]["Time"][];
            /** @description For each measure one series of `all`, and one of each protocol if the measure is counted by protocol */
            series: components["schemas"]["HistorySeries"][];
            /** @description With `compare`: the period before, with as many points; absent else */
            previous?: components["schemas"]["HistoryRange"];
            /** @description Events of the asked range, oldest first, also those after the last period; the newest 200 if there are more */
            events: components["schemas"]["HistoryEvent"][];
            /** @description Number of older events of the range that are not in `events` */
            eventsLeft: number;
            /** @description Nodes that counted in the range */
            nodes: components["schemas"]["HistoryNode"][];
            /** @description Earliest period of the store; null if there is none yet */
            firstAt: components["schemas"]["Time"] | null;
        };
        HistoryTotals: {
            from: components["schemas"]["Time"];
            to: components["schemas"]["Time"];
            rows: {
                /** @description Listener or site; empty with the scope `all` */
                name: string;
                protocol: components["schemas"]["HistoryProtocol"];
                /** @description Value of each measure */
                values: {
                    [key: string]: number | null;
                };
            }[];
        };
        /**
         * @description clock: a clock stepped. gap: minutes were lost, as the store was away for too long. deploy and note: noted by a user.
         * @enum {string}
         */
        EventKind: "start" | "stop" | "protocols" | "alt-svc" | "reload" | "publication" | "certificate" | "clock" | "gap" | "deploy" | "note";
        HistoryEvent: {
            id: string;
            at: components["schemas"]["Time"];
            /** @description Id of the node where it happened; null for the whole fleet */
            node: string | null;
            kind: components["schemas"]["EventKind"];
            /** @description Listener, manifest, certificate or site */
            subject: string | null;
            text: string;
            /** @description Name of the user, or `gateway` */
            author: string;
        };
        HistoryEventPage: {
            total: number;
            items: components["schemas"]["HistoryEvent"][];
        };
        NewHistoryEvent: {
            /** @enum {string} */
            kind: "deploy" | "note";
            /** @description Default is now; neither in the future nor more than 400 days ago */
            at?: components["schemas"]["Time"];
            /** @description For example the site */
            subject?: string;
            /** @description One line */
            text: string;
        };
        /** @enum {string} */
        PageMetric: "ttfb" | "first-paint" | "fcp" | "lcp" | "inp" | "cls" | "dcl" | "load" | "statics" | "lead" | "dns" | "connect" | "tls" | "request" | "response";
        /** @enum {string} */
        PageStatistic: "mean" | "median" | "p80" | "p95";
        ExperimentHeadline: {
            metric: components["schemas"]["PageMetric"];
            statistic: components["schemas"]["PageStatistic"];
            /** @example median of Load */
            label: string;
            /** @enum {string} */
            unit: "milliseconds" | "score";
            /**
             * @description The unit that is assigned and counted
             * @enum {string}
             */
            counted: "network" | "visitor";
        };
        ExperimentVerdict: {
            /** @enum {string} */
            kind: "better" | "worse" | "no-difference" | "undecided" | "not-enough" | "blocked";
            /** @description The arm that differs from the control */
            arm: string | null;
            sentence: string;
            /**
             * Format: int64
             * @description Units behind the sentence
             */
            visitors: number;
            /** @description The next step */
            hint: string;
        };
        ExperimentOutcomes: {
            /** Format: int64 */
            loaded: number;
            /** Format: int64 */
            failed: number;
            /** Format: int64 */
            truncated: number;
            /** Format: int64 */
            abandoned: number;
            /**
             * Format: int64
             * @description Page views without a beacon
             */
            unreported: number;
        };
        ExperimentGot: {
            /** Format: int64 */
            h1: number;
            /** Format: int64 */
            h2: number;
            /** Format: int64 */
            h3: number;
            /** Format: int64 */
            other: number;
        };
        ExperimentFigure: {
            metric: components["schemas"]["PageMetric"];
            /** Format: int64 */
            views: number;
            /** Format: int64 */
            units: number;
            /** @description Mean over units; values above the 99.5 % quantile of all arms count as it */
            mean: number | null;
            median: number | null;
            p80: number | null;
            p95: number | null;
        };
        ExperimentArmResult: {
            name: string;
            /** @description Planned part relative to the other arms */
            share: number;
            /** Format: int64 */
            assignedUnits: number | null;
            /**
             * Format: int64
             * @description Units in the computation
             */
            units: number;
            /** Format: int64 */
            views: number;
            outcomes: components["schemas"]["ExperimentOutcomes"];
            figures: components["schemas"]["ExperimentFigure"][];
            /** @description Of the page views that reported, averaged over units */
            failedShare: number | null;
            truncatedShare: number | null;
            unreportedShare: number | null;
            /** @description Connections opened per 1,000 page views, by the counters of the gateway */
            connectionsPer1000: number | null;
            /** @description Milliseconds of CPU time per 1,000 page views */
            cpuMillisPer1000: number | null;
            requestsPer1000: number | null;
            /** @description Responses with a status of 500 to 599 per 1,000 page views */
            errorsPer1000: number | null;
            wastedBytesPer1000: number | null;
            got: components["schemas"]["ExperimentGot"];
        };
        /** @description The interval of the headline that holds at all looks together */
        ExperimentSequence: {
            difference: number;
            low: number;
            high: number;
            /** @example 0.995 */
            level: number;
            /** @description Always-valid p-value */
            chance: number;
            /** Format: int64 */
            units: number;
            /** @description True if the interval excludes 0 */
            excludesNone: boolean;
        };
        ExperimentDifference: {
            /**
             * @example load-median
             * @example failed-share
             */
            id: string;
            label: string;
            /** @enum {string} */
            unit: "milliseconds" | "score" | "share";
            /** @enum {string} */
            role: "headline" | "secondary" | "described";
            control: number | null;
            arm: number | null;
            /** @description Arm minus control */
            difference: number | null;
            /** @description Lower end of the 95 % interval by the bootstrap over units; it holds at the planned end only */
            low: number | null;
            high: number | null;
            /** @description Relative difference */
            change: number | null;
            changeLow: number | null;
            changeHigh: number | null;
            /** @description The same end without draws: delta method for means, Woodruff's method for quantiles */
            checkLow: number | null;
            checkHigh: number | null;
            /** @description The same of the relative difference */
            checkChangeLow: number | null;
            checkChangeHigh: number | null;
            /** @description p-value */
            chance: number | null;
            /** @description p-value after the steps of Holm over the secondary figures */
            adjusted: number | null;
            /**
             * @description Null for figures that are only described, and for secondary ones before the planned end
             * @enum {string|null}
             */
            verdict: "better" | "worse" | "none-shown" | null;
            /** @description The reason why there is no interval */
            missing: string | null;
        };
        ExperimentQuantile: {
            quantile: number;
            control: number;
            arm: number;
            difference: number;
            low: number;
            high: number;
        };
        /** @description The difference of means of the headline metric after adjustment for covariates */
        ExperimentAdjusted: {
            difference: number;
            low: number;
            high: number;
            error: number;
            rawDifference: number;
            rawError: number;
            covariates: string[];
            /** @description True if values of units before the start are used (CUPED) */
            withPrePeriod: boolean;
        };
        ExperimentComparison: {
            arm: string;
            control: string;
            sequence: components["schemas"]["ExperimentSequence"] | null;
            differences: components["schemas"]["ExperimentDifference"][];
            /** @description The headline metric at each twentieth */
            quantiles: components["schemas"]["ExperimentQuantile"][];
            adjusted: components["schemas"]["ExperimentAdjusted"] | null;
        };
        ExperimentRatioCheck: {
            /** @enum {string} */
            what: "assigned" | "reporting";
            /** @description Units by arm */
            observed: number[];
            expected: number[];
            /** @description Chi-square */
            statistic: number;
            /** @description p-value */
            chance: number;
            /** @description True if there is no verdict because of it */
            blocks: boolean;
        };
        ExperimentLevel: {
            name: string;
            /** @description By arm */
            units: number[];
            /** @description The headline statistic by arm; null below 30 units */
            values: (number | null)[];
        };
        ExperimentCovariate: {
            /** @enum {string} */
            name: "hour" | "network" | "device" | "cache";
            /** @description p-value of a difference between the arms */
            chance: number;
            levels: components["schemas"]["ExperimentLevel"][];
        };
        ExperimentResults: {
            experiment: string;
            /** Format: date-time */
            now: string;
            /** Format: date-time */
            from: string;
            /**
             * Format: date-time
             * @description End of the analysed time, at most the planned end
             */
            to: string;
            /** Format: date-time */
            plannedEnd: string | null;
            /** @description True once the planned end is reached */
            isFinal: boolean;
            headline: components["schemas"]["ExperimentHeadline"];
            verdict: components["schemas"]["ExperimentVerdict"];
            /** @description The first one is the control */
            arms: components["schemas"]["ExperimentArmResult"][];
            comparisons: components["schemas"]["ExperimentComparison"][];
            checks: components["schemas"]["ExperimentRatioCheck"][];
            covariates: components["schemas"]["ExperimentCovariate"][];
            /** @description Part of the units in the computation */
            keptShare: number;
            notes: string[];
        };
        ExperimentPower: {
            metric: components["schemas"]["PageMetric"];
            statistic: components["schemas"]["PageStatistic"];
            /** @description The statistic in the past */
            value: number | null;
            /** @description Standard deviation of one unit */
            spread: number | null;
            /** Format: int64 */
            units: number;
            days: number;
            /** @description New units on a day of the whole site */
            unitsPerDay: number | null;
            /** @description Chance of a false alarm at the planned end */
            level: number;
            power: number;
            needed: {
                /** @description Relative */
                effect: number;
                /** Format: int64 */
                unitsPerArm: number;
                /** @description Null if it is longer than ten years */
                days: number | null;
            }[];
            found: {
                days: number;
                /** Format: int64 */
                unitsPerArm: number;
                /** @description The smallest relative effect that is found */
                effect: number;
            }[];
            /** @description The reason why there is no plan */
            missing: string | null;
        };
        PageCell: {
            /** Format: int64 */
            views: number;
            median: number;
        };
        PagePair: {
            site: string;
            page: string;
            /**
             * Format: date-time
             * @description Its start
             */
            hour: string;
            /** @example 4g */
            network: string;
            a: components["schemas"]["PageCell"];
            b: components["schemas"]["PageCell"];
        };
        /** @description Means of the parts of the time to first byte in milliseconds */
        PageSplit: {
            /** Format: int64 */
            views: number;
            dns: number;
            connect: number;
            tls: number;
            request: number;
            /** @description Redirects and the time before the lookup */
            other: number;
        };
        PageSide: {
            name: string;
            /** Format: int64 */
            views: number;
            /** @description Points of the empirical distribution function */
            curve: {
                value: number;
                share: number;
            }[];
            split: components["schemas"]["PageSplit"];
        };
        PageComparison: {
            metric: components["schemas"]["PageMetric"];
            /** @enum {string} */
            unit: "milliseconds" | "score";
            /** @enum {string} */
            by: "arm" | "protocol";
            a: components["schemas"]["PageSide"];
            b: components["schemas"]["PageSide"];
            pairs: components["schemas"]["PagePair"][];
            /** @description Pairs in which b is lower */
            pairsBelow: number;
            /** @description Cells of which one side has fewer than 5 page views */
            unpaired: number;
            /**
             * Format: int64
             * @description Page views beyond the limits of cells and units
             */
            leftOut: number;
        };
        /** @description Needs `event` or `at`. */
        ReportRequest: {
            /** @description Id of an event */
            event?: string;
            /** @description The moment that divides before from after, without an event */
            at?: components["schemas"]["Time"];
            /** @description Only this site; default is all traffic */
            site?: string;
            /**
             * @description Time zone of the hours and weekdays, as in the IANA database
             * @default UTC
             * @example Europe/Berlin
             */
            zone: string;
            /**
             * @description Greatest length of each window
             * @default 28
             */
            days: number;
        };
        /**
         * @description weeks: windows of whole weeks, matched by weekday and time of day. days: windows of one to six days, matched by time of day, working days only with working days. quick: at most six hours, not matched: it shows the change of this traffic only
         * @enum {string}
         */
        ReportBasis: "weeks" | "days" | "quick";
        ReportSummary: {
            id: string;
            title: string;
            /** @description The moment that divides before from after */
            at: components["schemas"]["Time"];
            site: string | null;
            basis: components["schemas"]["ReportBasis"];
            conclusion: string;
            author: string;
            createdAt: components["schemas"]["Time"];
        };
        ReportPage: {
            total: number;
            items: components["schemas"]["ReportSummary"][];
        };
        ReportWindow: {
            from: components["schemas"]["Time"];
            to: components["schemas"]["Time"];
            /** @description Blocks that were compared */
            blocks: number;
            /** Format: int64 */
            requests: number;
            /** Format: int64 */
            pageViews: number;
        };
        ReportFigure: {
            /**
             * @example opened-per-view
             * @example first-byte-p95
             */
            id: string;
            /** @example Connections opened */
            label: string;
            /** @enum {string|null} */
            per: "1000-page-views" | "1000-requests" | "connection" | null;
            /**
             * @description share: from 0 to 1
             * @enum {string}
             */
            unit: "connections" | "handshakes" | "requests" | "seconds" | "milliseconds" | "bytes" | "share";
            before: number | null;
            after: number | null;
            /** @description Relative change: −0.83 is 83 % less. Null if `before` is 0 or absent */
            change: number | null;
            /** @description Lower end of the 95 % interval of `change` */
            low: number | null;
            high: number | null;
            /**
             * @description none-shown: no difference shown. Null if the figure is absent
             * @enum {string|null}
             */
            verdict: "fell" | "rose" | "none-shown" | null;
            /** @description The figure that answers the question; exactly one is */
            primary: boolean;
            /** @description What an absent figure lacks */
            missing: string | null;
        };
        Report: {
            /** @description Null if refused */
            id: string | null;
            author: string;
            createdAt: components["schemas"]["Time"];
            /** @example Before and after: public serves h2 and h3 */
            title: string;
            question: {
                at: components["schemas"]["Time"];
                /** @description A copy */
                event: components["schemas"]["HistoryEvent"] | null;
                site: string | null;
                zone: string;
                days: number;
            };
            /** @description Null if refused */
            basis: components["schemas"]["ReportBasis"] | null;
            /** @description Length of a block; null if refused */
            blockSeconds: number | null;
            /** @description Null if refused */
            windows: null | {
                before: components["schemas"]["ReportWindow"];
                after: components["schemas"]["ReportWindow"];
            };
            /** @description Blocks that were not compared, by reason */
            excluded: {
                /** @description In words */
                reason: string;
                blocks: number;
            }[];
            /** @description Empty if refused */
            figures: components["schemas"]["ReportFigure"][];
            /** @description The estimate of the connections that HTTP/1.1 would have needed for the HTTP/2 and HTTP/3 traffic after the event, beside the connections of measured HTTP/1.1 visitors in the same window. Null if refused */
            counterfactual: null | {
                /** @enum {string} */
                per: "1000-page-views" | "1000-requests";
                /** @description Connections by the estimate */
                estimate: number | null;
                /** @description Connections of the measured HTTP/1.1 visitors */
                measured: number | null;
                /** @description estimate / measured − 1 */
                apart: number | null;
                /** @description What is lacking, if one of them is null */
                missing: string | null;
                /** @description Connections of the HTTP/1.1 visitors before the event; null if there were few */
                measuredBefore: number | null;
                /** @description estimate / measuredBefore − 1 */
                apartBefore: number | null;
            };
            /** @description Other changes between the windows that may explain a difference */
            confounders: {
                /**
                 * @example volume
                 * @example sites
                 * @example browsers
                 * @example views-per-request
                 * @example event
                 * @example restart
                 * @example nodes
                 * @example protocols-before
                 */
                kind: string;
                text: string;
                /** @description Relative change or share; null if it has no size */
                size: number | null;
            }[];
            /** @description One to three sentences: what can be concluded, and what cannot */
            conclusion: string;
            /** @description Null if there is an answer */
            refused: null | {
                /** @enum {string} */
                reason: "too-thin" | "in-the-future" | "before-first-data" | "beyond-retention" | "no-data";
                /** @description One sentence */
                text: string;
                missing: components["schemas"]["Missing"][];
                /** @description Earliest moment to ask again; null if that cannot help */
                askAgainAt: components["schemas"]["Time"] | null;
            };
        };
        Missing: {
            /**
             * @example sampled HTTP/1.1 requests
             * @example quarter hours after the event
             */
            what: string;
            /** Format: int64 */
            have: number;
            /** Format: int64 */
            needed: number;
        };
        NamedSavings: {
            name: string;
            counters: components["schemas"]["ProtocolSavings"];
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
            /**
             * Format: int64
             * @description Requests whose response is not complete
             */
            inFlight: number;
        };
        Count: {
            outcome: string;
            /** Format: int64 */
            count: number;
        };
        Savings: {
            at: components["schemas"]["Time"];
            /** @description Start of the counters (the start of the process) */
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
                /** @description Thread CPU time of the data-path loops; null if it is not measured */
                loopSeconds: number | null;
                handshakeSeconds: number | null;
                /** @description An estimate; may be negative. Null without enough measurements */
                savedSeconds: number | null;
                /** @description Values that need more measurements before savedSeconds is known */
                missing: components["schemas"]["Missing"][];
                /** @description An estimate of the part that measures handshakes and samples */
                measuringSeconds: number | null;
                /** @description One row for each protocol; none if CPU time is not measured */
                costs: {
                    protocol: components["schemas"]["Protocol"];
                    handshake: components["schemas"]["MeanCpu"];
                    request: components["schemas"]["MeanCpu"];
                }[];
            };
            byListener?: components["schemas"]["NamedSavings"][];
            /** @description By the first host of the site; a connection counts for the site of its first request */
            bySite?: components["schemas"]["NamedSavings"][];
            /** @description Closed connections by reason: client, reset, idle, error, limit, after-response, drain */
            closings?: components["schemas"]["Count"][];
            /** @description Failed handshakes by reason: left, tls, timeout, refused */
            failures?: components["schemas"]["Count"][];
            /**
             * Format: int64
             * @description Connections whose early data (0-RTT) was accepted
             */
            handshakesEarly?: number;
            /** @description Of closed connections */
            requestsPerConnection?: {
                mean: number | null;
                buckets: {
                    /**
                     * Format: int64
                     * @description Greatest number of requests of the bucket; null for the last
                     */
                    upTo: number | null;
                    /** Format: int64 */
                    count: number;
                }[];
                missing: components["schemas"]["Missing"][];
            };
            /** @description Bytes of sampled header sections of h2 and h3 */
            headers?: {
                /**
                 * Format: int64
                 * @description As HTTP/1.1 would send them
                 */
                plainBytes: number | null;
                /**
                 * Format: int64
                 * @description As HPACK or QPACK coded them
                 */
                codedBytes: number | null;
                missing: components["schemas"]["Missing"][];
            };
            memory?: {
                /** @description An estimate; null under 100 open connections */
                bytesPerConnection: number | null;
                missing: components["schemas"]["Missing"][];
            };
            upstream?: {
                /**
                 * Format: int64
                 * @description Connections opened to servers
                 */
                opened: number;
                /** Format: int64 */
                requests: number;
                /**
                 * Format: int64
                 * @description requests − opened: connections that pooling saved
                 */
                saved: number;
            };
            definitions: components["schemas"]["Definition"][];
        };
        MeanCpu: {
            /** @description Mean CPU time; null while measurements are missing */
            seconds: number | null;
            missing: components["schemas"]["Missing"][];
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
             * @description Revision of the snapshot in force here; 0 if nothing was ever published
             */
            revision: number;
            nodes: components["schemas"]["Nodes"];
            /** @description The gateways of the store; the first is the one that responds */
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
                /** @description Protocols that it accepts */
                protocols: components["schemas"]["Protocol"][];
                /** @description Reason why a configured protocol is not accepted */
                complaint: string | null;
                /** @description DNS records of type HTTPS (RFC 9460) of its sites, to paste into a zone file */
                httpsRecords: string[];
            }[];
            store: {
                /** @enum {string} */
                kind: "sqlite" | "postgresql";
                /**
                 * @description read-only: the store cannot be used or written, and the gateway serves the manifests last published; writes get a 503 with the code `store-read-only`. down: the store cannot be reached
                 * @enum {string}
                 */
                state: "up" | "read-only" | "down";
                /** @description Reason why it is not up */
                detail: string | null;
            };
            /** @description Conditions that need an operator's attention, the newest first */
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
            /** @description The event as a sentence */
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
        /** @description The resource has changed since it was read; the ETag and `etag` are the current ones. */
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
        HistoryEventId: string;
        ReportId: string;
        UpstreamName: string;
        /** @description Id of a server of the upstream, percent-encoded */
        ServerId: string;
        /** @description Beginning of the range; not with `seconds` */
        From: components["schemas"]["Time"];
        /** @description End of the range; default is now, by the clock of the store */
        To: components["schemas"]["Time"];
        /** @description Length of the range that ends at `to`, instead of `from`; default is 3600 */
        Seconds: number;
        HistoryScope: components["schemas"]["HistoryScope"];
        /** @description Id of a node; default is the sum of all */
        HistoryNode: string;
        /** @description `csv` gives CSV as an attachment, as does Accept: text/csv */
        Format: "json" | "csv";
        Csrf: "1";
        IfMatch: string;
        Name: components["schemas"]["ManifestName"];
        Limit: number;
        Offset: number;
    };
    requestBodies: never;
    headers: {
        /** @description Strong validator of the manifest; send it in If-Match. */
        ETag: string;
        /** @description Version of the decision on the server, "0" without one; send it in If-Match. */
        ServerETag: string;
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
            /** @description The session has ended and the cookie is deleted. */
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
                /** @description Only names and draft texts that contain this, ignoring case */
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
            /** @description The problems. A text without problems may be published. */
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
            /** @description The problems. A text without problems may be published. */
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
                /** @description Only demoted entries */
                demoted?: true;
                /** @description Field to sort by; a leading minus sorts in descending order. Default is the order of the manifests. */
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
            /** @description The present state of the entry. */
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
            /** @description The present state of the entry. */
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
            /** @description The present state of the proposal. */
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
            /** @description The present state of the proposal. */
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
            /** @description The present state of the proposal. */
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
                /** @description Field to sort by; a leading minus sorts in descending order. */
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
    getPooling: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PoolingReport"];
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
            /** @description The timeline waits. */
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
            /** @description Deleted. */
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
    listRoutes: {
        parameters: {
            query?: {
                /** @description Only routes whose id, path, hosts or target contain this */
                q?: string;
                /** @description First host of a site */
                site?: string;
                upstream?: string;
                /** @description Only routes with a problem */
                problems?: "true";
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
                    "application/json": components["schemas"]["RoutePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    explainRoute: {
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
                "application/json": components["schemas"]["RouteTrial"];
            };
        };
        responses: {
            /** @description The decision with its reasons. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteDecision"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    findLogLines: {
        parameters: {
            query: {
                /** @description Id of the request (policy `requestId`), or of its trace (policy `tracing`). */
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines; none if no log has the request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogLines"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getCache: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The present state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResponseCache"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    purgeCache: {
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
                "application/json": components["schemas"]["CachePurge"];
            };
        };
        responses: {
            /** @description The responses are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CachePurged"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listPlugins: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The present state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginList"];
                };
            };
        };
    };
    listCertificates: {
        parameters: {
            query?: {
                /** @description Only certificates whose names, subject, issuer, place or listeners contain this */
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
                    "application/json": components["schemas"]["CertificatePage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listUpstreams: {
        parameters: {
            query?: {
                /** @description Only upstreams whose name or servers contain this */
                q?: string;
                /** @description Only upstreams with a server that takes no requests */
                problems?: "true";
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
                    "application/json": components["schemas"]["UpstreamPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getUpstream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["UpstreamName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upstream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upstream"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["UpstreamName"];
                /** @description Id of a server of the upstream, percent-encoded */
                id: components["parameters"]["ServerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The present state of the server. */
            200: {
                headers: {
                    ETag: components["headers"]["ServerETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpstreamServer"];
                };
            };
            /** @description If-None-Match has the current ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ServerETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    drainServer: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                name: components["parameters"]["UpstreamName"];
                /** @description Id of a server of the upstream, percent-encoded */
                id: components["parameters"]["ServerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServerDecision"];
            };
        };
        responses: {
            /** @description The present state of the server. */
            200: {
                headers: {
                    ETag: components["headers"]["ServerETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpstreamServer"];
                };
            };
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    ejectServer: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                name: components["parameters"]["UpstreamName"];
                /** @description Id of a server of the upstream, percent-encoded */
                id: components["parameters"]["ServerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServerDecision"];
            };
        };
        responses: {
            /** @description The present state of the server. */
            200: {
                headers: {
                    ETag: components["headers"]["ServerETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpstreamServer"];
                };
            };
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    enableServer: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                name: components["parameters"]["UpstreamName"];
                /** @description Id of a server of the upstream, percent-encoded */
                id: components["parameters"]["ServerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServerDecision"];
            };
        };
        responses: {
            /** @description The present state of the server. */
            200: {
                headers: {
                    ETag: components["headers"]["ServerETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpstreamServer"];
                };
            };
            /** @description The decision was removed; no upstream has the server now. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            412: components["responses"]["Stale"];
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
    getHistory: {
        parameters: {
            query?: {
                /** @description Beginning of the range; not with `seconds` */
                from?: components["parameters"]["From"];
                /** @description End of the range; default is now, by the clock of the store */
                to?: components["parameters"]["To"];
                /** @description Length of the range that ends at `to`, instead of `from`; default is 3600 */
                seconds?: components["parameters"]["Seconds"];
                /** @description Repeatable, at most 30. Default: opened, open, h1_equivalent, saved, requests. An unknown one is refused. */
                measure?: components["schemas"]["MeasureName"][];
                scope?: components["parameters"]["HistoryScope"];
                /** @description Name of the listener or site; required with these scopes */
                name?: string;
                /** @description Id of a node; default is the sum of all */
                node?: components["parameters"]["HistoryNode"];
                /** @description `previous` adds the range of the same length just before this one */
                compare?: "previous";
                /** @description `csv` gives CSV as an attachment, as does Accept: text/csv */
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The series. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["History"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getHistoryTotals: {
        parameters: {
            query?: {
                /** @description Beginning of the range; not with `seconds` */
                from?: components["parameters"]["From"];
                /** @description End of the range; default is now, by the clock of the store */
                to?: components["parameters"]["To"];
                /** @description Length of the range that ends at `to`, instead of `from`; default is 3600 */
                seconds?: components["parameters"]["Seconds"];
                /** @description Repeatable, at most 30. Default: opened, open, h1_equivalent, saved, requests. An unknown one is refused. */
                measure?: components["schemas"]["MeasureName"][];
                scope?: components["parameters"]["HistoryScope"];
                /** @description Id of a node; default is the sum of all */
                node?: components["parameters"]["HistoryNode"];
                /** @description `csv` gives CSV as an attachment, as does Accept: text/csv */
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows, by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryTotals"];
                    "text/csv": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listHistoryEvents: {
        parameters: {
            query?: {
                /** @description Beginning of the range; not with `seconds` */
                from?: components["parameters"]["From"];
                /** @description End of the range; default is now, by the clock of the store */
                to?: components["parameters"]["To"];
                /** @description Repeatable */
                kind?: components["schemas"]["EventKind"][];
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
                    "application/json": components["schemas"]["HistoryEventPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    addHistoryEvent: {
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
                "application/json": components["schemas"]["NewHistoryEvent"];
            };
        };
        responses: {
            /** @description Noted. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryEvent"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    changeHistoryEvent: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path: {
                id: components["parameters"]["HistoryEventId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewHistoryEvent"];
            };
        };
        responses: {
            /** @description Replaced. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryEvent"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteHistoryEvent: {
        parameters: {
            query?: never;
            header: {
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path: {
                id: components["parameters"]["HistoryEventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listReports: {
        parameters: {
            query?: {
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
                    "application/json": components["schemas"]["ReportPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    makeReport: {
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
                "application/json": components["schemas"]["ReportRequest"];
            };
        };
        responses: {
            /** @description Refused: `refused` has the reason, and nothing is stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            /** @description Made and stored. */
            201: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. It never changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getReportCsv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ReportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One row for each figure, as an attachment. */
            200: {
                headers: {
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getExperimentResults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentResults"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getExperimentPower: {
        parameters: {
            query?: {
                /** @description The headline metric; the default is load */
                metric?: components["schemas"]["PageMetric"];
                /** @description The compared number; the default is median */
                statistic?: components["schemas"]["PageStatistic"];
                /** @description Only this site */
                site?: string;
                /** @description Part of all units that takes part; the default is 0.1 */
                share?: number;
                /** @description Number of arms with equal parts; the default is 2 */
                arms?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The power. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentPower"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    comparePageViews: {
        parameters: {
            query: {
                by: "arm" | "protocol";
                /** @description The first side */
                a: string;
                /** @description The second side */
                b: string;
                /** @description Only page views of this experiment; required if by is arm */
                experiment?: string;
                /** @description The default is load */
                metric?: components["schemas"]["PageMetric"];
                /** @description Only this site */
                site?: string;
                /** @description The default is seven days before `to` */
                from?: string;
                /** @description The default is now */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comparison. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageComparison"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    events: {
        parameters: {
            query?: {
                /** @description Comma-separated; default is all of them. */
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
            /** @description The process serves. */
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
            /** @description The gateway should get requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description The gateway should not get requests; the failed checks have the reason. */
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
            /** @description Prometheus text or OpenMetrics, according to Accept. */
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
