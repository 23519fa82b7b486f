import { Icon, type IconName } from './Icon';

interface Props {
  icon: IconName;
  label: string;
  tone: 'good' | 'accent' | 'plain' | 'bad';
}

/** State or decision, shown by mark and word; the colour only supports it. */
export function Tag({ icon, label, tone }: Props) {
  return (
    <span className="tag" data-tone={tone}>
      <Icon name={icon} size={14} />
      {label}
    </span>
  );
}
