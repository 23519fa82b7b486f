import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { JsonSchema } from '~/api/json-schema';

/** References and alternatives nest a few levels deep; a circle ends here. */
const DEEPEST = 8;

/** Completion of keys and of fixed values, from the schema that the gateway serves. */
export function completeBySchema(root: JsonSchema) {
  return (context: CompletionContext): CompletionResult | null => {
    const { doc } = context.state;
    const line = doc.lineAt(context.pos);
    const before: string[] = [];
    for (let number = 1; number < line.number; number++) before.push(doc.line(number).text);
    const found = suggest(root, before, line.text.slice(0, context.pos - line.from));
    if (found === null || (found.typed === '' && !context.explicit)) return null;
    return { from: context.pos - found.typed.length, options: found.options };
  };
}

export interface Suggestion {
  typed: string;
  options: { label: string; info?: string; apply?: string; type: string }[];
}

/** Returns what may stand at the end of `current`, a line of block style below the lines `before`. */
export function suggest(root: JsonSchema, before: string[], current: string): Suggestion | null {
  const value = /^(\s*(?:- +)*)([\w-]+):\s+([\w.-]*)$/.exec(current);
  if (value) {
    const [, indent = '', key = '', typed = ''] = value;
    const parents = at(root, [...pathTo(before, indent), key]);
    const values = parents.flatMap((schema) =>
      schema.type === 'boolean' ? [true, false] : (schema.enum ?? []),
    );
    if (values.length === 0) return null;
    return { typed, options: values.map((each) => ({ label: String(each), type: 'enum' })) };
  }
  const key = /^(\s*(?:- +)*)([\w-]*)$/.exec(current);
  if (!key) return null;
  const [, indent = '', typed = ''] = key;
  const options = new Map<string, Suggestion['options'][number]>();
  for (const schema of at(root, pathTo(before, indent))) {
    for (const [label, property] of Object.entries(schema.properties ?? {})) {
      const info = property.description ?? resolved(root, property)[0]?.description;
      options.set(label, { label, ...(info && { info }), apply: `${label}: `, type: 'property' });
    }
  }
  return options.size === 0 ? null : { typed, options: [...options.values()] };
}

/** Keys and list items that enclose a line with this beginning, outermost first. An item is "-". */
function pathTo(before: string[], indent: string): string[] {
  const path: string[] = [];
  let column = indent.length;
  for (const dash of [...indent.matchAll(/-/g)].reverse()) {
    path.unshift('-');
    column = dash.index;
  }
  for (let index = before.length - 1; index >= 0 && column >= 0; index--) {
    const line = /^(\s*)((?:- +)*)(?:([\w.*-]+):)?/.exec(before[index] ?? '');
    if (!line || /^\s*(#|$)/.test(before[index] ?? '')) continue;
    const [, space = '', dashes = '', key] = line;
    let start = space.length + dashes.length;
    // A list may stand at the column of its key.
    const isOfList = path[0] === '-' && start === column && dashes === '';
    if (key !== undefined && (start < column || isOfList)) {
      path.unshift(key);
      column = start;
    }
    for (const dash of [...dashes.matchAll(/-/g)].reverse()) {
      start = space.length + dash.index;
      if (start < column) {
        path.unshift('-');
        column = start;
      }
    }
  }
  return path;
}

function at(root: JsonSchema, path: string[]): JsonSchema[] {
  let schemas = resolved(root, root);
  for (const step of path) {
    schemas = schemas.flatMap((schema) => {
      const next =
        step === '-' ? schema.items : (schema.properties?.[step] ?? schema.additionalProperties);
      return typeof next === 'object' ? resolved(root, next) : [];
    });
  }
  return schemas;
}

/** The schema with those that it refers to. */
function resolved(root: JsonSchema, schema: JsonSchema, depth = 0): JsonSchema[] {
  if (depth > DEEPEST) return [];
  const name = schema.$ref?.replace('#/$defs/', '');
  const others = [
    ...(name === undefined ? [] : [root.$defs?.[name] ?? {}]),
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.allOf ?? []),
  ];
  return [schema, ...others.flatMap((each) => resolved(root, each, depth + 1))];
}
