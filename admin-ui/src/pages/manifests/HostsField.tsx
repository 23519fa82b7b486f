import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';

interface Props {
  hosts: string[];
  error?: string | undefined;
  onChange: (hosts: string[]) => void;
}

const split = (text: string): string[] => text.split(/[\s,]+/).filter((host) => host !== '');

/** Hosts as one line of text. The typed text stays until it differs from the list of hosts. */
export function HostsField({ hosts, error, onChange }: Props) {
  const joined = hosts.join(', ');
  const [text, setText] = useState(joined);
  useEffect(() => {
    setText((old) => (split(old).join(', ') === joined ? old : joined));
  }, [joined]);
  return (
    <TextInput
      label="Hosts"
      description="Only these hosts, separated by commas; *.example.com is allowed. Empty: every host."
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
