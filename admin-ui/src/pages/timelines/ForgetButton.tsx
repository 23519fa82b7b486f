import { useNavigate } from '@tanstack/react-router';
import { useWhyNot } from '~/api/session';
import { useForget } from '~/api/timelines';
import { sentence } from '~/parts/problem';
import { tell, tellFailure } from '~/parts/tell';
import { WhyNotButton } from '~/parts/WhyNotButton';

/** Ends the recording, or the waiting, and throws away what there is. */
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
            tell('The timeline is gone.');
            void navigate({ to: '/timelines' });
          },
          onError: (error) => tellFailure('Nothing was changed', sentence(error)),
        })
      }
    >
      Delete
    </WhyNotButton>
  );
}
