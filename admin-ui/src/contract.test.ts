import { resolve } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';

const CONTRACT = resolve(
  import.meta.dirname,
  '../../gateway/src/main/resources/admin/openapi.yaml',
);

it('openapi.yaml is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate(CONTRACT);

  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

it('every reference in openapi.yaml resolves', async () => {
  const validator = new Validator();
  await validator.validate(CONTRACT);

  expect(() => validator.resolveRefs()).not.toThrow();
});
