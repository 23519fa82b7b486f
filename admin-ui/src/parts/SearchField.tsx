import { TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Icon } from './Icon';

interface Props {
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
}

/** Search field. The address follows with a delay, so that "back" does not step through letters. */
export function SearchField({ placeholder, value, onChange }: Props) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const report = useDebouncedCallback(onChange, 200);
  useEffect(() => setText(value), [value]);
  useHotkeys([['/', () => input.current?.focus()]]);
  return (
    <TextInput
      ref={input}
      type="search"
      label="Search"
      placeholder={placeholder}
      w={{ base: '100%', xs: 280 }}
      leftSection={<Icon name="search" size={16} />}
      aria-keyshortcuts="/"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        report(event.currentTarget.value);
      }}
    />
  );
}
