import { NativeSelect } from '@mantine/core';

interface Props<T extends string> {
  label: string;
  value: T | undefined;
  options: readonly T[];
  onChange: (value: T | undefined) => void;
}

/** Choice of one value, or of all of them. */
export function AnyOf<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={value ?? ''}
      data={[{ value: '', label: 'Any' }, ...options]}
      onChange={(event) => onChange(options.find((each) => each === event.currentTarget.value))}
    />
  );
}
