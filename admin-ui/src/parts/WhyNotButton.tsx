import { Button, type ButtonProps, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface Props extends ButtonProps {
  /** The sentence why the button may not be used now; undefined when it may. */
  whyNot?: string | undefined;
  onClick: () => void;
  /** When the words on it say too little on their own, as in a row of a table. */
  'aria-label'?: string | undefined;
  children: ReactNode;
}

/** A button that, when it may not be used, stays reachable and says why beside itself. */
export function WhyNotButton({ whyNot, onClick, children, ...rest }: Props) {
  const id = useId();
  if (whyNot === undefined) {
    return (
      <Button {...rest} onClick={onClick}>
        {children}
      </Button>
    );
  }
  return (
    <>
      <Text id={id} size="xs" c="dimmed">
        {whyNot}
      </Text>
      <Button
        {...rest}
        data-disabled
        aria-disabled
        aria-describedby={id}
        onClick={(event) => event.preventDefault()}
      >
        {children}
      </Button>
    </>
  );
}
