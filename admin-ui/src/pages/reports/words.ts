import type { Schemas } from '~/api/client';
import type { ReportFigure } from '~/api/history';
import { bytes, measured, share } from '~/text/numbers';

type Basis = Schemas['ReportBasis'];

const BASIS: Record<Basis, { word: string; text: string }> = {
  weeks: {
    word: 'weeks',
    text: 'Whole weeks are compared, without the day of the change: each block with the same weekday and time of day.',
  },
  days: {
    word: 'days',
    text: 'Days are compared: each block with the same time of day, working days only with working days.',
  },
  quick: {
    word: 'quick look',
    text: 'The minutes before and after the change are compared as they are. This shows the change of this traffic only, not of visitors in general.',
  },
};

export const basisWord = (basis: Basis): string => BASIS[basis].word;
export const basisText = (basis: Basis): string => BASIS[basis].text;

/** Returns the amount that a figure is divided by; empty if its label has it. */
export function perText(per: ReportFigure['per']): string {
  switch (per) {
    case '1000-page-views':
      return 'per 1,000 page views';
    case '1000-requests':
      return 'per 1,000 requests';
    default:
      return '';
  }
}

export const nameOf = ({ label, per }: ReportFigure): string => `${label} ${perText(per)}`.trim();

/** Formats a value of a figure with its unit. */
export function valueText(value: number | null, unit: ReportFigure['unit']): string {
  if (value === null) return '–';
  switch (unit) {
    case 'bytes':
      return bytes(value);
    case 'share':
      return share(value, 1);
    case 'milliseconds':
      return `${measured(value)} ms`;
    case 'seconds':
      return `${measured(value)} s`;
    default:
      return measured(value);
  }
}

const VERDICTS: Record<NonNullable<ReportFigure['verdict']>, string> = {
  fell: 'fell',
  rose: 'rose',
  'none-shown': 'no difference shown',
};

export const verdictText = ({ verdict, missing }: ReportFigure): string =>
  verdict === null ? `absent: ${missing ?? 'not measured'}` : VERDICTS[verdict];
