/** 16 hex digits that change when the contract means something else to a client. */
export function shapeOf(yaml: string): string;
