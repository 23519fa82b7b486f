import type { ReportFigure } from '~/api/history';
import { change } from '~/text/numbers';
import { intervalText } from './FigureTable';
import { nameOf, valueText, verdictText } from './words';

/** The figure that answers the question. */
export function Primary({ figures }: { figures: ReportFigure[] }) {
  const figure = figures.find(({ primary }) => primary);
  if (figure === undefined) return null;
  return (
    <div className="figure">
      {figure.change === null ? '–' : change(figure.change)}
      <small>
        {nameOf(figure)}: {valueText(figure.before, figure.unit)} before,{' '}
        {valueText(figure.after, figure.unit)} after. 95% interval {intervalText(figure)}:{' '}
        {verdictText(figure)}.
      </small>
    </div>
  );
}
