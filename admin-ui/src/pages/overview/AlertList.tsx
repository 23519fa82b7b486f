import { Link } from '@tanstack/react-router';
import type { Status } from '~/api/status';
import { Notice } from '~/parts/Notice';
import { moment } from '~/text/times';

/** Maximum number of alerts, so that the charts stay on the screen; the ledger lists all. */
const MOST = 3;

/** Conditions that need an operator, at the top of the page. */
export function AlertList({ alerts }: { alerts: Status['alerts'] }) {
  if (alerts.length === 0) return null;
  const more = alerts.length - MOST;
  return (
    <section aria-label="Alerts">
      {alerts.slice(0, MOST).map((alert) =>
        alert.kind === 'arm-stopped' ? (
          <Notice
            key={`${alert.kind} ${alert.subject} ${alert.at}`}
            tone="warn"
            title="A guardrail stopped an arm"
          >
            {alert.sentence} Since {moment(alert.at)}.{' '}
            <Link to="/experiments/$id" params={{ id: alert.subject }}>
              Open the experiment
            </Link>{' '}
            to see the figures, and to decide.
          </Notice>
        ) : (
          <Notice
            key={`${alert.kind} ${alert.subject}`}
            tone="warn"
            title="An asset is no longer sent early"
          >
            {alert.sentence} Since {moment(alert.at)}. <Link to="/ledger">Open the ledger</Link> to
            see why, and to send it again.
          </Notice>
        ),
      )}
      {more > 0 && (
        <Notice tone="warn">
          {more} more {more === 1 ? 'alert' : 'alerts'}: see the <Link to="/ledger">ledger</Link>{' '}
          and the <Link to="/experiments">experiments</Link>.
        </Notice>
      )}
    </section>
  );
}
