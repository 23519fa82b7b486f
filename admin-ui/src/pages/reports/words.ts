import type { Schemas } from '~/api/client';
import type { ReportFigure } from '~/api/history';
import { bytes, measured, share } from '~/text/numbers';

type Basis = Schemas['ReportBasis'];

const BASIS: Record<Basis, { word: string; text: string }> = {
  weeks: {
    word: 'weeks',
    text: 'Each quarter of an hour after the change is compared with the same weekday and time before it.',
  },
  days: {
    word: 'days',
    text: 'Each quarter of an hour after the change is compared with the same time of day before it. Weekdays may differ.',
  },
  quick: {
    word: 'quick look',
    text: 'The minutes before and after the change are compared as they are. This shows the change of this traffic only, not of visitors in general.',
  },
};

export const basisWord = (basis: Basis): string => BASIS[basis].word;
export const basisText = (basis: Basis): string => BASIS[basis].text;

const PER: Record<NonNullable<ReportFigure['per']>, string> = {
  '1000-page-views': 'per 1,000 page views',
  '1000-requests': 'per 1,000 requests',
  connection: 'per connection',
};

export const perText = (per: ReportFigure['per']): string => (per === null ? '' : PER[per]);

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
