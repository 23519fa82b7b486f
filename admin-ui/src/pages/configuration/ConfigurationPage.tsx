import { Stack, Text } from '@mantine/core';
import { type Configuration, useConfiguration } from '~/api/configuration';
import { YamlEditor } from '~/parts/editor';
import { LoadingPanel } from '~/parts/LoadingPanel';
import { PageHead } from '~/parts/PageHead';
import { Panel } from '~/parts/Panel';
import { ConfigurationDraft } from './ConfigurationDraft';
import { NodeTable } from './NodeTable';
import { RevisionTable } from './RevisionTable';

export function ConfigurationPage() {
  const query = useConfiguration();
  return (
    <LoadingPanel query={query} what="the configuration">
      {({ configuration, etag }) =>
        configuration.from === 'file' ? (
          <OfFile configuration={configuration} />
        ) : (
          <Stack gap="md">
            <ConfigurationDraft configuration={configuration} etag={etag} />
            <NodeTable />
            <RevisionTable
              inForce={configuration.published?.revision ?? 0}
              etag={etag}
              mayEdit={configuration.managedBy === null}
            />
          </Stack>
        )
      }
    </LoadingPanel>
  );
}

function OfFile({ configuration }: { configuration: Configuration }) {
  return (
    <>
      <PageHead
        title="Configuration"
        lead={`The file ${configuration.file} has it. Edit that file to change it, or set config.from: store in it to edit it here.`}
      />
      <Panel title="Text of the file">
        <YamlEditor
          label="Configuration"
          value={configuration.text ?? ''}
          onChange={() => {}}
          onSave={() => {}}
          problems={[]}
          goTo={null}
          readOnly
        />
      </Panel>
      <Panel title="Values in effect">
        <Text component="pre" size="xs" className="mono wrap">
          {configuration.effective.join('\n')}
        </Text>
      </Panel>
    </>
  );
}
