import type { Experiment, ExperimentDesign, ExperimentFactor } from '~/api/experiments';
import { FIRST_VALUES, idOf } from './words';

export interface DraftArm {
  name: string;
  value: string;
  /** Part of the clients; the form does not change it. */
  weight?: number;
}

/** The form as it is typed. */
export interface Draft {
  title: string;
  hypothesis: string;
  sites: string[];
  routes: string[];
  factor: ExperimentFactor;
  unit: 'network' | 'visitor';
  layer: string;
  arms: DraftArm[];
  share: string;
  ramp: string;
  headline: NonNullable<ExperimentDesign['headline']>;
}

/** Factors that are decided for a connection, before a cookie is known. */
export const ofConnection = (factor: ExperimentFactor): boolean =>
  factor === 'protocol' || factor === 'congestion';

/** Returns the arms with which the design of a factor begins. */
export const firstArms = (factor: ExperimentFactor): DraftArm[] =>
  FIRST_VALUES[factor].map((value, i) => ({
    name: factor === 'none' ? `a${i + 1}` : value || (i === 0 ? 'control' : 'treatment'),
    value,
  }));

export const EMPTY: Draft = {
  title: '',
  hypothesis: '',
  sites: [],
  routes: [],
  factor: 'protocol',
  unit: 'network',
  layer: 'default',
  arms: firstArms('protocol'),
  share: '10',
  ramp: '',
  headline: 'load',
};

/** Reads lines such as "60 20": after 60 minutes, 20 percent. Returns null for any other text. */
export function rampOf(text: string): NonNullable<ExperimentDesign['ramp']> | null {
  const steps = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const match = /^\s*(\d{1,6})\s+(\d{1,3}(?:\.\d{1,2})?)\s*%?\s*$/.exec(line);
    if (match === null) return null;
    steps.push({ afterMinutes: Number(match[1]), share: Number(match[2]) });
  }
  return steps;
}

/** Returns the form of a draft that is stored. */
export const draftOf = (experiment: Experiment): Draft => ({
  title: experiment.title,
  hypothesis: experiment.hypothesis,
  sites: experiment.sites,
  routes: experiment.routes,
  factor: experiment.factor,
  unit: experiment.unit,
  layer: experiment.layer,
  arms: experiment.arms.map(({ name, value, weight }) => ({ name, value, weight })),
  share: String(experiment.share),
  ramp: experiment.ramp.map((step) => `${step.afterMinutes} ${step.share}`).join('\n'),
  headline: experiment.headline,
});

/** Returns the design of a form; null while it lacks something. */
export function designOf(draft: Draft): ExperimentDesign | null {
  const id = idOf(draft.title);
  const share = Number(draft.share);
  const ramp = rampOf(draft.ramp);
  const complete =
    id !== '' &&
    draft.sites.length > 0 &&
    draft.arms.every(({ name, value }) => name !== '' && (draft.factor === 'none' || value !== ''));
  if (!complete || ramp === null || !(share >= 0.01 && share <= 100)) return null;
  return {
    id,
    title: draft.title.trim(),
    ...(draft.hypothesis.trim() ? { hypothesis: draft.hypothesis.trim() } : {}),
    sites: draft.sites,
    ...(draft.routes.length > 0 && !ofConnection(draft.factor) ? { routes: draft.routes } : {}),
    factor: draft.factor,
    unit: ofConnection(draft.factor) ? 'network' : draft.unit,
    layer: draft.layer.trim() || 'default',
    arms: draft.arms.map(({ name, value, weight }) => ({
      name,
      ...(draft.factor === 'none' ? {} : { value }),
      ...(weight === undefined ? {} : { weight }),
    })),
    share,
    ramp,
    headline: draft.headline,
  };
}
