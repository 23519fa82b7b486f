import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { hasCode } from '~/api/client';
import {
  type ServerDecision,
  type Upstream,
  type UpstreamServer,
  useServerDecision,
} from '~/api/routing';
import { Dialog } from '~/parts/Dialog';
import { Notice } from '~/parts/Notice';
import { notify, notifyFailure } from '~/parts/notify';
import { sentence } from '~/parts/problem';
import { plural } from '~/text/numbers';

const TEXTS: Record<ServerDecision, { title: string; verb: string; about: string; done: string }> =
  {
    drain: {
      title: 'Drain this server?',
      verb: 'Drain',
      about:
        'It gets no new clients. Requests in progress end, and clients with its cookie keep it.',
      done: 'gets no new clients',
    },
    eject: {
      title: 'Eject this server?',
      verb: 'Eject',
      about: 'It gets no requests at all. Requests in progress end.',
      done: 'gets no requests',
    },
    enable: {
      title: 'Enable this server?',
      verb: 'Enable',
      about: 'Its health alone decides again.',
      done: 'is enabled',
    },
  };

interface Props {
  upstream: Upstream;
  server: UpstreamServer;
  decision: ServerDecision;
  onClose: () => void;
}

/** Asks for a reason before a decision on a server is in force. */
export function DecisionDialog({ upstream, server, decision, onClose }: Props) {
  const submit = useServerDecision();
  const id = useId();
  const [reason, setReason] = useState('');
  const text = TEXTS[decision];
  const others = upstream.servers.filter((each) => each.id !== server.id && each.takesRequests);
  return (
    <Dialog
      title={text.title}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            loading={submit.isPending}
            {...(decision === 'enable' ? {} : { color: 'red.8' })}
          >
            {text.verb}
          </Button>
        </>
      }
    >
      <form
        id={id}
        aria-label={text.title}
        onSubmit={(event) => {
          event.preventDefault();
          submit.mutate(
            {
              upstream: upstream.name,
              server: server.id,
              etag: server.etag,
              decision,
              reason: reason.trim(),
            },
            {
              onSuccess: () => {
                notify(`${server.id} ${text.done}.`);
                onClose();
              },
              onError: (error) =>
                notifyFailure(
                  'Nothing was changed',
                  hasCode(error, 'stale')
                    ? 'Another user has decided on this server meanwhile. Close the dialog to see the present state.'
                    : sentence(error),
                ),
            },
          );
        }}
      >
        <Stack gap="sm">
          <Text size="sm" className="wrap">
            <span className="mono">{server.id}</span> of upstream {upstream.name}. {text.about}
          </Text>
          {decision !== 'enable' && others.length === 0 && (
            <Notice tone="bad" title="It is the last server that takes requests">
              <Text size="sm">
                Without it, requests of {plural(upstream.routes.length, 'route')} get 503.
              </Text>
            </Notice>
          )}
          <TextInput
            label="Reason"
            description="For other operators; it is shown with the state, and in the audit trail"
            autoComplete="off"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
