import type { Schemas } from '../client';

const HASH = 'ab12'.repeat(16);

/** The audit trail, backups and the state of the system in memory. */
export class FakeSystem {
  entries: Schemas['AuditEntry'][] = Array.from({ length: 60 }, (_, i) => ({
    id: 60 - i,
    at: new Date(Date.parse('2026-11-21T20:00:00Z') - i * 60_000).toISOString(),
    actor: i % 3 === 2 ? 'mallory' : 'admin',
    address: '192.0.2.7',
    action: i % 3 === 0 ? 'manifest.publish' : i % 3 === 1 ? 'manifest.edit' : 'forbidden',
    subject: 'shop',
    outcome: i % 3 === 2 ? 'refused' : 'done',
    detail: i % 3 === 0 ? `revision ${60 - i}` : null,
    before: i % 3 === 1 ? 'lines 2-2:\n- url: /a.js' : null,
    after: i % 3 === 1 ? 'lines 2-2:\n- url: /<b>b</b>.js' : null,
  }));
  verification: Schemas['AuditVerification'] = {
    whole: true,
    entries: 60,
    checkpoint: 0,
    head: `60:${HASH}`,
    faults: [],
  };
  report: Schemas['System'] = {
    versions: {
      gateway: '0.1.0',
      java: '25.0.1',
      netty: '4.2.7',
      system: 'Linux 6.12 amd64',
      schema: 13,
    },
    checks: [
      { step: 'java', status: 'ok', found: '25.0.1', advice: '' },
      {
        step: 'udp-buffers',
        status: 'warn',
        found: '208 KiB',
        advice: 'sysctl -w net.core.rmem_max=7500000',
      },
    ],
    store: {
      kind: 'sqlite',
      place: '/var/lib/lychgate/shop.db',
      tables: [
        {
          name: 'audit',
          rows: 60,
          bytes: 12_000,
          bytesPerRow: 200,
          rowsPerDay: 8.6,
          keepSeconds: 34_560_000,
          expectedBytes: 688_000,
        },
        {
          name: 'revision',
          rows: 12,
          bytes: 48_000,
          bytesPerRow: 4000,
          rowsPerDay: 1.7,
          keepSeconds: null,
          expectedBytes: null,
        },
      ],
    },
    auditHead: `60:${HASH}`,
    auditForward: null,
  };
  backups: Schemas['Backups'] = {
    folder: '/var/lib/lychgate/backups',
    everySeconds: 86_400,
    keep: 7,
    problem: null,
    nextAttempt: null,
    total: 1,
    next: null,
    items: [
      {
        name: 'lychgate-20261121T030000000Z.backup.zip',
        bytes: 81_000,
        at: '2026-11-21T03:00:00Z',
      },
    ],
  };
  contract = `paths:
  /manifests/{name}/publish:
    parameters: [ { $ref: "#/components/parameters/Name" } ]
    post:
      tags: [manifests]
      operationId: publishManifest
      summary: Put the draft in force
      x-role: publisher
      parameters: [ { name: If-Match, in: header, required: true, schema: { type: string } } ]
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Wish" } } } }
      responses: { "200": { description: Published. } }
  /status:
    get: { tags: [system], operationId: getStatus, summary: State, responses: { "200": { description: The state. } } }
components:
  parameters: { Name: { name: name, in: path, required: true, description: Name of the manifest } }
  schemas:
    Wish: { type: object, properties: { comment: { type: string } } }
`;

  audit(query: URLSearchParams): Schemas['AuditPage'] {
    const q = query.get('q') ?? '';
    const actor = query.get('actor');
    const outcome = query.get('outcome');
    const limit = Number(query.get('limit') ?? 100);
    const cursor = Number(query.get('cursor') ?? Number.MAX_SAFE_INTEGER);
    const fitting = this.entries.filter(
      (each) =>
        JSON.stringify(each).includes(q) &&
        (actor === null || each.actor === actor) &&
        (outcome === null || each.outcome === outcome),
    );
    const items = fitting.filter((each) => each.id < cursor).slice(0, limit);
    const last = items.length < limit ? undefined : items.at(-1);
    return { total: fitting.length, next: last ? String(last.id) : null, items };
  }

  make(): Schemas['Backup'] {
    const made = {
      name: 'lychgate-20261121T210000000Z.backup.zip',
      bytes: 82_000,
      at: '2026-11-21T21:00:00Z',
    };
    this.backups.items.unshift(made);
    return made;
  }
}
