import { useNavigate } from '@tanstack/react-router';
import { useWhyNot } from '~/api/session';
import { useForget } from '~/api/timelines';
import { notify, notifyFailure } from '~/parts/notify';
import { sentence } from '~/parts/problem';
import { WhyNotButton } from '~/parts/WhyNotButton';

/** Button that ends the recording, or the waiting, and deletes the timeline. */
export function ForgetButton({ id }: { id: string }) {
  const forget = useForget();
  const whyNot = useWhyNot('editor');
  const navigate = useNavigate();
  return (
    <WhyNotButton
      variant="default"
      whyNot={whyNot}
      loading={forget.isPending}
      onClick={() =>
        forget.mutate(id, {
          onSuccess: () => {
            notify('The timeline was deleted.');
            void navigate({ to: '/timelines' });
          },
          onError: (error) => notifyFailure('Nothing was changed', sentence(error)),
        })
      }
    >
      Delete
    </WhyNotButton>
  );
}
