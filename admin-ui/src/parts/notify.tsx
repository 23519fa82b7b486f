import { notifications } from '@mantine/notifications';
import { Icon } from './Icon';

const closeButtonProps = { 'aria-label': 'Dismiss' };

/** Shows a notification of a completed action. */
export function notify(message: string): void {
  notifications.show({ message, icon: <Icon name="check" />, closeButtonProps });
}

/** Shows a notification of a failed action, which stays until it is dismissed. */
export function notifyFailure(title: string, message: string): void {
  notifications.show({ title, message, color: 'red.8', autoClose: false, closeButtonProps });
}
