import { valibotResolver } from '@hookform/resolvers/valibot';
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { hasCode } from '~/api/client';
import { useCreateManifest, useFreshManifest, useManifests } from '~/api/manifests';
import { useWhyNot } from '~/api/session';
import { Notice } from '~/parts/Notice';
import { PageHead } from '~/parts/PageHead';
import { sentence } from '~/parts/problem';
import { WhyNotButton } from '~/parts/WhyNotButton';
import { Trail } from './Trail';

const EXAMPLE = `# Assets that a page needs. They are sent ahead of it as one 103, or pushed to clients that accept pushes.
rules:
  - match: { path: "/" }
    assets:
      - { url: /assets/site.css, as: style }
`;

const schema = v.object({
  name: v.pipe(
    v.string(),
    v.nonEmpty('Enter a name'),
    v.regex(
      /^[a-z0-9][a-z0-9._-]{0,99}$/,
      'Lower-case letters, digits, dot, underscore and hyphen; it begins with a letter or digit; at most 100',
    ),
  ),
  from: v.string(),
});

export function NewPage() {
  const others = useManifests().data?.items ?? [];
  const create = useCreateManifest();
  const read = useFreshManifest();
  const navigate = useNavigate();
  const whyNot = useWhyNot('editor');
  const form = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { name: '', from: '' },
  });

  const submit = form.handleSubmit(async ({ name, from }) => {
    try {
      const text = from === '' ? EXAMPLE : (await read(from)).draft.text;
      await create.mutateAsync({ name, text });
      await navigate({ to: '/manifests/$name/edit', params: { name } });
    } catch (error) {
      if (hasCode(error, 'conflict')) {
        form.setError('name', { message: 'A manifest of this name exists' }, { shouldFocus: true });
      }
    }
  });

  const { errors, isSubmitting } = form.formState;
  return (
    <>
      <Trail />
      <PageHead
        title="New manifest"
        lead="It starts as a draft: nothing is sent before it is published."
      />
      <form onSubmit={submit} noValidate>
        <Stack maw={460} align="stretch">
          {create.isError && !hasCode(create.error, 'conflict') && (
            <Notice tone="bad" urgent title="Not created">
              {sentence(create.error)}
            </Notice>
          )}
          <TextInput
            label="Name"
            description="It is permanent; revisions and the log use it."
            autoComplete="off"
            spellCheck={false}
            error={errors.name?.message}
            {...form.register('name')}
          />
          <NativeSelect
            label="Start from"
            {...form.register('from')}
            data={[
              { value: '', label: 'A small example' },
              ...others.map(({ name }) => ({ value: name, label: `The draft of ${name}` })),
            ]}
          />
          <div>
            {whyNot === undefined ? (
              <Button type="submit" loading={isSubmitting}>
                Create draft
              </Button>
            ) : (
              <WhyNotButton whyNot={whyNot} onClick={() => {}}>
                Create draft
              </WhyNotButton>
            )}
          </div>
        </Stack>
      </form>
    </>
  );
}
