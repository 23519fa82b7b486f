import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Native = { ref?: Ref<HTMLAnchorElement> };

/** Links of the router, whose targets it checks, with Mantine's look. */
export const TextLink = createLink(
  (
    props: AnchorProps & Native & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps>,
  ) => <Anchor {...props} />,
);

export const ButtonLink = createLink(
  (
    props: ButtonProps & Native & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps>,
  ) => <Button component="a" {...props} />,
);

export const SideLink = createLink(
  (
    props: NavLinkProps &
      Native &
      Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof NavLinkProps>,
  ) => <NavLink component="a" {...props} />,
);
