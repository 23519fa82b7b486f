import { NativeSelect } from '@mantine/core';

interface Props<T extends string> {
  label: string;
  value: T | undefined;
  options: readonly T[];
  /** The label of an option, if it is not its value. */
  labelOf?: (value: T) => string;
  onChange: (value: T | undefined) => void;
}

/** Choice of one value, or of all of them. */
export function AnyOf<T extends string>({
  label,
  value,
  options,
  labelOf = (option) => option,
  onChange,
}: Props<T>) {
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={value ?? ''}
      data={[
        { value: '', label: 'Any' },
        ...options.map((option) => ({ value: option, label: labelOf(option) })),
      ]}
      onChange={(event) => onChange(options.find((each) => each === event.currentTarget.value))}
    />
  );
}
