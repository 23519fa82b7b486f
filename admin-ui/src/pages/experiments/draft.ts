import type { Experiment, ExperimentDesign, ExperimentFactor } from '~/api/experiments';
import { FIRST_VALUES, idOf } from './words';

export interface DraftArm {
  name: string;
  value: string;
  /** Part of the clients, relative to the other arms, as it is typed. */
  weight: string;
}

/** The bounds of the guardrails as they are typed; empty for none. Shares are in percent. */
export interface DraftGuardrails {
  serverErrors: string;
  p95: string;
  waste: string;
  connections: string;
  minRequests: string;
  minNetworks: string;
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
  statistic: NonNullable<ExperimentDesign['statistic']>;
  /** Days until the planned end; empty for none. */
  days: string;
  /** Units of each arm that the planner promises. */
  units: string;
  /** Days of the pre-period; empty for none. */
  daysBefore: string;
  guardrails: DraftGuardrails;
}

/** Factors that are decided for a connection, before a cookie is known. */
export const ofConnection = (factor: ExperimentFactor): boolean =>
  factor === 'protocol' || factor === 'congestion';

/** Returns the arms with which the design of a factor begins. */
export const firstArms = (factor: ExperimentFactor): DraftArm[] =>
  FIRST_VALUES[factor].map((value, i) => ({
    name: factor === 'none' ? `a${i + 1}` : value || (i === 0 ? 'control' : 'treatment'),
    value,
    weight: '1',
  }));

/** Returns the guardrails with which the design of a factor begins. HTTP/1.1 needs more connections by its nature. */
export const firstGuardrails = (factor: ExperimentFactor): DraftGuardrails => ({
  serverErrors: '1',
  p95: '1.5',
  waste: '10',
  connections: factor === 'protocol' ? '' : '1.5',
  minRequests: '500',
  minNetworks: '50',
});

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
  statistic: 'median',
  days: '14',
  units: '',
  daysBefore: '',
  guardrails: firstGuardrails('protocol'),
};

const MINUTES_OF_DAY = 1440;

/** Reads a number of a field; null for another text, and `absent` for an empty field. */
function numberOf<T>(text: string, least: number, most: number, absent: T): number | T | null {
  if (text.trim() === '') return absent;
  const value = Number(text);
  return value >= least && value <= most ? value : null;
}

/** Reads days as minutes; 0 for an empty field, null for a text that is no number of days. */
export function minutesOf(days: string): number | null {
  const value = numberOf(days, 0.01, 366, 0);
  return value === null ? null : Math.round(value * MINUTES_OF_DAY);
}

const daysOf = (minutes: number): string =>
  minutes === 0 ? '' : String(Math.round((minutes / MINUTES_OF_DAY) * 100) / 100);

/** Reads the guardrails; null while one of them is wrong. */
export function guardrailsOf(
  draft: DraftGuardrails,
): NonNullable<ExperimentDesign['guardrails']> | null {
  const part = (text: string) => {
    const percent = numberOf(text, 0.01, 99.99, undefined);
    return percent === undefined || percent === null ? percent : percent / 100;
  };
  const multiple = (text: string) => numberOf(text, 1.01, 100, undefined);
  const bounds = {
    serverErrors: part(draft.serverErrors),
    p95: multiple(draft.p95),
    waste: part(draft.waste),
    connections: multiple(draft.connections),
  };
  const minRequests = numberOf(draft.minRequests, 100, 1e9, null);
  const minNetworks = numberOf(draft.minNetworks, 20, 512, null);
  if (Object.values(bounds).includes(null) || minRequests === null || minNetworks === null) {
    return null;
  }
  return {
    // Absent would be the default: null is no bound.
    serverErrors: bounds.serverErrors ?? null,
    p95: bounds.p95 ?? null,
    waste: bounds.waste ?? null,
    connections: bounds.connections ?? null,
    minRequests: Math.round(minRequests),
    minNetworks: Math.round(minNetworks),
  };
}

/** Reads a weight; null if it is none. */
const weightOf = (text: string): number | null => {
  const weight = numberOf(text, 1, 1000, null);
  return weight === null || !Number.isInteger(weight) ? null : weight;
};

/** Returns the guardrails of a stored design as a form shows them. */
const typed = (bounds: Experiment['guardrails']): DraftGuardrails => {
  const text = (value: number | null | undefined, factor = 1) =>
    value == null ? '' : String(Math.round(value * factor * 1e4) / 1e4);
  return {
    serverErrors: text(bounds.serverErrors, 100),
    p95: text(bounds.p95),
    waste: text(bounds.waste, 100),
    connections: text(bounds.connections),
    minRequests: text(bounds.minRequests),
    minNetworks: text(bounds.minNetworks),
  };
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
  arms: experiment.arms.map(({ name, value, weight }) => ({ name, value, weight: String(weight) })),
  share: String(experiment.share),
  ramp: experiment.ramp.map((step) => `${step.afterMinutes} ${step.share}`).join('\n'),
  headline: experiment.headline,
  statistic: experiment.statistic,
  days: daysOf(experiment.plannedMinutes),
  units: experiment.plannedUnits === 0 ? '' : String(experiment.plannedUnits),
  daysBefore: daysOf(experiment.prePeriodMinutes),
  guardrails: typed(experiment.guardrails),
});

/** Says why a form is no design yet; undefined if it is one. */
export function missingOf(draft: Draft): string | undefined {
  if (designOf(draft) !== null) return undefined;
  return idOf(draft.title) === '' || draft.sites.length === 0
    ? 'Title, site and arms are needed'
    : 'Correct the marked fields';
}

/** Returns the design of a form; null while it lacks something. */
export function designOf(draft: Draft): ExperimentDesign | null {
  const id = idOf(draft.title);
  const share = Number(draft.share);
  const ramp = rampOf(draft.ramp);
  const complete =
    id !== '' &&
    draft.sites.length > 0 &&
    draft.arms.every(({ name, value }) => name !== '' && (draft.factor === 'none' || value !== ''));
  const guardrails = guardrailsOf(draft.guardrails);
  const plannedMinutes = minutesOf(draft.days);
  const prePeriodMinutes = minutesOf(draft.daysBefore);
  const plannedUnits = numberOf(draft.units, 1, 1e9, 0);
  const weights = draft.arms.map(({ weight }) => weightOf(weight));
  if (!complete || ramp === null || !(share >= 0.01 && share <= 100)) return null;
  if (guardrails === null || plannedMinutes === null || prePeriodMinutes === null) return null;
  if (plannedUnits === null || weights.includes(null)) return null;
  return {
    id,
    title: draft.title.trim(),
    ...(draft.hypothesis.trim() ? { hypothesis: draft.hypothesis.trim() } : {}),
    sites: draft.sites,
    ...(draft.routes.length > 0 && !ofConnection(draft.factor) ? { routes: draft.routes } : {}),
    factor: draft.factor,
    unit: ofConnection(draft.factor) ? 'network' : draft.unit,
    layer: draft.layer.trim() || 'default',
    arms: draft.arms.map(({ name, value }, i) => ({
      name,
      ...(draft.factor === 'none' ? {} : { value }),
      weight: weights[i] ?? 1,
    })),
    share,
    ramp,
    headline: draft.headline,
    statistic: draft.statistic,
    plannedMinutes,
    // Without an end, there is no number of units at which the test is made.
    plannedUnits: plannedMinutes === 0 ? 0 : Math.round(plannedUnits),
    prePeriodMinutes,
    guardrails,
  };
}
