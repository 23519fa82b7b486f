import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '~/api/json-schema';
import { suggest } from './schemaCompletion';

const SCHEMA: JsonSchema = {
  properties: {
    sites: { items: { $ref: '#/$defs/site' }, description: 'Hosts' },
    upstreams: { additionalProperties: { properties: { servers: {} } } },
    zone: { type: 'string' },
  },
  $defs: {
    site: { properties: { hosts: {}, http2: { type: 'boolean' }, mode: { enum: ['a', 'b'] } } },
  },
};

const labels = (before: string[], current: string) =>
  suggest(SCHEMA, before, current)?.options.map(({ label }) => label);

describe('completion by schema', () => {
  it('offers the keys of the section that encloses the line', () => {
    expect(labels([], 'z')).toEqual(['sites', 'upstreams', 'zone']);
    expect(labels(['sites:'], '  - h')).toEqual(['hosts', 'http2', 'mode']);
    expect(labels(['sites:', '- hosts: [ a ]'], '  m')).toEqual(['hosts', 'http2', 'mode']);
    expect(labels(['upstreams:', '  app:'], '    s')).toEqual(['servers']);
  });

  it('offers fixed values', () => {
    expect(labels(['sites:', '  - hosts: [ a ]'], '    mode: ')).toEqual(['a', 'b']);
    expect(labels(['sites:'], '  - http2: t')).toEqual(['true', 'false']);
  });

  it('offers nothing where the schema has nothing', () => {
    expect(suggest(SCHEMA, ['unknown:'], '  x')).toBeNull();
    expect(suggest(SCHEMA, [], 'zone: e')).toBeNull();
  });
});
