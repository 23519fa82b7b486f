import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';

interface Props {
  hosts: string[];
  error?: string | undefined;
  onChange: (hosts: string[]) => void;
}

const split = (text: string): string[] => text.split(/[\s,]+/).filter((host) => host !== '');

/** Hosts as one line of text; it keeps what is being typed until it means another list. */
export function HostsField({ hosts, error, onChange }: Props) {
  const joined = hosts.join(', ');
  const [text, setText] = useState(joined);
  useEffect(() => {
    setText((old) => (split(old).join(', ') === joined ? old : joined));
  }, [joined]);
  return (
    <TextInput
      label="Hosts"
      description="Only these hosts, with commas between them; *.example.com is allowed. Empty: every host."
      placeholder="www.example.com, *.example.com"
      spellCheck={false}
      value={text}
      error={error}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(split(event.currentTarget.value));
      }}
    />
  );
}
