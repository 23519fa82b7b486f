import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';

interface Props {
  tone: 'bad' | 'warn' | 'info';
  title?: string;
  icon?: IconName;
  /** Read out as soon as it appears: for results of the user's action. */
  urgent?: boolean;
  children?: ReactNode;
}

/** Message to the user. The mark and the text carry its meaning; the colour only supports it. */
export function Notice({ tone, title, icon = 'warning', urgent = false, children }: Props) {
  return (
    <div className="notice" data-tone={tone} role={urgent ? 'alert' : undefined}>
      <span className="notice-mark">
        <Icon name={icon} />
      </span>
      <div className="notice-text">
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
