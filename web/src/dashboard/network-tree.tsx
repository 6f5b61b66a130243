import { todayInLisbon } from '@rede/contract/days';
import type { Window } from '@rede/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { movementsQuery } from './later-calls.ts';
import { DaySlider } from './day-slider.tsx';
import styles from './network-tree.module.css';
import { Tree } from './tree.tsx';

/** The network of the window as a tree, and a day of it to look at. All days are at hand: another one asks for nothing. */
export function NetworkTree({ window }: { window: Window }) {
  const { startDate, endDate } = window;
  const { data: movements } = useQuery(movementsQuery(window));
  const [day, setDay] = useState(() => {
    const today = todayInLisbon();
    return startDate <= today && today <= endDate ? today : endDate;
  });

  // The slider never waits for the tree.
  const shownDay = useDeferredValue(day);

  return (
    <div className={styles.root}>
      <DaySlider window={window} movements={movements} day={day} onDay={setDay} />
      <Tree window={window} day={shownDay} />
    </div>
  );
}
