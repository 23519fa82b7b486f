import { Button, type ButtonProps, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface Props extends ButtonProps {
  /** Reason why the button is disabled; undefined if it is enabled. */
  whyNot?: string | undefined;
  onClick: () => void;
  /** Needed if its text is unclear out of context, as in a row of a table. */
  'aria-label'?: string | undefined;
  children: ReactNode;
}

/** Button that stays reachable while it is disabled, with the reason beside it. */
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
