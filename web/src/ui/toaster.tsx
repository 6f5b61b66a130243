import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { IconCheck, IconExclamationMark } from '@tabler/icons-react';
import { Mantine } from './mantine.tsx';

export const place = (
  <Mantine>
    <Notifications position="top-right" autoClose={5000} containerWidth={400} />
  </Mantine>
);

export function show(kind: 'success' | 'error', message: string): void {
  notifications.show({
    // Every success counts; a failure that repeats itself shows once at a time.
    ...(kind === 'error' && { id: message }),
    message,
    color: kind === 'success' ? 'pine' : 'red',
    icon: kind === 'success' ? <IconCheck size={18} aria-hidden /> : <IconExclamationMark size={18} aria-hidden />,
    // An error interrupts a screen reader, a success waits.
    role: kind === 'success' ? 'status' : 'alert',
    withBorder: true,
  });
}
