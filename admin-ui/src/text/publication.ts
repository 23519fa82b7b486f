import type { Publication } from '~/api/manifests';

/** Returns the effect of a publication: the nodes on which it is in force. */
export function effective(name: string, { revision, nodes }: Publication): string {
  if (revision === null) return `${name} is deleted. It was never in force.`;
  const what = `${name}: revision ${revision.revision} is effective on ${nodes.effective} of ${nodes.total} nodes`;
  const rest =
    nodes.effective < nodes.total ? ' The overview shows when the other nodes have followed.' : '';
  return revision.kind === 'retire'
    ? `${what}. Its assets are no longer sent.${rest}`
    : `${what}.${rest}`;
}
