import { notifications } from '@mantine/notifications';
import { Icon } from './Icon';

const closeButtonProps = { 'aria-label': 'Dismiss' };

/** Says in the corner what was done. */
export function tell(message: string): void {
  notifications.show({ message, icon: <Icon name="check" />, closeButtonProps });
}

/** Says what was not done; it stays until it is dismissed. */
export function tellFailure(title: string, message: string): void {
  notifications.show({ title, message, color: 'red.8', autoClose: false, closeButtonProps });
}
