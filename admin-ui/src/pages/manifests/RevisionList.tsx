import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Revision } from '~/api/manifests';
import { moment } from '~/text/times';

interface Props {
  name: string;
  items: Revision[];
  shown: number;
}

export function RevisionList({ name, items, shown }: Props) {
  return (
    <nav aria-label="Revisions">
      <ol className="revisions">
        {items.map((item, index) => (
          <li key={item.revision}>
            <Link
              to="/manifests/$name/history"
              params={{ name }}
              search={{ revision: String(item.revision) }}
              aria-current={item.revision === shown ? 'true' : undefined}
              resetScroll={false}
            >
              <strong>Revision {item.revision}</strong>
              {index === 0 && item.kind !== 'retire' && ' · in force'}
              <Text size="xs" c="dimmed" component="span" display="block">
                {kindOf(item)}
                {moment(item.at)} by {item.author}
              </Text>
              {item.comment && (
                <Text size="sm" component="span" display="block" className="wrap">
                  {item.comment}
                </Text>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function kindOf({ kind, rolledBackTo }: Revision): string {
  if (kind === 'rollback') return `Back to ${rolledBackTo} · `;
  return kind === 'retire' ? 'Taken out of force · ' : '';
}
