import { Text } from '@mantine/core';
import { Panel } from '~/parts/Panel';

/** Limits of push with today's browsers. */
export function PushTruth() {
  return (
    <Panel title="About push and today's browsers">
      <Text size="sm" className="reading">
        Browsers no longer support HTTP/2 push: Chrome turned it off in version 106, Firefox in 132.
        Push reaches only clients that still offer{' '}
        <span className="mono">SETTINGS_ENABLE_PUSH=1</span>, such as nghttp, Java, Node and
        embedded clients. For today's browsers the gateway sends the same decision as one 103 Early
        Hints. A visitor who has the first tier of a page's assets gets hints for the next one.
      </Text>
    </Panel>
  );
}
