import { useApproveConfiguration, useConfigurationApprovals } from '~/api/configuration';
import { useWhyNot } from '~/api/session';
import { ApprovalView } from '~/publish/ApprovalPanel';

/** The approvals of the draft of the configuration. */
export function ConfigurationApproval({ etag }: { etag: string }) {
  const { isPending, error, mutate } = useApproveConfiguration();
  return (
    <ApprovalView
      query={useConfigurationApprovals(etag)}
      approve={{ isPending, error, mutate: () => mutate(etag) }}
      whyNot={useWhyNot('admin')}
      what="The configuration"
    />
  );
}
