import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Group, Popover } from '@mantine/core';
import { type Day, todayInLisbon } from '@rede/contract/days';
import { Button } from './button.tsx';
import { DayCalendar } from './day-calendar.tsx';
import styles from './day-field.module.css';
import { Mantine } from './mantine.tsx';

interface DayPopoverProps {
  label: string;
  value: Day | undefined;
  /** Gets the day, or '' for none. */
  onPick: (day: string) => void;
  onClose: () => void;
}

/** The open calendar of a day field. A default export, for `lazy`. */
export default function DayPopover({ label, value, onPick, onClose }: DayPopoverProps) {
  return (
    <Mantine>
      <Popover opened onChange={onClose} position="bottom-start" trapFocus returnFocus withRoles={false} shadow="md">
        <Popover.Target>
          <span className={styles.anchor} />
        </Popover.Target>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Mantine draws and places a div */}
        <Popover.Dropdown role="dialog" aria-label={label}>
          <DayCalendar value={value} onPick={onPick} />
          <Group justify="space-between" mt="xs">
            <Button variant="neutral" onClick={() => onPick('')}>
              Clear
            </Button>
            <Button variant="neutral" onClick={() => onPick(todayInLisbon())}>
              Hoje
            </Button>
          </Group>
        </Popover.Dropdown>
      </Popover>
    </Mantine>
  );
}
