import { expect, it } from 'vitest';
import { FakeSystem } from '~/api/fakes/system';
import { curlOf, operationsOf, sample } from './operations';

it('a command has the token, the condition and a body', () => {
  const [publish] = operationsOf(new FakeSystem().contract);
  if (!publish) throw new Error('no operation');

  expect(curlOf(publish, 'https://gate')).toBe(
    [
      "curl -X POST 'https://gate/api/v1/manifests/{name}/publish'",
      '-H "Authorization: Bearer $LYCHGATE_TOKEN"',
      "-H 'X-Lychgate-CSRF: 1'",
      "-H 'If-Match: *'",
      "-H 'Content-Type: application/json'",
      `-d '{"comment":""}'`,
    ].join(' \\\n  '),
  );
});

it('a schema that refers to itself ends', () => {
  const text = `paths:
  /a: { post: { operationId: a, requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/T" } } } }, responses: {} } }
components: { schemas: { T: { type: object, properties: { t: { $ref: "#/components/schemas/T" } } } } }`;

  expect(JSON.stringify(operationsOf(text)[0]?.body)).toContain('"t":"T"');
});

it('samples fit simple schemas', () => {
  expect(sample({ type: ['integer', 'null'], minimum: 3 })).toBe(3);
  expect(sample({ enum: ['a', 'b'] })).toBe('a');
  expect(sample({ type: 'array' })).toEqual([]);
});
