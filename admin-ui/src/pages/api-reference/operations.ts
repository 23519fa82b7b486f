import { parse } from 'yaml';

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description: string;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  role: string;
  parameters: Parameter[];
  /** Schema of the JSON body, with references replaced to a bounded depth; null without a body. */
  body: unknown;
  responses: { status: string; description: string; schema: unknown }[];
}

type Node = Record<string, unknown>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Depth of the shown schemas. Deeper parts are named only. */
const DEPTH = 5;

const asNode = (value: unknown): Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads the operations of the contract. */
export function operationsOf(text: string): Operation[] {
  const contract = asNode(parse(text));
  const look = (value: unknown): Node => {
    let node = asNode(value);
    for (let hops = 0; typeof node.$ref === 'string' && hops < DEPTH; hops++) {
      node = asNode(
        node.$ref
          .slice(2)
          .split('/')
          .reduce<unknown>((at, part) => asNode(at)[part], contract),
      );
    }
    return node;
  };
  return Object.entries(asNode(contract.paths)).flatMap(([path, item]) =>
    Object.entries(asNode(item))
      .filter(([method]) => METHODS.includes(method))
      .map(([method, node]) => operation(path, method, asNode(item), asNode(node), look)),
  );
}

function operation(
  path: string,
  method: string,
  item: Node,
  node: Node,
  look: (value: unknown) => Node,
): Operation {
  const jsonOf = (value: unknown): unknown => {
    const content = asNode(look(value).content);
    const media = asNode(content['application/json'] ?? Object.values(content)[0]);
    return media.schema === undefined ? null : expanded(media.schema, look, DEPTH);
  };
  return {
    id: asText(node.operationId),
    method: method.toUpperCase(),
    path: item.servers === undefined ? `/api/v1${path}` : path,
    tag: asText(asList(node.tags)[0]),
    summary: asText(node.summary),
    description: asText(node.description).trim(),
    role: asText(node['x-role']),
    parameters: [...asList(item.parameters), ...asList(node.parameters)].map(look).map((each) => ({
      name: asText(each.name),
      in: asText(each.in),
      required: each.required === true,
      description: asText(each.description),
    })),
    body: node.requestBody === undefined ? null : jsonOf(node.requestBody),
    responses: Object.entries(asNode(node.responses)).map(([status, response]) => ({
      status,
      description: asText(look(response).description),
      schema: jsonOf(response),
    })),
  };
}

function expanded(schema: unknown, look: (value: unknown) => Node, depth: number): unknown {
  if (Array.isArray(schema)) return schema.map((each) => expanded(each, look, depth));
  if (typeof schema !== 'object' || schema === null) return schema;
  const reference = (schema as Node).$ref;
  if (typeof reference === 'string' && depth === 0) return reference.split('/').at(-1);
  const node = typeof reference === 'string' ? look(schema) : (schema as Node);
  const below = typeof reference === 'string' ? depth - 1 : depth;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, expanded(value, look, below)]),
  );
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns a command that calls the operation with a token. */
export function curlOf(operation: Operation, origin: string): string {
  const lines = [`curl -X ${operation.method} ${quoted(origin + operation.path)}`];
  lines.push('-H "Authorization: Bearer $LYCHGATE_TOKEN"');
  if (operation.method !== 'GET') lines.push("-H 'X-Lychgate-CSRF: 1'");
  for (const each of operation.parameters) {
    if (each.in === 'header' && each.name === 'If-Match') lines.push("-H 'If-Match: *'");
  }
  if (operation.body !== null) {
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d ${quoted(JSON.stringify(sample(operation.body)))}`,
    );
  }
  return lines.join(' \\\n  ');
}

/** Returns a value that fits a schema, for a person to complete. */
export function sample(schema: unknown): unknown {
  const node = asNode(schema);
  const choices = asList(node.enum);
  if (choices.length > 0) return choices[0];
  const first = asList(node.anyOf)[0] ?? asList(node.oneOf)[0];
  if (first !== undefined) return sample(first);
  const type = Array.isArray(node.type) ? node.type[0] : node.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(asNode(node.properties)).map(([name, value]) => [name, sample(value)]),
      );
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return typeof node.minimum === 'number' ? node.minimum : 0;
    case 'boolean':
      return false;
    default:
      return asText(asList(node.examples)[0]);
  }
}
