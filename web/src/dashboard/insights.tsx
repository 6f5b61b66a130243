import '@mantine/core/styles/Tabs.layer.css';
import { Tabs } from '@mantine/core';
import { day, todayInLisbon } from '@rede/contract/days';
import { windowOf } from '@rede/contract/dashboard';
import { IconChartBar, IconSitemap, IconUserExclamation } from '@tabler/icons-react';
import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { useRememberedFilter } from '../lib/remembered-filter.ts';
import { Branches } from './branches.tsx';
import { MonthsChart } from './months-chart.tsx';
import { Alerts } from './alerts.tsx';
import styles from './insights.module.css';
import { WindowFilter } from './window-filter.tsx';

const views = ['months', 'tree', 'alerts'] as const;

const schema = z.object({
  startDate: z.optional(day()),
  endDate: z.optional(day()),
  view: withDefault(z.enum(views), 'months'),
});

/** One window of days in three views: months, branches and alerts. */
export default function Insights() {
  const [filter, setFilter] = useRememberedFilter(schema, {
    page: 'dashboard',
    prefix: 'more',
    paramNames: { view: 'vista' },
  });
  const window = windowOf(filter, todayInLisbon());

  return (
    <>
      <WindowFilter applied={filter} onFilter={(wanted) => setFilter({ ...wanted, view: filter.view })} />
      <Tabs
        classNames={{ tabSection: styles.icon ?? '' }}
        value={filter.view}
        onChange={(view) => setFilter({ ...filter, view: view as (typeof views)[number] })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="months" leftSection={<IconChartBar size={17} aria-hidden />}>
            Mês a mês
          </Tabs.Tab>
          <Tabs.Tab value="tree" leftSection={<IconSitemap size={17} aria-hidden />}>
            Árvore
          </Tabs.Tab>
          <Tabs.Tab value="alerts" leftSection={<IconUserExclamation size={17} aria-hidden />}>
            Atenção
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="months">
          <MonthsChart window={window} />
        </Tabs.Panel>
        <Tabs.Panel value="tree">
          <Branches window={window} />
        </Tabs.Panel>
        <Tabs.Panel value="alerts">
          <Alerts window={window} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
