// Written by `npm run schema` from gateway/src/main/resources/admin/openapi.yaml. Do not edit.
// contract-shape: f662c2dcf9f28b57

export interface paths {
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** User and roles of the session, or of the token */
        get: operations["whoAmI"];
        put?: never;
        /** Sign in */
        post: operations["login"];
        /** Sign out */
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
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All users, by name */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Without a password, the gateway makes a one-time password and returns it once. The user must change the password at the first sign-in.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["UserName"];
            };
            cookie?: never;
        };
        /** One user */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Delete a user with the sessions and tokens
         * @description The audit trail and the authors of manifests keep the name. The last admin cannot be deleted.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Rename a user, change the roles, disable or enable
         * @description Fields that are absent stay as they are. Other roles, another name and `disabled` end the sessions of the user; `disabled` deletes the tokens, too. The last admin keeps the role.
         */
        patch: operations["changeUser"];
        trace?: never;
    };
    "/users/{name}/password": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["UserName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a password that the user must change
         * @description Without a password, the gateway makes a one-time password and returns it once. The sessions of the user end.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{name}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["UserName"];
            };
            cookie?: never;
        };
        /**
         * Sessions of a user, the one last seen first
         * @description Users see their own sessions, admins those of all users.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /** End all sessions of a user except that of the request */
        delete: operations["endSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{name}/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["UserName"];
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one session of a user */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Least role and reach of each operation */
        get: operations["listPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tokens, by owner and name
         * @description Users see their own tokens, admins those of all users.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create a token of the sender
         * @description Its text is in this response only; the gateway keeps a hash. The token has the rights that both it and its owner have. It ends with its owner. A token that another token makes has at most its operations and its life, and ends with it.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a token
         * @description Users delete their own tokens, admins those of all users.
         */
        delete: operations["deleteToken"];
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
         * @description Responds when the revision is durable in the store. `nodes` has the number of gateways that run it by then. The others follow within two seconds, as `nodes` and `fleet` of `/status` show. The response is 422 with `problems` if the draft has errors, and 409 if it lacks an approval or another publication of the manifest runs.
         */
        post: operations["publishManifest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manifests/{name}/managed-by": {
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
         * Mark a manifest as decided by a file, or end that
         * @description While it is marked, a change of the manifest needs the header `X-Lychgate-Managed-By` with the same value. Other changes are refused with 409 and the code `managed-by-file`, and `detail` names the place of the file. `lychgate apply --managed-by` sends both.
         */
        put: operations["manageManifest"];
        post?: never;
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
    "/manifests/{name}/draft:dry-run": {
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
         * The draft on recorded page views
         * @description Runs the real decision for each recorded page view, with the manifest in force and with the draft. Sends and stores nothing. `publishing.record` of the configuration states what is recorded. The response is 422 with `problems` if the draft has errors.
         */
        post: operations["dryRunDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manifests/{name}/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        /** Approvals of the draft */
        get: operations["listApprovals"];
        put?: never;
        /**
         * Approve the draft
         * @description The approval is for exactly this text, so If-Match names its version; `*` is refused. A change of the draft removes it. The response is 409 for a person who changed the draft since it was last in force.
         */
        post: operations["approveDraft"];
        /** Take one's own approval back */
        delete: operations["withdrawApproval"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manifests/{name}/history:compare": {
        parameters: {
            query: {
                /** @description A revision, or `draft` */
                from: string;
                /** @description A revision, or `draft` */
                to: string;
            };
            header?: never;
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        /** Differences of two revisions, or of a revision and the draft */
        get: operations["compareRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/manifests/{name}/history:restore-rule": {
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
         * Make one rule of the draft what it was in a revision
         * @description A rule that the revision does not have is removed from the draft. Everything else stays, comments included.
         */
        post: operations["restoreRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/publications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Publications, newest first */
        get: operations["listPublications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/publications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PublicationId"];
            };
            cookie?: never;
        };
        /** One publication with its progress */
        get: operations["getPublication"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/publications/{id}/promote": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PublicationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put a canary, or a scheduled publication, in force on all nodes now */
        post: operations["promotePublication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/publications/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PublicationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a publication back
         * @description Cancels a scheduled publication, ends a canary, or restores the revision before a publication that is in force. The draft stays. The response is 409 after a later publication.
         */
        post: operations["undoPublication"];
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
    "/experiments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All experiments, the newest first */
        get: operations["listExperiments"];
        put?: never;
        /** Add a draft */
        post: operations["createExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments:preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a design without storing it */
        post: operations["previewExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        /** One experiment */
        get: operations["getExperiment"];
        /** Replace the design of a draft */
        put: operations["editExperiment"];
        post?: never;
        /**
         * Delete an experiment with its counts
         * @description Only one that is not in force.
         */
        delete: operations["deleteExperiment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}/managed-by": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Mark the plan of an experiment as decided by a file, or end that
         * @description While it is marked, an edit and the deletion need the header `X-Lychgate-Managed-By` with the same value. Others are refused with 409 and the code `managed-by-file`, and `detail` names the place of the file. Its steps, such as the start, stay with people. `lychgate apply --managed-by` sends both.
         */
        put: operations["manageExperiment"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}:start": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a draft
         * @description Its share of its layer is reserved for it on its sites. With `prePeriodMinutes` it is `planned` first: its page views are recorded, and it starts by itself afterwards; a second call starts it at once. 409 if the layer has no room, or the configuration does not fit; `detail` says which.
         */
        post: operations["startExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}:pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a running experiment
         * @description Each client gets the configuration. After it resumes, each unit has the arm that it had.
         */
        post: operations["pauseExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}:resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resume a paused experiment */
        post: operations["resumeExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}:stop": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End an experiment
         * @description Each client gets the configuration. The counts stay.
         */
        post: operations["stopExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}:release": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the effect of a decision
         * @description The configuration alone is in force again.
         */
        post: operations["releaseExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}:decide": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record the decision on an ended experiment
         * @description With `apply`, each client of its sites gets the winner from the next request on, on all nodes and over restarts, until it is released. `GET /experiments/{id}/outcome` has the changes of the configuration that make this lasting.
         */
        post: operations["decideExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}/outcome": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        /** The changes that make an arm the configuration */
        get: operations["getExperimentOutcome"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        /** The steps of its life, the newest first */
        get: operations["listExperimentChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}/counts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        /**
         * The gateway's own counters by arm
         * @description Sums over all nodes since the start. Those of other nodes are at most some seconds old. `got` is a row of the matrix of assigned against got. The sample ratio compares distinct units; a mismatch means that no other figure can be trusted.
         */
        get: operations["getExperimentCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/experiments/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        /**
         * The data of an experiment as a file
         * @description `counts` has one row for each arm, node and five minutes. `views` has one row for each page view that the results are computed from, at most 2,000,000 from `offset` on: `period` is `before` for views of the pre-period, `unit` and `cluster` (the client's network on that day) are hexadecimal. A notebook of Jupyter has both in it, at most 50,000 page views. Two files are made at once; further calls get 429.
         */
        get: operations["exportExperiment"];
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
    "/timings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Distributions of the timings of page views
         * @description Means and quantiles of each metric over a range, grouped by one attribute, and the line of one metric over time
         *     (docs/how-to/real-user-timings.md defines the metrics). They come from sums of 5 minutes, of an hour for ranges of more than a
         *     day; the range begins with a whole one. A sum counts by the time at which the report came. Quantiles are at most 1 % beside the
         *     true ones. Beyond 50 pages of a site in 5 minutes, views are summed under the page `(other)`. At most 100 groups, those with
         *     most views; `others` is the number of the rest. `pages` and `reports` count since the start of this gateway.
         */
        get: operations["getTimings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Page views, newest or slowest first */
        get: operations["listViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One page view */
        get: operations["getView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/views/{id}/waterfall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The times of the resources of one page view
         * @description Two lanes, of the browser and of the gateway, on the browser's clock: milliseconds since the navigation began (docs/how-to/real-user-timings.md says how exact they are). 404 for a view without `hasWaterfall`.
         */
        get: operations["getViewWaterfall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/views/{id}/har": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as an HTTP archive (HAR 1.2)
         * @description One entry for each resource, with the times of the browser. Fields besides those of the format: `_gateway` has the times of the gateway, `_initiator`, `_cacheState` and `_sizeBits` are by the browser, and `_clock` belongs to the whole log. Header fields, cookies and queries are not recorded.
         */
        get: operations["getViewHar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bench-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link to the bench page of a site
         * @description The link opens once, within five minutes. The browser that opens it may measure pages of the site for one hour.
         */
        post: operations["createBenchLink"];
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
         *     revision comes into force), `publications` (a PublicationsEvent, while publications run; only for users of all sites). Each topic is sent at once on connect; `savings` and `connections` then every 2 seconds while
         *     they change. A comment line every 15 seconds prevents timeouts of proxies. Each event has the complete value. A client that
         *     reconnects with `Last-Event-ID` gets the events that it missed. If some of them are not known any more, it gets the event
         *     `gap` first (`reason`: `too-old`, or `unknown-id` for an id of another process), and then the newest values. The stream ends
         *     when the session ends.
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
        /**
         * Audit trail of changes and denied attempts, newest first
         * @description `next` of a page is the `cursor` of the next one; it is null on the last page. Entries that are added meanwhile do not move the pages.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The configuration, and where it is
         * @description With `from` store, `text` is the revision in force. With `from` file, `text` is the file of this node as it is now, `effective` has each value in effect with its place, and only the file can change it. Values of `${env:}` and `${file:}` are shown as these references.
         */
        get: operations["getConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration/nodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The revision that each gateway of the store runs, and why it is not the one in force
         * @description The list is empty if a file has the configuration.
         */
        get: operations["listConfigurationNodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration/managed-by": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Mark the configuration of the store as decided by a file outside, or end that
         * @description While it is marked, a change needs the header `X-Lychgate-Managed-By` with the same value. Other changes are refused with 409 and the code `managed-by-file`, and `detail` names the place of the file. `lychgate apply --managed-by` sends both.
         */
        put: operations["manageConfiguration"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The JSON Schema of the configuration, for editors */
        get: operations["getConfigurationSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration:validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a configuration without storing it
         * @description As this gateway reads it, with its variables and files. Sockets are opened by a publication only.
         */
        post: operations["validateConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration:diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Two texts of the configuration, and the values in effect that differ */
        get: operations["compareConfigurations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Save the draft of the configuration
         * @description A draft may have problems; a publication may not. In a store without a configuration, the text is published at once. The response is 409 with `managed-by-file` if a file has the configuration.
         */
        put: operations["saveConfigurationDraft"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put the draft of the configuration in force
         * @description This gateway applies the draft first. If it cannot, for example because a port is in use or a certificate is missing, the response is 422 with `problems`, and nothing has changed. Otherwise the response comes when the revision is durable. The other gateways follow within two seconds; one that cannot keeps its configuration, and `/configuration/nodes` has its complaint.
         */
        post: operations["publishConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Approvals of the draft of the configuration */
        get: operations["listConfigurationApprovals"];
        put?: never;
        /**
         * Approve the draft of the configuration
         * @description The approval is for exactly this text, so If-Match names its version; `*` is refused. A change of the draft removes it. The response is 409 for a person who changed the draft since it was last in force.
         */
        post: operations["approveConfiguration"];
        /** Take one's own approval of the configuration back */
        delete: operations["withdrawConfigurationApproval"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The last 50 revisions of the configuration, newest first */
        get: operations["configurationHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration/history/{revision}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                revision: components["schemas"]["RevisionNumber"];
            };
            cookie?: never;
        };
        /** One revision of the configuration with its text */
        get: operations["getConfigurationRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configuration/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put an earlier revision of the configuration in force
         * @description As a publication, with the same trial. The text becomes the draft, too.
         */
        post: operations["rollBackConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit:verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Recompute the hash chain of the audit trail
         * @description docs/how-to/audit.md defines the chain. `faults` has one sentence for each changed, removed or moved entry, and for a missing end.
         */
        get: operations["verifyAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit:export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All selected entries of the audit trail, oldest first
         * @description `jsonl` has one AuditEntry a line. `syslog` has one message of RFC 5424 a line: facility log audit, the action as MSGID, and the entry as JSON.
         */
        get: operations["exportAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Backups in the folder of this node, newest first */
        get: operations["listBackups"];
        put?: never;
        /**
         * Write a backup of the store now
         * @description The file has all data of the store, encrypted secrets as they are. Writers go on meanwhile.
         */
        post: operations["makeBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backups/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        /** The file of a backup */
        get: operations["downloadBackup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Versions, checks of the machine, and sizes of the store */
        get: operations["getSystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ways to sign in */
        get: operations["signInOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/second-step": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The second step of a sign-in that has begun */
        get: operations["getSecondStep"];
        put?: never;
        /**
         * End a sign-in with the second factor
         * @description Exactly one of the fields. Five wrong tries end the step.
         */
        post: operations["finishSecondStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/providers/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: components["parameters"]["Provider"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin a sign-in at a provider */
        post: operations["beginProviderSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/providers/{provider}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: components["parameters"]["Provider"];
            };
            cookie?: never;
        };
        /** Return of the browser from a provider */
        get: operations["endProviderSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/second-factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One's own second factors */
        get: operations["getSecondFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/second-factors/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Confirm codes of an app by the first code */
        put: operations["confirmTotp"];
        /**
         * Begin codes of an app
         * @description The codes are in use after the first one is confirmed.
         */
        post: operations["beginTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/second-factors/totp/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove codes of an app */
        post: operations["removeTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/second-factors/keys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin the registration of a key (WebAuthn) */
        post: operations["beginKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/second-factors/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Register a key */
        post: operations["addKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/second-factors/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        get?: never;
        /** Rename a key */
        put: operations["renameKey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/second-factors/keys/{id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove a key */
        post: operations["removeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/second-factors/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the recovery codes */
        post: operations["newRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{name}/second-factors": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["UserName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove the second factors of a user who has lost them */
        delete: operations["resetSecondFactors"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-on": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Configuration of the sign-in, and results of providers */
        get: operations["getSignOn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-on/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Account and roles that claims would get */
        post: operations["testSignOn"];
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
         * @description Requires a session, a token with the operations `metrics`, both for all sites, or the configured bearer token (`admin.metricsToken`). While no token is configured, a scraper on the same machine (loopback peer) needs no sign-in; a token that it sends must be valid.
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
            code: "malformed" | "unknown-field" | "invalid" | "unauthenticated" | "wrong-credentials" | "forbidden" | "password-change-required" | "second-factor-required" | "cross-site" | "unknown-host" | "not-found" | "method-not-allowed" | "request-timeout" | "conflict" | "managed-by-file" | "idempotency-key-in-use" | "idempotency-key-reused" | "stale" | "too-large" | "target-too-long" | "unsupported-media-type" | "invalid-manifest" | "invalid-configuration" | "precondition-required" | "too-many-attempts" | "fields-too-large" | "internal" | "not-implemented" | "store-unavailable" | "store-read-only" | "provider-unavailable";
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
            /**
             * Format: password
             * @description `passwordLength` of the session has the limits in force
             */
            newPassword: string;
        };
        Session: {
            user: string;
            /** @description The greatest role, for any site */
            role: components["schemas"]["Role"];
            /** @description The roles of the user, or of the token */
            grants: components["schemas"]["Grant"][];
            /** @description Name of the token; null for a session */
            token: string | null;
            /** @description True while the password is a one-time password: other operations are refused until it is changed */
            mustChangePassword: boolean;
            /** @description True if the role needs a second factor and the user has none: other operations are refused until one is set up */
            mustSetUpSecondFactor: boolean;
            /** @description Latest end of the session or of the token */
            expiresAt: components["schemas"]["Time"];
            /** @description Idle timeout of the session in seconds; 0 for a token */
            idleSeconds: number;
            passwordLength: {
                /** @description Least characters of a new password */
                min: number;
                /** @description Most characters of a new password */
                max: number;
            };
        };
        /** @description A role for some sites. */
        Grant: {
            role: components["schemas"]["Role"];
            sites: components["schemas"]["Sites"];
        };
        /** @description Host names, `*.example.com` for all hosts below, or `*` alone for all sites. The role admin is for all sites. */
        Sites: string[];
        NewGrant: {
            role: components["schemas"]["Role"];
            /** @description Default: all sites */
            sites?: components["schemas"]["Sites"];
        };
        UserNameText: string;
        User: {
            name: string;
            etag: string;
            /** @description The greatest role, for any site */
            role: components["schemas"]["Role"];
            grants: components["schemas"]["Grant"][];
            /** @description The user may not sign in */
            disabled: boolean;
            mustChangePassword: boolean;
            createdAt: components["schemas"]["Time"];
            /**
             * Format: date-time
             * @description Last sign-in
             */
            loginAt: string | null;
            /** @description Number of sessions, with expired ones that are not removed yet */
            sessions: number;
            /** @description Number of tokens, with expired ones */
            tokens: number;
        };
        UserPage: {
            total: number;
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
            items: components["schemas"]["User"][];
        };
        NewUser: {
            name: components["schemas"]["UserNameText"];
            grants: components["schemas"]["NewGrant"][];
            /**
             * Format: password
             * @description Default: a one-time password
             */
            password?: string;
        };
        UserChange: {
            name?: components["schemas"]["UserNameText"];
            grants?: components["schemas"]["NewGrant"][];
            disabled?: boolean;
        };
        PasswordReset: {
            /**
             * Format: password
             * @description Default: a one-time password
             */
            password?: string;
        };
        UserWithPassword: {
            user: components["schemas"]["User"];
            /** @description Shown in this response only; null if the request had a password */
            oneTimePassword: string | null;
        };
        UserSession: {
            /** @description Public id; it opens nothing */
            id: string;
            createdAt: components["schemas"]["Time"];
            /** @description Last request, to the minute */
            seenAt: components["schemas"]["Time"];
            /** @description Latest end */
            expiresAt: components["schemas"]["Time"];
            /**
             * @description Network of the sign-in, /24 of IPv4 or /48 of IPv6; empty if unknown
             * @example 192.0.2.0/24
             */
            network: string;
            /** @description User-Agent of the sign-in; empty if unknown */
            agent: string;
            /** @description The session of this request */
            current: boolean;
        };
        UserSessions: {
            total: number;
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
            items: components["schemas"]["UserSession"][];
        };
        PermissionRow: {
            /** @description The operationId */
            operation: string;
            /** @description Least role; null without sign-in */
            role: components["schemas"]["Role"] | null;
            /**
             * @description Sites for which the role is needed, in words
             * @example own sites
             */
            sites: string;
            /** @description Group of operations, as tokens name it */
            group: string;
        };
        Permissions: {
            total: number;
            items: components["schemas"]["PermissionRow"][];
        };
        Token: {
            id: string;
            name: string;
            /** @description The user whose rights bound those of the token */
            owner: string;
            role: components["schemas"]["Role"];
            sites: components["schemas"]["Sites"];
            operations: string[];
            createdAt: components["schemas"]["Time"];
            expiresAt: components["schemas"]["Time"];
            expired: boolean;
            /**
             * Format: date-time
             * @description Last use, to the minute
             */
            usedAt: string | null;
            /** @description Network of the client that used it last */
            usedNetwork: string | null;
            /** @description Id of the token that made it; it may be deleted by now */
            madeByToken: string | null;
            /** @description Id of the session that made it; it may have ended by now */
            madeInSession: string | null;
        };
        TokenPage: {
            total: number;
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
            items: components["schemas"]["Token"][];
        };
        NewToken: {
            /** @description New among the tokens of the owner */
            name: string;
            role: components["schemas"]["Role"];
            /** @description Default: all sites */
            sites?: components["schemas"]["Sites"];
            /** @description `*` for all operations, or groups of `GET /permissions` except account and any */
            operations: string[];
            /** @default 90 */
            expiresInDays: number;
        };
        TokenWithText: {
            token: components["schemas"]["Token"];
            /**
             * @description The text of the token, in this response only
             * @example lyg_…
             */
            secret: string;
        };
        SignInOptions: {
            /**
             * @description Sign-in with a password
             * @enum {string}
             */
            local: "on" | "off" | "break-glass";
            providers: {
                name: string;
                title: string;
            }[];
        };
        SecondStep: {
            methods: ("totp" | "key" | "recovery")[];
            /** @description PublicKeyCredentialRequestOptionsJSON (WebAuthn Level 3); null without a key for this host */
            keyOptions: {
                [key: string]: unknown;
            } | null;
            expiresAt: components["schemas"]["Time"];
        };
        SecondFactor: {
            /** @description Code of the app */
            code?: string;
            recoveryCode?: string;
            /** @description AuthenticationResponseJSON (WebAuthn Level 3) */
            credential?: {
                [key: string]: unknown;
            };
        };
        SignOnUrl: {
            /** Format: uri */
            url: string;
        };
        ProviderSignIn: {
            /** @description Path of the page after the sign-in; another one becomes / */
            returnTo?: string;
        };
        PasswordProof: {
            /** Format: password */
            password: string;
        };
        TotpSecret: {
            /** @description In Base32 */
            secret: string;
            /** @description otpauth: for a QR code */
            uri: string;
        };
        TotpCode: {
            code: string;
        };
        RecoveryCodes: {
            /** @description Shown once; empty if the user has some already */
            recoveryCodes: string[];
        };
        KeyOptions: {
            /** @description Belongs to the response of the browser */
            step: string;
            options: {
                [key: string]: unknown;
            };
        };
        NewKey: {
            step: string;
            name: string;
            /** @description RegistrationResponseJSON (WebAuthn Level 3) */
            credential: {
                [key: string]: unknown;
            };
        };
        KeyName: {
            name: string;
        };
        SecondFactors: {
            /** @description The provider that checks this user; second factors of the gateway do not apply */
            provider: string | null;
            /** @description True if the user must have one */
            required: boolean;
            /** @description Codes of an app */
            totp: boolean;
            keys: {
                id: string;
                name: string;
                /** @description The only host for which the key works */
                host: string;
                createdAt: components["schemas"]["Time"];
                /** Format: date-time */
                usedAt: string | null;
            }[];
            /** @description Codes that are left */
            recoveryCodes: number;
        };
        SignOn: {
            /** @enum {string} */
            local: "on" | "off" | "break-glass";
            breakGlass: string[];
            /** @enum {string} */
            secondFactor: "optional" | "required";
            secondFactorRoles: components["schemas"]["Role"][];
            /** @description Host for which keys are made */
            relyingPartyId: string;
            providers: components["schemas"]["SignOnProvider"][];
        };
        SignOnProvider: {
            name: string;
            title: string;
            issuer: string;
            clientId: string;
            /** @description To register at the provider */
            redirectUri: string;
            /** @enum {string} */
            users: "create" | "existing";
            userClaim: string;
            groupsClaim: string;
            mapping: {
                group: string;
                role: components["schemas"]["Role"];
                sites: string[];
            }[];
            /**
             * Format: int64
             * @description Sign-ins since the start of this node
             */
            successes: number;
            /** Format: int64 */
            failures: number;
            /** Format: date-time */
            succeededAt: string | null;
            /** Format: date-time */
            failedAt: string | null;
            /** @description Reason of the last failure */
            failure: string | null;
        };
        SignOnTrial: {
            provider: string;
            /** @description As in an ID token */
            claims: {
                [key: string]: unknown;
            };
        };
        SignOnDecision: {
            admitted: boolean;
            account: string | null;
            /** @description Null if the account keeps its own */
            grants: components["schemas"]["Grant"][] | null;
            /** @description Groups that have a rule */
            groups: string[];
            /** @enum {string|null} */
            reason: "no-name" | "email-not-verified" | "no-role" | "no-account" | "name-taken" | "disabled" | "reserved" | null;
            text: string | null;
        };
        Configuration: {
            /** @enum {string} */
            from: "file" | "store";
            /** @description Path of gateway.yaml on this node */
            file: string;
            /** @description The text in force as written; null if there is none */
            text: string | null;
            /** @description For a file: one value in effect an item, with its place */
            effective: string[];
            draft: components["schemas"]["ConfigurationDraft"] | null;
            published: components["schemas"]["ConfigurationRevision"] | null;
            /** @description Where the file outside of the gateway is that decides the stored text; null for none */
            managedBy: string | null;
        };
        ConfigurationDraft: {
            /** @description YAML */
            text: string;
            author: string;
            at: components["schemas"]["Time"];
            /** @description True if it is not the text in force */
            changed: boolean;
        };
        ConfigurationNodes: {
            items: components["schemas"]["ConfigurationNode"][];
        };
        ManagedConfiguration: {
            managedBy: string | null;
        };
        ConfigurationRevision: {
            revision: components["schemas"]["RevisionNumber"];
            /** @enum {string} */
            kind: "publish" | "rollback";
            author: string;
            comment: components["schemas"]["Comment"];
            at: components["schemas"]["Time"];
            rolledBackTo: number | null;
            hash: components["schemas"]["ContentHash"];
        };
        ConfigurationRevisionText: {
            revision: components["schemas"]["ConfigurationRevision"];
            /** @description YAML as written */
            text: string;
        };
        ConfigurationRevisionPage: {
            total: number;
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
            items: components["schemas"]["ConfigurationRevision"][];
        };
        ConfigurationNode: {
            id: string;
            name: string;
            /** @description True for the gateway that responds */
            self: boolean;
            /** @description The revision that it runs; 0 if it has reported none */
            revision: number;
            /** @description Why it does not run the revision in force; null if it does */
            complaint: string | null;
        };
        ConfigurationPublish: {
            comment?: components["schemas"]["Comment"];
        };
        ConfigurationDifference: {
            from: components["schemas"]["ConfigurationSide"];
            to: components["schemas"]["ConfigurationSide"];
            /** @description False if this gateway cannot read one of the texts; `changes` is then empty */
            semantic: boolean;
            changes: {
                path: string;
                before: string | null;
                after: string | null;
            }[];
        };
        ConfigurationSide: {
            /** @description null for the draft */
            revision: number | null;
            hash: components["schemas"]["ContentHash"];
            text: string;
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
            /** @description Put it in force at this time, by the clock of the store; not with `canary` */
            at?: components["schemas"]["Time"];
            canary?: components["schemas"]["CanaryRequest"];
        };
        /** @description Give it to some gateways of the store first. Needs at least two; either `share` or `nodes`. */
        CanaryRequest: {
            /** @description Per cent of the gateways, rounded up and never all */
            share?: number;
            /** @description Number of gateways */
            nodes?: number;
            /** @default 30 */
            minutes: number;
            /**
             * @description Put it in force on all gateways if the guardrails held; otherwise it waits for a person
             * @default true
             */
            promote: boolean;
            guardrails?: components["schemas"]["Guardrails"];
        };
        /** @description Limits whose excess undoes a canary */
        Guardrails: {
            /**
             * @description Percentage points of 5xx responses above the other gateways
             * @default 1
             */
            serverErrors: number;
            /**
             * @description Per cent by which the 95th percentile of the time to the first byte may exceed that of the other gateways
             * @default 50
             */
            p95: number;
            /**
             * @description Percentage points of wasted page views above the other gateways
             * @default 20
             */
            waste: number;
            /**
             * @description Requests that a judgement needs
             * @default 100
             */
            minRequests: number;
        };
        DryRunRequest: {
            /** @default 24 */
            hours: number;
            /** @description A text in place of the draft */
            text?: string;
        };
        DryRunSide: {
            /**
             * Format: int64
             * @description Page views that a rule of this manifest matches
             */
            matched: number;
            /**
             * Format: int64
             * @description Page views with hints from this manifest
             */
            hinted: number;
            /** Format: int64 */
            hints: number;
            /**
             * Format: int64
             * @description Bytes of the hinted bodies, as far as known
             */
            hintedBytes: number;
            /**
             * Format: int64
             * @description Hints whose size is not known
             */
            unknownSizes: number;
        };
        DryRun: {
            /** @enum {string} */
            recording: "off" | "paths" | "targets";
            /** @description Beginning of the oldest recorded hour; null without any */
            from: components["schemas"]["Time"] | null;
            to: components["schemas"]["Time"];
            /** Format: int64 */
            views: number;
            /** Format: int64 */
            evaluated: number;
            /** @description False if the numbers are estimates from a part of the page views */
            exact: boolean;
            /**
             * Format: int64
             * @description Page views of rules whose conditions read what is not recorded
             */
            undecided: number;
            before: components["schemas"]["DryRunSide"];
            after: components["schemas"]["DryRunSide"];
            /**
             * Format: int64
             * @description Change of the hinted bytes of a page view that either version matches
             */
            bytesPerView: number;
            sentence: string;
            pages: {
                host: string;
                path: string;
                /** Format: int64 */
                views: number;
                /** Format: int64 */
                hintsBefore: number;
                /** Format: int64 */
                hintsAfter: number;
            }[];
            notes: string[];
        };
        ApprovalRequest: {
            comment?: components["schemas"]["Comment"];
        };
        Approvals: {
            /** @description True if the draft cannot be published without an approval */
            required: boolean;
            hash: components["schemas"]["ContentHash"];
            /** @description Everybody who changed the draft since it was last in force, and so may not approve it */
            authors: string[];
            approvals: {
                hash: components["schemas"]["ContentHash"];
                approver: string;
                comment: string;
                at: components["schemas"]["Time"];
            }[];
        };
        /** @description SHA-256 of the text with LF as the line end and one LF at its end */
        ContentHash: string;
        RuleRestoration: {
            revision: components["schemas"]["RevisionNumber"];
            /**
             * @description Pages of the rule, as `rule` of a change has them
             * @example /shop/*
             */
            rule: string;
        };
        ManifestChange: {
            /** @enum {string} */
            kind: "added" | "removed" | "changed";
            /** @description Pages of the rule that contains it; empty for the manifest itself */
            rule: string;
            subject: string;
            /** @description Old and new value */
            detail: string;
        };
        ComparedText: {
            /** @description Null for the draft */
            revision: components["schemas"]["RevisionNumber"] | null;
            author: string;
            at: components["schemas"]["Time"];
            comment: string;
            hash: components["schemas"]["ContentHash"] | null;
            /** @description Null for a retirement */
            text: string | null;
        };
        RevisionComparison: {
            from: components["schemas"]["ComparedText"];
            to: components["schemas"]["ComparedText"];
            /** @description False if one of the texts has errors for the version that runs now; changes are empty then */
            semantic: boolean;
            changes: components["schemas"]["ManifestChange"][];
        };
        PublicationReason: {
            reason?: components["schemas"]["Comment"];
        };
        PublicationRunPage: {
            total: number;
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
            items: components["schemas"]["PublicationRun"][];
        };
        /** @enum {string} */
        PublicationState: "scheduled" | "canary" | "done" | "undone" | "cancelled" | "failed";
        PublicationNode: {
            id: string;
            name: string;
            /** @description True if it is one of the gateways of the canary */
            canary: boolean;
            /** @description True if it runs this publication */
            runs: boolean;
            /** @description True if it has not reported for some time */
            gone: boolean;
            /** Format: int64 */
            revision: number;
        };
        CanaryFigures: {
            nodes: number;
            /** Format: int64 */
            requests: number;
            /** Format: int64 */
            serverErrors: number;
            /**
             * Format: int64
             * @description 95th percentile of the time to the first byte, in microseconds; -1 without requests
             */
            p95Micros: number;
            /** Format: int64 */
            views: number;
            /** Format: int64 */
            wasted: number;
        };
        CanaryState: {
            rules: {
                promote: boolean;
                serverErrors: number;
                p95: number;
                waste: number;
                minRequests: number;
            };
            canary: components["schemas"]["CanaryFigures"] | null;
            rest: components["schemas"]["CanaryFigures"] | null;
            /** @description The judgement now */
            sentence: string;
        };
        PublicationRun: {
            id: string;
            manifest: components["schemas"]["ManifestName"];
            state: components["schemas"]["PublicationState"];
            hash: components["schemas"]["ContentHash"];
            /** @description The revision in force when it was made */
            base: components["schemas"]["RevisionNumber"] | null;
            /** @description Its own revision; null while it is scheduled */
            revision: components["schemas"]["RevisionNumber"] | null;
            author: string;
            comment: string;
            createdAt: components["schemas"]["Time"];
            /** @description Time of a scheduled publication, or end of a canary */
            dueAt: components["schemas"]["Time"] | null;
            /** @description Why it ended or waits */
            reason: string;
            changedBy: string;
            changedAt: components["schemas"]["Time"];
            nodes: components["schemas"]["Nodes"];
            progress: components["schemas"]["PublicationNode"][];
            canary: components["schemas"]["CanaryState"] | null;
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
            /** @description Where the file is that decides it; absent without one */
            managedBy?: string;
        };
        ManifestPage: {
            total: number;
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
            items: components["schemas"]["ManifestSummary"][];
        };
        Manifest: {
            name: components["schemas"]["ManifestName"];
            state: components["schemas"]["ManifestState"];
            etag: string;
            /** @description Where the file is that decides it, in a GET; absent without one */
            managedBy?: string;
            draft: {
                text: string;
                author: string;
                at: components["schemas"]["Time"];
                problems: components["schemas"]["TextProblem"][];
                hash?: components["schemas"]["ContentHash"];
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
            /** @description Null for a retirement */
            hash?: components["schemas"]["ContentHash"] | null;
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
            hash?: components["schemas"]["ContentHash"] | null;
            /** @description Null for a retirement */
            text: string | null;
        };
        RevisionPage: {
            total: number;
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
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
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
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
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
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
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
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
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
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
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
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
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
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
            twins: components["schemas"]["CachedTwins"];
        };
        /** @description The compressed forms of stored bodies, with counters since the start */
        CachedTwins: {
            /**
             * Format: int64
             * @description Twins that were made
             */
            made: number;
            /**
             * Format: int64
             * @description Attempts that ended without a twin
             */
            dropped: number;
            /**
             * Format: int32
             * @description Twins that wait or are being made now
             */
            waiting: number;
            /**
             * Format: int64
             * @description Bytes of the bodies of all twins that were made
             */
            plainBytes: number;
            /**
             * Format: int64
             * @description Bytes of these twins
             */
            twinBytes: number;
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
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
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
        /** @enum {string} */
        ViewMetric: "ttfb" | "redirect" | "dns" | "connect" | "tls" | "request" | "response" | "firstPaint" | "fcp" | "lcp" | "inp" | "cls" | "dcl" | "load" | "statics" | "lead";
        /**
         * @description Protocol of the page by the gateway
         * @enum {string}
         */
        ViewProtocol: "h1" | "h2" | "h3";
        /** @enum {string} */
        ViewCache: "cold" | "revalidated" | "warm";
        /** @enum {string} */
        ViewDevice: "desktop" | "mobile" | "tablet" | "other";
        /**
         * @description failed: at least one resource of the own origin failed. truncated: the gateway or a server ended the page after its head, or the browser has fewer bytes of it than the gateway sent. abandoned: the visitor left before the page had loaded, and no resource had failed. unreported: no report came within an hour.
         * @enum {string}
         */
        ViewOutcome: "loaded" | "failed" | "truncated" | "abandoned" | "unreported";
        TimingFigures: {
            /**
             * Format: int64
             * @description Views that have the metric
             */
            count: number;
            /** @description Milliseconds; cls has no unit */
            mean: number;
            p50: number;
            p80: number;
            p95: number;
        };
        TimingPoint: {
            at: components["schemas"]["Time"];
            /** Format: int64 */
            count: number;
            mean: number;
            p50: number;
            p80: number;
            p95: number;
        };
        TimingGroup: {
            /** @description Value of the attribute */
            key: string;
            /** Format: int64 */
            views: number;
            /** Format: int64 */
            failed: number;
            /** Format: int64 */
            truncated: number;
            /** Format: int64 */
            abandoned: number;
            /** Format: int64 */
            unreported: number;
            /** @description By the name of the metric. A metric without values is absent. */
            metrics: {
                [key: string]: components["schemas"]["TimingFigures"];
            };
            /** @description The metric of the question over time. A period without values is absent. */
            points: components["schemas"]["TimingPoint"][];
        };
        Timings: {
            from: components["schemas"]["Time"];
            to: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Width of the periods of the lines
             */
            stepSeconds: number;
            metric: components["schemas"]["ViewMetric"];
            groups: components["schemas"]["TimingGroup"][];
            /** @description Groups that were left out */
            others: number;
            /** @description Decisions of this gateway on pages since its start; empty for users with roles for some sites only */
            pages: {
                [key: string]: number;
            };
            /** @description Reports that this gateway got since its start; empty for users with roles for some sites only */
            reports: {
                [key: string]: number;
            };
            /** @description Resources in those reports; empty for users with roles for some sites only */
            resources: {
                [key: string]: number;
            };
        };
        PageView: {
            id: string;
            at: components["schemas"]["Time"];
            /** @description Id of the gateway that wrote the view */
            node: string;
            site: string;
            route: string;
            /** @description Path without query, at most 128 characters */
            page: string;
            /**
             * Format: int64
             * @description Revision of the manifests in force
             */
            revision: number;
            protocol: components["schemas"]["ViewProtocol"];
            /** @description Protocol by the browser; empty if unknown */
            nextHop: string;
            outcome: components["schemas"]["ViewOutcome"];
            cacheState: components["schemas"]["ViewCache"];
            device: components["schemas"]["ViewDevice"];
            /** @enum {string} */
            browser: "chromium" | "firefox" | "safari" | "other";
            /** @enum {string} */
            network: "slow-2g" | "2g" | "3g" | "4g" | "unknown";
            hints: number;
            pushes: number;
            /** @description Hinted resources that the browser has used */
            usedEarly: number;
            failedResources: number;
            /** @description True once the metrics have come that change until the visitor leaves: lcp, inp, cls */
            isFinal: boolean;
            /** @description True if the times of its resources are kept */
            hasWaterfall: boolean;
            /** @description Milliseconds by the name of the metric; cls has no unit */
            times: {
                [key: string]: number;
            };
            /**
             * Format: int64
             * @description Bytes of the body that the browser received
             */
            bytes: number | null;
            arms: {
                experiment: string;
                arm: string;
            }[];
        };
        ViewWaterfall: {
            id: string;
            /** @description The gateway's clock beside that of the browser; null unless both have measured the page */
            clock: components["schemas"]["WaterfallClock"] | null;
            hasBrowser: boolean;
            hasGateway: boolean;
            /** @description The page first, then its resources by their start */
            rows: components["schemas"]["WaterfallRow"][];
            /** @description Resources beyond the bounds, and those that were dropped from the report */
            lostInBrowser: number;
            /** @description Requests beyond the bounds */
            lostInGateway: number;
        };
        WaterfallClock: {
            /** @description Milliseconds since the navigation began at which the gateway received the request of the page */
            offset: number;
            /** @description Milliseconds by which the times of the gateway may be wrong in either direction */
            error: number;
        };
        WaterfallRow: {
            /** @description Without query, at most 128 characters */
            path: string;
            /** @description True for the page itself */
            page: boolean;
            /** @description Null if the browser did not report it */
            browser: components["schemas"]["BrowserTimes"] | null;
            /** @description Null if the gateway did not serve it */
            gateway: components["schemas"]["GatewayTimes"] | null;
        };
        BrowserTimes: {
            path: string;
            start: number;
            /** @description The request was sent */
            request: number;
            /** @description The first byte of the response came */
            response: number;
            end: number;
            /** @description Bits of the number of bytes on the wire: 0 for none, 11 for 1024 to 2047 */
            size: number;
            /** @description By the browser; `navigation` for the page, `other` for unknown ones */
            initiator: string;
            /** @description By the browser; empty if unknown */
            protocol: string;
            /** @enum {string} */
            cache: "network" | "stored" | "revalidated";
        };
        GatewayTimes: {
            path: string;
            page: boolean;
            /** @description True if the gateway has promised it */
            pushed: boolean;
            /** @description Number of the connection in base 36 */
            connection: string;
            /** @description 0 if no head was sent */
            status: number;
            /** @description The request head has arrived */
            received: number;
            /** @description Route and policies are decided */
            decided: number;
            /** @description The first hints or pushes were passed to the connection; null without any */
            early: number | null;
            /** @description The response head of the server has arrived; null if no server was asked */
            upstream: number | null;
            /** @description The response head leaves; null if none did */
            head: number | null;
            /** @description Nothing of the response is left in the gateway */
            end: number;
            /**
             * Format: int64
             * @description Of the body
             */
            bytes: number;
            hints: number;
            pushes: number;
            /** @description True if the whole response has left */
            whole: boolean;
        };
        PageViews: {
            /** Format: int64 */
            total: number;
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
            items: components["schemas"]["PageView"][];
        };
        /**
         * @description clock: a clock stepped. gap: minutes were lost, as the store was away for too long. deploy and note: noted by a user.
         * @enum {string}
         */
        EventKind: "start" | "stop" | "protocols" | "alt-svc" | "reload" | "publication" | "certificate" | "experiment" | "clock" | "gap" | "deploy" | "note";
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
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
            items: components["schemas"]["HistoryEvent"][];
        };
        NewBenchLink: {
            /** @description First host of the site */
            site: string;
            /** @description Host of the link, with its port if clients use another one than that of the listener; needed if the site's first host is a pattern */
            host?: string;
        };
        BenchLink: {
            /** @description The token is in the fragment */
            url: string;
            expiresAt: components["schemas"]["Time"];
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
        PageMetric: "ttfb" | "firstPaint" | "fcp" | "lcp" | "inp" | "cls" | "dcl" | "load" | "statics" | "lead" | "dns" | "connect" | "tls" | "request" | "response";
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
            /**
             * @description stopped: guardrails have stopped each arm besides the control, and the sentence has their reasons
             * @enum {string}
             */
            kind: "better" | "worse" | "no-difference" | "undecided" | "not-enough" | "stopped" | "blocked";
            /** @description The arm that differs from the control */
            arm: string | null;
            /**
             * @description The interval that shows the difference
             * @enum {string|null}
             */
            basis: "sequence" | "planned-end" | null;
            sentence: string;
            /**
             * Format: int64
             * @description Units behind the sentence
             */
            visitors: number;
            /** @description The next step */
            hint: string;
        };
        /** @description The rule of the decision, fixed before the start */
        ExperimentRule: {
            sentence: string;
            /** @description Chance of a false alarm that all looks at the sequence of one arm share */
            looksChance: number;
            /** @description Chance of a false alarm of one arm at the planned end; null without a planned end */
            endChance: number | null;
            /**
             * Format: int64
             * @description Units of each arm that the planner promised; 0 if it was not asked
             */
            plannedUnits: number;
        };
        /** @description The interval of the headline that holds once, at the planned end: the bootstrap over units, at the level that the looks have left */
        ExperimentAtEnd: {
            difference: number;
            low: number;
            high: number;
            /** @example 0.98 */
            level: number;
            /** @description p-value */
            chance: number;
            /** @description True if the interval excludes 0 */
            excludesNone: boolean;
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
            /** @description Left before the load, without a resource that failed; of the page views that reported */
            abandonedShare: number | null;
            unreportedShare: number | null;
            /** @description Connections opened per 1,000 page views, by the counters of the gateway */
            connectionsPer1000: number | null;
            /** @description Connections that HTTP/1.1 would have needed for the same requests, per 1,000 page views */
            h1EquivalentPer1000: number | null;
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
            /** @description Null before the planned end */
            atEnd: components["schemas"]["ExperimentAtEnd"] | null;
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
            rule: components["schemas"]["ExperimentRule"];
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
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
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
        PublicationsEvent: {
            /** @description Scheduled publications and canaries */
            running: components["schemas"]["PublicationRun"][];
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
                /** @description Reason why it is not up. If it is up: a note that a newer version of the gateway made its schema */
                detail: string | null;
            };
            /** @description Conditions that need an operator's attention, the newest first */
            alerts: components["schemas"]["Alert"][];
        };
        Alert: {
            /**
             * @description entry-demoted: the ledger stopped sending a manifest entry, restore it under /ledger; arm-stopped: a guardrail stopped an arm of an experiment, decide on it under /experiments; publication-undone: a guardrail or the loss of its nodes undid a canary; publication-failed: a scheduled publication could not be put in force; backup-failed: the last backup failed; audit-receiver-away: the receiver of the audit trail cannot be reached; both for viewers of all sites
             * @enum {string}
             */
            kind: "entry-demoted" | "arm-stopped" | "publication-undone" | "publication-failed" | "backup-failed" | "audit-receiver-away";
            at: components["schemas"]["Time"];
            /**
             * @description Manifest, rule and asset, separated by spaces; or the id of an experiment
             * @example shop / /assets/app.js
             */
            subject: string;
            /** @description The event as a sentence */
            sentence: string;
        };
        /** @enum {string} */
        ExperimentPhase: "draft" | "planned" | "running" | "paused" | "stopped" | "decided";
        /**
         * @description `none` is an A/A experiment: its arms are equal, so a difference shows a fault of the method
         * @enum {string}
         */
        ExperimentFactor: "protocol" | "push" | "hints" | "casper" | "reprioritization" | "congestion" | "compression" | "split" | "none";
        /** @enum {string} */
        ExperimentMetric: "ttfb" | "firstPaint" | "fcp" | "lcp" | "inp" | "cls" | "dcl" | "load" | "statics" | "lead";
        /** @description Bounds at which an arm is stopped, against the control arm; null checks nothing */
        ExperimentGuardrails: {
            /**
             * @description Most that the share of responses with 5xx may exceed that of the control arm, above 0 and below 1
             * @example 0.01
             */
            serverErrors?: number | null;
            /**
             * @description Longest 95th percentile of the time to first byte, as a multiple of that of the control arm
             * @example 1.5
             */
            p95?: number | null;
            /**
             * @description Most that the share of wasted bytes may exceed that of the control arm, above 0 and below 1
             * @example 0.1
             */
            waste?: number | null;
            /**
             * @description Most connections for each page view, as a multiple of those of the control arm
             * @example 1.5
             */
            connections?: number | null;
            /**
             * @description Requests of either arm before a bound is checked
             * @example 500
             */
            minRequests?: number;
            /**
             * @description Client networks of either arm before a bound is checked, 20-512. Each has the same weight, so one cannot stop an arm
             * @example 50
             */
            minNetworks?: number;
        };
        ExperimentRampStep: {
            /**
             * Format: int64
             * @description Minutes since the start
             */
            afterMinutes: number;
            /** @description Percent of all clients from then on */
            share: number;
        };
        ExperimentDesign: {
            /**
             * @description Lower-case letters, digits and dashes. It appears in Server-Timing
             * @example h1-or-h2
             */
            id: string;
            title: string;
            hypothesis?: string;
            /** @description The first host of each site */
            sites: string[];
            /** @description Ids of routes; none means all of the sites */
            routes?: string[];
            /** @description One client is in at most one experiment of a layer on a site; default is `default` */
            layer?: string;
            /**
             * @description Default is `network` for the factors protocol and congestion, else `visitor`
             * @enum {string}
             */
            unit?: "network" | "visitor";
            factor: components["schemas"]["ExperimentFactor"];
            /** @description The first one is the control arm. An A/A experiment has two equal arms by default */
            arms?: {
                name: string;
                /** @description protocol: h1, h2, h3; switches: on, off; compression: on, off or codings as br,gzip; split: an upstream; congestion: a name of the kernel, for TCP connections. HTTP/3 keeps the quic.congestionControl of its listener in every arm, so its page views dilute the difference */
                value?: string;
                /** @description Its part of the clients; default is 1 */
                weight?: number;
            }[];
            /**
             * @description Percent of all clients; default is 10
             * @example 10
             */
            share?: number;
            ramp?: components["schemas"]["ExperimentRampStep"][];
            headline?: components["schemas"]["ExperimentMetric"];
            /** @description The number of the headline metric that is compared; default is `median` */
            statistic?: components["schemas"]["PageStatistic"];
            /**
             * Format: int64
             * @description Minutes from the start to the planned end; default is 0, for none. Without it, the always-valid interval alone decides
             */
            plannedMinutes?: number;
            /**
             * Format: int64
             * @description Units of each arm that the planner promises to be enough; default is 0
             */
            plannedUnits?: number;
            /**
             * Format: int64
             * @description Minutes before the start in which the page views of the units are recorded, for CUPED; default is 0. The experiment is `planned` meanwhile
             */
            prePeriodMinutes?: number;
            guardrails?: components["schemas"]["ExperimentGuardrails"];
        };
        ExperimentArm: {
            name: string;
            value: string;
            weight: number;
            control: boolean;
            /** @description The reason for which a guardrail has stopped the arm */
            stopped: string | null;
        };
        Experiment: {
            /** @description Where the file is that decides the plan; null without one */
            managedBy: string | null;
            id: string;
            title: string;
            hypothesis: string;
            sites: string[];
            routes: string[];
            layer: string;
            /** @enum {string} */
            unit: "network" | "visitor";
            factor: components["schemas"]["ExperimentFactor"];
            arms: components["schemas"]["ExperimentArm"][];
            /** @description Percent of all clients */
            share: number;
            /** @description Percent of all clients now; 0 unless it runs */
            currentShare: number;
            ramp: components["schemas"]["ExperimentRampStep"][];
            headline: components["schemas"]["ExperimentMetric"];
            statistic: components["schemas"]["PageStatistic"];
            /** Format: int64 */
            plannedMinutes: number;
            /** Format: int64 */
            plannedUnits: number;
            /** Format: int64 */
            prePeriodMinutes: number;
            guardrails: components["schemas"]["ExperimentGuardrails"];
            phase: components["schemas"]["ExperimentPhase"];
            /** @description Start of the pre-period */
            plannedAt: components["schemas"]["Time"] | null;
            startedAt: components["schemas"]["Time"] | null;
            endedAt: components["schemas"]["Time"] | null;
            /** @description Null without a planned end and before the start */
            plannedEnd: components["schemas"]["Time"] | null;
            winner: string | null;
            /** @description All clients get the winner */
            applied: boolean;
            author: string;
            createdAt: components["schemas"]["Time"];
            etag: string;
            /** @description Reasons for which it does not work with the configuration in force */
            problems: string[];
        };
        ExperimentPage: {
            /** Format: int64 */
            total: number;
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
            items: components["schemas"]["Experiment"][];
        };
        ExperimentPreview: {
            problems: string[];
            /** @description Largest share in percent that the layer has room for on these sites */
            freeShare: number;
        };
        ExperimentDecision: {
            /** @description Name of an arm; absent if the configuration stays as it is */
            winner?: string;
            /** @description Give the winner to all clients now */
            apply?: boolean;
            reason?: string;
        };
        ExperimentOutcome: {
            /** @description The effect of applying it at once */
            effect: string;
            /** @description Changes of the configuration; none if the arm is as the configuration is */
            changes: {
                /** @description Path of the key; empty for a change outside of the configuration */
                key: string;
                file: string;
                /** @description 0 if no file states the value yet */
                line: number;
                /** @description null for the default */
                before: string | null;
                after: string;
                note: string;
            }[];
        };
        ExperimentChange: {
            /** Format: int64 */
            version: number;
            at: components["schemas"]["Time"];
            /** @description `system` for a guardrail, and for the end of a pre-period */
            author: string;
            /** @enum {string} */
            action: "create" | "edit" | "start" | "pause" | "resume" | "stop" | "stop-arm" | "decide" | "release";
            detail: string;
        };
        ExperimentChanges: {
            items: components["schemas"]["ExperimentChange"][];
        };
        ExperimentArmCounts: {
            arm: string;
            /**
             * Format: int64
             * @description Distinct networks or visitors
             */
            units: number;
            /** @description False if units is an estimate, from 8,192 units on */
            unitsExact: boolean;
            /** Format: int64 */
            views: number;
            /** Format: int64 */
            connections: number;
            /**
             * Format: int64
             * @description Those that resumed no session
             */
            handshakes: number;
            /**
             * Format: int64
             * @description Connections that HTTP/1.1 would have needed for the same requests
             */
            h1Equivalent: number;
            /** @description Estimate from samples, with all handshakes */
            cpuSeconds: number;
            /** Format: int64 */
            requests: number;
            /** Format: int64 */
            errors5xx: number;
            /** Format: int64 */
            bytes: number;
            /**
             * Format: int64
             * @description Bytes of pushes that clients reset
             */
            wasted: number;
            /**
             * Format: int64
             * @description Requests without a response of the server, because of the gateway or the server
             */
            failed: number;
            /**
             * Format: int64
             * @description Responses that ended early, because of the gateway or the server
             */
            truncated: number;
            /**
             * Format: int64
             * @description Requests that the client cancelled
             */
            aborted: number;
            /** @description Page views by the protocol that the client used */
            got: {
                /** Format: int64 */
                h1: number;
                /** Format: int64 */
                h2: number;
                /** Format: int64 */
                h3: number;
            };
            /** @description Time to first byte in milliseconds; at most 12.5 % too high */
            firstByte: {
                p50: number | null;
                p80: number | null;
                p95: number | null;
            };
            per1000: null | {
                connections: number;
                h1Equivalent: number;
                cpuSeconds: number;
            };
        };
        ExperimentCounts: {
            at: components["schemas"]["Time"];
            arms: components["schemas"]["ExperimentArmCounts"][];
            sampleRatio: {
                /** @description Null of an arm that was stopped while others went on; it is not judged */
                expected: (number | null)[];
                /** @description Units of each arm, of an even sample if there are many */
                counted: number[];
                /** @description Probability by chance (chi-squared test); null with fewer than 50 units */
                p: number | null;
                /** @description True if p is below 0.001 */
                mismatch: boolean;
            };
            /** @description Guardrails that the counts since the start have crossed */
            breaches: {
                arm: string;
                reason: string;
            }[];
        };
        ExperimentExport: {
            experiment: components["schemas"]["Experiment"];
            changes: components["schemas"]["ExperimentChange"][];
            columns: string[];
            rows: string[][];
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
            /** @description The lines that a change replaced, cut to 4,000 characters, without secrets */
            before: string | null;
            /** @description The lines that replaced them; after `sha256:`, the hash of the whole text */
            after: string | null;
        };
        AuditPage: {
            total: number;
            /** @description The cursor of the next page */
            next: string | null;
            items: components["schemas"]["AuditEntry"][];
        };
        AuditVerification: {
            whole: boolean;
            /**
             * Format: int64
             * @description Number of entries whose hash was recomputed
             */
            entries: number;
            /**
             * Format: int64
             * @description Position up to which retention has removed entries; 0 for none
             */
            checkpoint: number;
            /** @description POSITION:HASH of the last entry, to be kept elsewhere */
            head: string;
            faults: string[];
        };
        ManagedBy: {
            /**
             * @description Where the file is, for people and the header; null ends it
             * @example https://git.example/ops manifests/shop.yaml
             */
            managedBy?: string | null;
        };
        ManagedExperiment: {
            id: string;
            managedBy: string | null;
        };
        ManagedManifest: {
            name: components["schemas"]["ManifestName"];
            managedBy: string | null;
        };
        Backup: {
            name: string;
            /** Format: int64 */
            bytes: number;
            at: components["schemas"]["Time"];
        };
        Backups: {
            folder: string;
            /**
             * Format: int64
             * @description 0 without a schedule
             */
            everySeconds: number;
            keep: number;
            /** @description Why the last backup failed; null if it did not */
            problem: string | null;
            /**
             * Format: date-time
             * @description Time of the next attempt after failed ones of the schedule, from half a minute to an hour apart; null without one
             */
            nextAttempt: string | null;
            total: number;
            /** @description The cursor of the next page; null on the last one */
            next: string | null;
            items: components["schemas"]["Backup"][];
        };
        System: {
            versions: {
                gateway: string;
                java: string;
                netty: string;
                system: string;
                /** @description Version of the schema of the store */
                schema: number;
            };
            /** @description The checks of `lychgate doctor` on this machine */
            checks: {
                step: string;
                /** @enum {string} */
                status: "ok" | "warn" | "fail" | "skip";
                found: string;
                advice: string;
            }[];
            store: {
                /** @enum {string} */
                kind: "sqlite" | "postgresql";
                place: string;
                tables: components["schemas"]["StoreTable"][];
            };
            auditHead: string | null;
            /** @description The receiver of the audit trail; null without one */
            auditForward: {
                /** @example tls://siem.example:6514 */
                receiver: string;
                /**
                 * @description waiting: not looked yet; idle: it has all entries, or another node sends them
                 * @enum {string}
                 */
                state: "waiting" | "idle" | "sending" | "failing";
                /**
                 * Format: int64
                 * @description Entries that it may not have yet
                 */
                behind: number;
                /**
                 * Format: int64
                 * @description Entries that it will not get: retention removed them first, or they are too long for UDP
                 */
                lost: number;
                /** @description Why it cannot be reached */
                problem: string | null;
            } | null;
        };
        StoreTable: {
            name: string;
            /** Format: int64 */
            rows: number;
            /**
             * Format: int64
             * @description Estimate from the newest rows, without indexes
             */
            bytes: number;
            bytesPerRow: number;
            /** @description Mean of the last seven days; 0 for a table without times */
            rowsPerDay: number;
            /**
             * Format: int64
             * @description Time that rows stay; null for ever
             */
            keepSeconds: number | null;
            /**
             * Format: int64
             * @description Bytes at which the table stops growing at this rate; null if it does not stop, or the rate is unknown
             */
            expectedBytes: number | null;
        };
    };
    responses: {
        /** @description The experiment as it is now. */
        Experiment: {
            headers: {
                ETag: components["headers"]["ExperimentETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Experiment"];
            };
        };
        /** @description If-None-Match has the current ETag. */
        NotModified: {
            headers: {
                ETag?: string;
                [name: string]: unknown;
            };
            content?: never;
        };
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
        /** @description Too many failed sign-ins from this address or for this name. */
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
        Provider: string;
        KeyId: string;
        UserName: string;
        /** @description The tokens that the session made, and those that they made: stay, or end with it */
        TokensOfSession: "keep" | "delete";
        SessionId: string;
        TokenId: string;
        PublicationId: string;
        ProposalId: string;
        TimelineId: string;
        HistoryEventId: string;
        ExperimentId: string;
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
        /** @description First host of a site; needed by users with roles for some sites only */
        ViewSite: string;
        /** @description Path of the page without query */
        ViewPath: string;
        ViewProtocol: components["schemas"]["ViewProtocol"];
        ViewCache: components["schemas"]["ViewCache"];
        HistoryScope: components["schemas"]["HistoryScope"];
        /** @description Id of a node; default is the sum of all */
        HistoryNode: string;
        /** @description `csv` gives CSV as an attachment, as does Accept: text/csv */
        Format: "json" | "csv";
        /** @description Only entries whose actor, action, subject or detail contains this */
        AuditText: string;
        /** @description Only entries of this user */
        AuditActor: string;
        /** @description Only entries of this action; with a dot at its end, of the whole group, such as `manifest.` */
        AuditAction: string;
        /** @description Only entries on this thing */
        AuditSubject: string;
        AuditOutcome: "done" | "refused";
        /** @description Only entries at or after this time */
        AuditFrom: components["schemas"]["Time"];
        /** @description Only entries before this time */
        AuditTo: components["schemas"]["Time"];
        /** @description Not needed with a token */
        Csrf: "1";
        IfMatch: string;
        /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
        IdempotencyKey: string;
        Name: components["schemas"]["ManifestName"];
        Limit: number;
        Offset: number;
        /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
        Cursor: string;
    };
    requestBodies: never;
    headers: {
        /** @description Strong validator of the manifest; send it in If-Match. */
        ETag: string;
        /** @description Version of the user; send it in If-Match. */
        UserETag: string;
        /** @description Version of the experiment; send it in If-Match. */
        ExperimentETag: string;
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
            /** @description The session of the cookie, or the token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
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
            /** @description Signed in; the cookie is set. */
            200: {
                headers: {
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description The password is right. A second factor is missing; the cookie `__Host-lychgate-step` is set. */
            202: {
                headers: {
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondStep"];
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
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended and the cookie is deleted. The session of its provider goes on until the browser opens the URL. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignOnUrl"];
                };
            };
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
                /** @description Not needed with a token */
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
    listUsers: {
        parameters: {
            query?: {
                /** @description Only names that contain this, ignoring case */
                q?: string;
                limit?: components["parameters"]["Limit"];
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
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
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    ETag: components["headers"]["UserETag"];
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserWithPassword"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["UserName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    ETag: components["headers"]["UserETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description If-None-Match has the current ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["UserETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                name: components["parameters"]["UserName"];
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
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    changeUser: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                name: components["parameters"]["UserName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserChange"];
            };
        };
        responses: {
            /** @description The changed user. */
            200: {
                headers: {
                    ETag: components["headers"]["UserETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: components["parameters"]["UserName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description The password is set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserWithPassword"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                name: components["parameters"]["UserName"];
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
                    "application/json": components["schemas"]["UserSessions"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    endSessions: {
        parameters: {
            query?: {
                /** @description The tokens that the session made, and those that they made: stay, or end with it */
                tokens?: components["parameters"]["TokensOfSession"];
            };
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path: {
                name: components["parameters"]["UserName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    endSession: {
        parameters: {
            query?: {
                /** @description The tokens that the session made, and those that they made: stay, or end with it */
                tokens?: components["parameters"]["TokensOfSession"];
            };
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path: {
                name: components["parameters"]["UserName"];
                id: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All operations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Permissions"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description Only tokens of this user */
                owner?: string;
                limit?: components["parameters"]["Limit"];
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
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
                    "application/json": components["schemas"]["TokenPage"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewToken"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenWithText"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteToken: {
        parameters: {
            query?: {
                /** @description The tokens that it made, and those that they made: end with it, or stay */
                made?: "delete" | "keep";
            };
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path: {
                id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. Requests with the token are refused from now on. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
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
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
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
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    createManifest: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /** @description Not needed with a token */
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
                /** @description Not needed with a token */
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
                /** @description Not needed with a token */
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
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
            /** @description With `at` or `canary`, the publication that has begun. Its text is pinned; later edits of the draft are not part of it. */
            201: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicationRun"];
                };
            };
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    manageManifest: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManagedBy"];
            };
        };
        responses: {
            /** @description Marked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedManifest"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    manifestHistory: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
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
            304: components["responses"]["NotModified"];
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
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    rollBack: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
    dryRunDraft: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DryRunRequest"];
            };
        };
        responses: {
            /** @description The comparison. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listApprovals: {
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
            /** @description The approvals that count. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approvals"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    approveDraft: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalRequest"];
            };
        };
        responses: {
            /** @description Approved. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approvals"];
                };
            };
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    withdrawApproval: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
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
            /** @description Withdrawn. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approvals"];
                };
            };
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    compareRevisions: {
        parameters: {
            query: {
                /** @description A revision, or `draft` */
                from: string;
                /** @description A revision, or `draft` */
                to: string;
            };
            header?: never;
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both texts and what changes in meaning. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionComparison"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    restoreRule: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleRestoration"];
            };
        };
        responses: {
            /** @description The manifest with its new draft. */
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
    listPublications: {
        parameters: {
            query?: {
                manifest?: components["schemas"]["ManifestName"];
                limit?: components["parameters"]["Limit"];
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
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
                    "application/json": components["schemas"]["PublicationRunPage"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    getPublication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PublicationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The publication. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicationRun"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    promotePublication: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["PublicationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublicationReason"];
            };
        };
        responses: {
            /** @description In force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicationRun"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    undoPublication: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["PublicationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublicationReason"];
            };
        };
        responses: {
            /** @description Taken back. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicationRun"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    plan: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
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
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    demoteEntry: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
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
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    acceptProposal: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
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
            304: components["responses"]["NotModified"];
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
            304: components["responses"]["NotModified"];
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
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
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
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    watchTimeline: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    deleteTimeline: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
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
            304: components["responses"]["NotModified"];
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
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
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
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    explainRoute: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
            304: components["responses"]["NotModified"];
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
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    purgeCache: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    listCertificates: {
        parameters: {
            query?: {
                /** @description Only certificates whose names, subject, issuer, place or listeners contain this */
                q?: string;
                limit?: components["parameters"]["Limit"];
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
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
            304: components["responses"]["NotModified"];
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
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
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
            304: components["responses"]["NotModified"];
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
            304: components["responses"]["NotModified"];
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
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
    listExperiments: {
        parameters: {
            query?: {
                phase?: components["schemas"]["ExperimentPhase"];
                limit?: components["parameters"]["Limit"];
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentPage"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    createExperiment: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentDesign"];
            };
        };
        responses: {
            /** @description The draft. */
            201: {
                headers: {
                    ETag: components["headers"]["ExperimentETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    previewExperiment: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentDesign"];
            };
        };
        responses: {
            /** @description The problems and the room in its layer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentPreview"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getExperiment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Experiment"];
            /** @description If-None-Match has the current ETag. */
            304: {
                headers: {
                    ETag: components["headers"]["ExperimentETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    editExperiment: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentDesign"];
            };
        };
        responses: {
            200: components["responses"]["Experiment"];
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    deleteExperiment: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
            };
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
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
    manageExperiment: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManagedBy"];
            };
        };
        responses: {
            /** @description Marked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedExperiment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    startExperiment: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Experiment"];
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    pauseExperiment: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Experiment"];
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    resumeExperiment: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Experiment"];
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    stopExperiment: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Experiment"];
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    releaseExperiment: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Experiment"];
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    decideExperiment: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentDecision"];
            };
        };
        responses: {
            200: components["responses"]["Experiment"];
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    getExperimentOutcome: {
        parameters: {
            query: {
                winner: string;
            };
            header?: never;
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentOutcome"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    listExperimentChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The steps, at most 500. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentChanges"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    getExperimentCounts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentCounts"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    exportExperiment: {
        parameters: {
            query?: {
                format?: "json" | "csv" | "ipynb";
                what?: "counts" | "views";
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                id: components["parameters"]["ExperimentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentExport"];
                    "text/csv": string;
                    "application/x-ipynb+json": Record<string, never>;
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
            304: components["responses"]["NotModified"];
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
            304: components["responses"]["NotModified"];
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
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    getTimings: {
        parameters: {
            query?: {
                /** @description Beginning of the range; not with `seconds` */
                from?: components["parameters"]["From"];
                /** @description End of the range; default is now, by the clock of the store */
                to?: components["parameters"]["To"];
                /** @description Length of the range that ends at `to`, instead of `from`; default is 3600 */
                seconds?: components["parameters"]["Seconds"];
                /** @description First host of a site; needed by users with roles for some sites only */
                site?: components["parameters"]["ViewSite"];
                /** @description Path of the page without query */
                page?: components["parameters"]["ViewPath"];
                protocol?: components["parameters"]["ViewProtocol"];
                cache?: components["parameters"]["ViewCache"];
                device?: components["schemas"]["ViewDevice"];
                /** @description Attribute of the groups; default is one group of all views */
                by?: "all" | "site" | "page" | "protocol" | "cache" | "device";
                /** @description Metric of the lines; default is lcp */
                metric?: components["schemas"]["ViewMetric"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The distributions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Timings"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    listViews: {
        parameters: {
            query?: {
                /** @description Beginning of the range; not with `seconds` */
                from?: components["parameters"]["From"];
                /** @description End of the range; default is now, by the clock of the store */
                to?: components["parameters"]["To"];
                /** @description Length of the range that ends at `to`, instead of `from`; default is 3600 */
                seconds?: components["parameters"]["Seconds"];
                /** @description First host of a site; needed by users with roles for some sites only */
                site?: components["parameters"]["ViewSite"];
                /** @description Path of the page without query */
                page?: components["parameters"]["ViewPath"];
                protocol?: components["parameters"]["ViewProtocol"];
                cache?: components["parameters"]["ViewCache"];
                outcome?: components["schemas"]["ViewOutcome"];
                /** @description EXPERIMENT:ARM, as in Server-Timing */
                arm?: string;
                /** @description True for the views with a waterfall only */
                waterfall?: boolean;
                /** @description `slowest` sorts by the time of the event load; views without one come last */
                order?: "newest" | "slowest";
                limit?: components["parameters"]["Limit"];
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. The arms of experiments are in the single views only. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageViews"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    getView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the view, or the view id of its Server-Timing, which begins with it */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The view. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageView"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    getViewWaterfall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the view, or the view id of its Server-Timing, which begins with it */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The waterfall. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewWaterfall"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    getViewHar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the view, or the view id of its Server-Timing, which begins with it */
                id: string;
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
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    createBenchLink: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBenchLink"];
            };
        };
        responses: {
            /** @description The link. It cannot be read again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BenchLink"];
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
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
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
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    addHistoryEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                /** @description Not needed with a token */
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
                /** @description Not needed with a token */
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
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
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
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    makeReport: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
            304: components["responses"]["NotModified"];
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
            304: components["responses"]["NotModified"];
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
            304: components["responses"]["NotModified"];
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
                /** @description Only this site; needed by users with roles for some sites only */
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
            304: components["responses"]["NotModified"];
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
                /** @description Only this site; needed by users with roles for some sites only */
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
            304: components["responses"]["NotModified"];
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
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Only entries whose actor, action, subject or detail contains this */
                q?: components["parameters"]["AuditText"];
                /** @description Only entries of this user */
                actor?: components["parameters"]["AuditActor"];
                /** @description Only entries of this action; with a dot at its end, of the whole group, such as `manifest.` */
                action?: components["parameters"]["AuditAction"];
                /** @description Only entries on this thing */
                subject?: components["parameters"]["AuditSubject"];
                outcome?: components["parameters"]["AuditOutcome"];
                /** @description Only entries at or after this time */
                from?: components["parameters"]["AuditFrom"];
                /** @description Only entries before this time */
                to?: components["parameters"]["AuditTo"];
                /** @description `next` of the page before */
                cursor?: string;
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
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    getConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Configuration"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    listConfigurationNodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gateways. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationNodes"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    manageConfiguration: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManagedBy"];
            };
        };
        responses: {
            /** @description Marked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedConfiguration"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getConfigurationSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/schema+json": {
                        [key: string]: unknown;
                    };
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    validateConfiguration: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
            /** @description The errors; without errors the warnings, such as keys in clear text. A text with warnings only may be published. */
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
    compareConfigurations: {
        parameters: {
            query: {
                /** @description A revision, or draft */
                from: string;
                /** @description A revision, or draft */
                to: string;
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
                    "application/json": components["schemas"]["ConfigurationDifference"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    saveConfigurationDraft: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
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
            /** @description Saved. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Configuration"];
                };
            };
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    publishConfiguration: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfigurationPublish"];
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
                    "application/json": components["schemas"]["Configuration"];
                };
            };
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    listConfigurationApprovals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The approvals that count. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approvals"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    approveConfiguration: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalRequest"];
            };
        };
        responses: {
            /** @description Approved. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approvals"];
                };
            };
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    withdrawConfigurationApproval: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approvals"];
                };
            };
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    configurationHistory: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revisions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationRevisionPage"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    getConfigurationRevision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                revision: components["schemas"]["RevisionNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revision. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationRevisionText"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    rollBackConfiguration: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                "If-Match": components["parameters"]["IfMatch"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
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
                    "application/json": components["schemas"]["Configuration"];
                };
            };
            412: components["responses"]["Stale"];
            default: components["responses"]["Problem"];
        };
    };
    verifyAudit: {
        parameters: {
            query?: {
                /** @description A head that was kept elsewhere, POSITION:HASH; the trail must contain it */
                head?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditVerification"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    exportAudit: {
        parameters: {
            query?: {
                /** @description Only entries whose actor, action, subject or detail contains this */
                q?: components["parameters"]["AuditText"];
                /** @description Only entries of this user */
                actor?: components["parameters"]["AuditActor"];
                /** @description Only entries of this action; with a dot at its end, of the whole group, such as `manifest.` */
                action?: components["parameters"]["AuditAction"];
                /** @description Only entries on this thing */
                subject?: components["parameters"]["AuditSubject"];
                outcome?: components["parameters"]["AuditOutcome"];
                /** @description Only entries at or after this time */
                from?: components["parameters"]["AuditFrom"];
                /** @description Only entries before this time */
                to?: components["parameters"]["AuditTo"];
                format?: "jsonl" | "syslog";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                    "text/plain": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listBackups: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next` of the page before. Items that are added or removed meanwhile do not move the others */
                cursor?: components["parameters"]["Cursor"];
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The folder. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backups"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    makeBackup: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Written. */
            201: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backup"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    downloadBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getSystem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report of this node. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["System"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    signInOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInOptions"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    getSecondStep: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The step of the cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondStep"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    finishSecondStep: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactor"];
            };
        };
        responses: {
            /** @description Signed in; the cookie is set. */
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
    beginProviderSignIn: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path: {
                provider: components["parameters"]["Provider"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderSignIn"];
            };
        };
        responses: {
            /** @description The browser continues at this URL; the cookie of the sign-in is set. */
            200: {
                headers: {
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignOnUrl"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    endProviderSignIn: {
        parameters: {
            query?: {
                state?: string;
                code?: string;
                iss?: string;
                error?: string;
            };
            header?: never;
            path: {
                provider: components["parameters"]["Provider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the page of the beginning, with the cookie of a session; or to the sign-in page with the reason of a failure. */
            303: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getSecondFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The factors. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactors"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCode"];
            };
        };
        responses: {
            /** @description In use. The first factor has recovery codes with it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            429: components["responses"]["TooManyAttempts"];
            default: components["responses"]["Problem"];
        };
    };
    beginTotp: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordProof"];
            };
        };
        responses: {
            /** @description The secret, which is shown once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSecret"];
                };
            };
            429: components["responses"]["TooManyAttempts"];
            default: components["responses"]["Problem"];
        };
    };
    removeTotp: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordProof"];
            };
        };
        responses: {
            /** @description Removed; the factors that are left. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactors"];
                };
            };
            429: components["responses"]["TooManyAttempts"];
            default: components["responses"]["Problem"];
        };
    };
    beginKey: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordProof"];
            };
        };
        responses: {
            /** @description PublicKeyCredentialCreationOptionsJSON for the browser. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyOptions"];
                };
            };
            429: components["responses"]["TooManyAttempts"];
            default: components["responses"]["Problem"];
        };
    };
    addKey: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewKey"];
            };
        };
        responses: {
            /** @description In use. The first factor has recovery codes with it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    renameKey: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path: {
                id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyName"];
            };
        };
        responses: {
            /** @description Renamed; all factors. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactors"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    removeKey: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordProof"];
            };
        };
        responses: {
            /** @description Removed; the factors that are left. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactors"];
                };
            };
            429: components["responses"]["TooManyAttempts"];
            default: components["responses"]["Problem"];
        };
    };
    newRecoveryCodes: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordProof"];
            };
        };
        responses: {
            /** @description The new codes, which are shown once. The old ones are void. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            429: components["responses"]["TooManyAttempts"];
            default: components["responses"]["Problem"];
        };
    };
    resetSecondFactors: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
            };
            path: {
                name: components["parameters"]["UserName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. The sessions of the user have ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    getSignOn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration in force on this node. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignOn"];
                };
            };
            304: components["responses"]["NotModified"];
            default: components["responses"]["Problem"];
        };
    };
    testSignOn: {
        parameters: {
            query?: never;
            header: {
                /** @description Not needed with a token */
                "X-Lychgate-CSRF": components["parameters"]["Csrf"];
                /** @description A repetition of the same request with the same key gets the first response, and changes nothing */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignOnTrial"];
            };
        };
        responses: {
            /** @description The decision. Nothing changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignOnDecision"];
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
                    "application/yaml": string | Record<string, never>;
                };
            };
            304: components["responses"]["NotModified"];
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
