import { Notice } from '~/parts/Notice';

/** The notice that a file outside of the gateway decides the plan of an experiment. */
export function ManagedPlan({ place }: { place: string }) {
  return (
    <Notice tone="warn" title="A file decides this plan">
      Changes of the plan here are refused. Edit it at <span className="mono wrap">{place}</span>,
      and apply the file. Its steps stay here.
    </Notice>
  );
}
