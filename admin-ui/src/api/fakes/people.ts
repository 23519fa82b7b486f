import type { Schemas } from '../client';
import { Refusal } from './store';

type Body = Record<string, unknown>;
const PASSWORD = 'abcde-fghjk-mnpqr-stuvw';

/** Users, sessions and tokens of the fake gateway. */
export class FakePeople {
  users: Schemas['User'][] = [
    user('admin', [{ role: 'admin', sites: ['*'] }]),
    user('ann', [
      { role: 'viewer', sites: ['*'] },
      { role: 'editor', sites: ['shop.example', '*.blog.example'] },
    ]),
  ];
  sessions: Schemas['UserSession'][] = [
    session('here', 'Firefox', true),
    session('there', 'Chromium', false),
  ];
  tokens: Schemas['Token'][] = [
    {
      id: 't1',
      name: 'ci',
      owner: 'admin',
      role: 'editor',
      sites: ['shop.example'],
      operations: ['manifests'],
      createdAt: '2026-11-01T09:00:00Z',
      expiresAt: '2027-01-30T09:00:00Z',
      expired: false,
      usedAt: '2026-11-20T09:00:00Z',
      usedNetwork: '192.0.2.0/24',
      madeByToken: null,
      madeInSession: null,
    },
  ];
  permissions: Schemas['PermissionRow'][] = [
    { operation: 'login', role: null, sites: 'no sign-in', group: 'account' },
    { operation: 'listManifests', role: 'viewer', sites: 'own sites', group: 'manifests' },
    { operation: 'publishManifest', role: 'publisher', sites: 'own sites', group: 'manifests' },
    { operation: 'purgeCache', role: 'publisher', sites: 'own sites', group: 'cache' },
    { operation: 'listUsers', role: 'admin', sites: 'all sites', group: 'users' },
  ];

  page = () => ({ total: this.users.length, next: null, items: this.users });

  create(body: Body): Schemas['UserWithPassword'] {
    const name = String(body.name);
    if (this.users.some((each) => each.name === name)) {
      throw new Refusal(409, 'conflict', 'The current state does not allow this', {
        detail: `name: ${name} is taken (expected: another one)`,
      });
    }
    const added = { ...user(name, body.grants as Schemas['Grant'][]), mustChangePassword: true };
    this.users.push(added);
    return { user: added, oneTimePassword: PASSWORD };
  }

  change(name: string, etag: string | null, body: Body): Schemas['User'] {
    const found = this.find(name);
    if (etag !== found.etag) throw new Refusal(412, 'stale', 'It has changed since it was read');
    const { version } = /"(?<version>\d+)"/.exec(found.etag)?.groups ?? { version: '1' };
    Object.assign(found, body, { etag: `"${Number(version) + 1}"` });
    return found;
  }

  remove(name: string): undefined {
    this.users = this.users.filter((each) => each !== this.find(name));
  }

  reset(name: string): Schemas['UserWithPassword'] {
    return { user: this.find(name), oneTimePassword: PASSWORD };
  }

  /** Names of users whose second factors were reset. */
  readonly resets: string[] = [];

  resetFactors(name: string): undefined {
    this.resets.push(this.find(name).name);
  }

  endSessions(id?: string): undefined {
    this.sessions = this.sessions.filter((each) => each.current || (id && each.id !== id));
  }

  createToken(body: Body): Schemas['TokenWithText'] {
    const token: Schemas['Token'] = {
      id: `t${this.tokens.length + 1}`,
      name: String(body.name),
      owner: 'admin',
      role: body.role as Schemas['Role'],
      sites: body.sites as string[],
      operations: body.operations as string[],
      createdAt: '2026-11-21T09:00:00Z',
      expiresAt: '2027-02-19T09:00:00Z',
      expired: false,
      usedAt: null,
      usedNetwork: null,
      madeByToken: null,
      madeInSession: null,
    };
    this.tokens.push(token);
    return { token, secret: 'lyg_once' };
  }

  deleteToken(id: string): undefined {
    this.tokens = this.tokens.filter((each) => each.id !== id);
  }

  private find(name: string): Schemas['User'] {
    const found = this.users.find((each) => each.name === name);
    if (found === undefined) throw new Refusal(404, 'not-found', 'The resource does not exist');
    return found;
  }
}

function user(name: string, grants: Schemas['Grant'][]): Schemas['User'] {
  return {
    name,
    etag: '"1"',
    role: grants.at(-1)?.role ?? 'viewer',
    grants,
    disabled: false,
    mustChangePassword: false,
    createdAt: '2026-11-01T09:00:00Z',
    loginAt: '2026-11-21T09:00:00Z',
    sessions: 2,
    tokens: 0,
  };
}

function session(id: string, agent: string, current: boolean): Schemas['UserSession'] {
  return {
    id,
    createdAt: '2026-11-20T09:00:00Z',
    seenAt: '2026-11-21T09:00:00Z',
    expiresAt: '2026-11-27T09:00:00Z',
    network: '192.0.2.0/24',
    agent,
    current,
  };
}
