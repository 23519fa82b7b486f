import { EmptyPanel } from '~/parts/EmptyPanel';
import { TextLink } from '~/parts/links';
import { PageHead } from '~/parts/PageHead';

export function NotFound() {
  return (
    <main className="alone">
      <PageHead title="No page here" />
      <EmptyPanel
        icon="search"
        title="The address names nothing"
        next={<TextLink to="/">Go to the overview</TextLink>}
      >
        It may be of another version, or mistyped.
      </EmptyPanel>
    </main>
  );
}
