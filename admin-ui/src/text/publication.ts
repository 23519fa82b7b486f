import type { Publication } from '~/api/manifests';

/** What a publication did: where it is in force, not merely that a button worked. */
export function effective(name: string, { revision, nodes }: Publication): string {
  if (revision === null) return `${name} is deleted. It was never in force.`;
  const what = `${name}: revision ${revision.revision} is effective on ${nodes.effective} of ${nodes.total} nodes`;
  const rest =
    nodes.effective < nodes.total ? ' Overview shows when the others have followed.' : '';
  return revision.kind === 'retire'
    ? `${what}. Nothing of it is sent any more.${rest}`
    : `${what}.${rest}`;
}
