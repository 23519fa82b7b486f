/** Returns 16 hex digits that change if the contract changes for clients. */
export function shapeOf(yaml: string): string;
