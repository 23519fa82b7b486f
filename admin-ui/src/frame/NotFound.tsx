import { EmptyPanel } from '~/parts/EmptyPanel';
import { TextLink } from '~/parts/links';
import { PageHead } from '~/parts/PageHead';

export function NotFound() {
  return (
    <main className="alone">
      <PageHead title="Page not found" />
      <EmptyPanel
        icon="search"
        title="There is no page at this address"
        next={<TextLink to="/">Go to the overview</TextLink>}
      >
        The address may belong to another version, or be mistyped.
      </EmptyPanel>
    </main>
  );
}
