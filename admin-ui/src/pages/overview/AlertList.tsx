import { Link } from '@tanstack/react-router';
import type { Status } from '~/api/status';
import { Notice } from '~/parts/Notice';
import { moment } from '~/text/times';

/** Maximum number of alerts, so that the charts stay on the screen; the ledger lists all. */
const MOST = 3;

type Alert = Status['alerts'][number];

const TITLES: Record<Alert['kind'], string> = {
  'entry-demoted': 'An asset is no longer sent early',
  'arm-stopped': 'A guardrail stopped an arm',
  'publication-undone': 'A publication was undone',
  'publication-failed': 'A publication failed',
  'backup-failed': 'The last backup failed',
  'audit-receiver-away': 'The receiver of the audit trail is away',
};

/** The place where an operator looks into an alert. */
function NextStep({ alert }: { alert: Alert }) {
  switch (alert.kind) {
    case 'arm-stopped':
      return (
        <>
          <Link to="/experiments/$id" params={{ id: alert.subject }}>
            Open the experiment
          </Link>{' '}
          to see the figures, and to decide.
        </>
      );
    case 'entry-demoted':
      return (
        <>
          <Link to="/ledger">Open the ledger</Link> to see why, and to send it again.
        </>
      );
    case 'publication-undone':
    case 'publication-failed':
      return (
        <>
          <Link to="/manifests">Open the manifests</Link> to correct the draft.
        </>
      );
    default:
      return <Link to="/system">Open System</Link>;
  }
}

/** Conditions that need an operator, at the top of the page. */
export function AlertList({ alerts }: { alerts: Status['alerts'] }) {
  if (alerts.length === 0) return null;
  const more = alerts.length - MOST;
  return (
    <section aria-label="Alerts">
      {alerts.slice(0, MOST).map((alert) => (
        <Notice
          key={`${alert.kind} ${alert.subject} ${alert.at}`}
          tone="warn"
          title={TITLES[alert.kind]}
        >
          {alert.sentence} Since {moment(alert.at)}. <NextStep alert={alert} />
        </Notice>
      ))}
      {more > 0 && (
        <Notice tone="warn">
          {more} more {more === 1 ? 'alert' : 'alerts'}: see the <Link to="/ledger">ledger</Link>{' '}
          and the <Link to="/experiments">experiments</Link>.
        </Notice>
      )}
    </section>
  );
}
