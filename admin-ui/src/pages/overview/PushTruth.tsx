import { Text } from '@mantine/core';
import { Panel } from '~/parts/Panel';

/** What push can and cannot do today; the product says it before a user finds out. */
export function PushTruth() {
  return (
    <Panel title="About push and today's browsers">
      <Text size="sm" className="reading">
        Browsers no longer take HTTP/2 push: Chrome turned it off in version 106, Firefox in 132.
        Push reaches only clients that still offer{' '}
        <span className="mono">SETTINGS_ENABLE_PUSH=1</span>, such as nghttp, curl, Java, Node and
        embedded clients. For today's browsers the same decision goes out as one 103 Early Hints,
        and a visitor who has the first tier of a page's assets is told of the next one.
      </Text>
    </Panel>
  );
}
