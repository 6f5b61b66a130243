import { addDays, type Day, daysBetween, firstDay, monthsBefore } from '@rede/contract/days';
import type { ImpactPreview } from '@rede/contract/history';
import { fromCents } from '@rede/contract/money';
import type {
  Branch,
  CountedOrder,
  CountedOrders,
  Debtor,
  Headcount,
  Months,
  Movements,
  NewMember,
  Overview,
  QuietMember,
} from '@rede/contract/dashboard';
import type { Days, NetworkModel, Upline } from './network-model.ts';
import { type KeptOrder, type ModelOrder, paidOf, pendingOf, worthOf } from './network-orders.ts';

export type Depth = 'direct' | 'total';

/** Somebody's days in a network, in order, and the upline on the last of them. */
interface Membership {
  days: Day[];
  upline: Upline;
}

type Members = Map<number, Membership>;

/** Everyone who stood in a consultant's network on a day of the window, found by walking up from everybody on every day. */
export function membersOf(model: NetworkModel, above: number, depth: Depth, window: Days): Members {
  const members: Members = new Map();
  for (const day of model.calendar.filter((day) => window.startDate <= day && day <= window.endDate)) {
    for (const key of model.consultants.keys()) {
      const chain = model.chain(key, day);
      const [upline] = chain;
      if (upline === undefined || !model.isOwnDay(key, day)) continue;
      if (!(depth === 'total' ? chain : [upline]).includes(above)) continue;
      members.set(key, { days: [...(members.get(key)?.days ?? []), day], upline });
    }
  }
  return members;
}

/** What a member ordered on its days in the network. */
function ordersOf(model: NetworkModel, key: number, { days }: Pick<Membership, 'days'>): KeptOrder[] {
  return [...model.book.orders.values()].filter(
    ({ consultant, createdAt }) => consultant === key && days.includes(createdAt),
  );
}

function figuresOf(orders: ModelOrder[]): CountedOrders['totals'] {
  const { total, pending } = worthOf(orders);
  return { totalOrdersValue: fromCents(total), totalPendingValue: fromCents(pending) };
}

/** A network's table in full, by code, and its footer. */
export function tableOf(model: NetworkModel, above: number, depth: Depth, window: Days) {
  const members = [...membersOf(model, above, depth, window)];
  return {
    members: members
      .map(([key, membership]) => ({
        ...nameOf(model, key),
        parentId: model.codeOf(membership.upline),
        ...figuresOf(ordersOf(model, key, membership)),
      }))
      .toSorted(byCode),
    totals: figuresOf(members.flatMap(([key, membership]) => ordersOf(model, key, membership))),
  };
}

export function summaryOf(model: NetworkModel, key: number) {
  const window = model.defaultWindow;
  return {
    totalDirectConsultants: membersOf(model, key, 'direct', window).size,
    totalTreeConsultants: membersOf(model, key, 'total', window).size,
    totalOrders: figuresOf(ordersOf(model, key, { days: daysOf(model, window) })).totalOrdersValue,
  };
}

/** What a figure opens to: whose orders are behind it and in whose network, the orders by number, and their sums. */
export interface Opened extends Pick<CountedOrders, 'member' | 'head' | 'totals'> {
  orders: CountedOrder[];
}

/** A consultant's own orders; of somebody in its network only those on days there, and undefined without such a day. */
export function ownOrders(model: NetworkModel, viewer: number, head: number, window: Days): Opened | undefined {
  const days = head === viewer ? daysOf(model, window) : membersOf(model, viewer, 'total', window).get(head)?.days;
  return days && opened(model, head, head, ordersOf(model, head, { days }), () => []);
}

/** A member's orders in the network of a head, on days when the chain leads from the head on to the viewer; undefined without such a day. */
export function memberOrders(
  model: NetworkModel,
  { viewer, head, depth, member }: { viewer: number; head: number; depth: Depth; member: number },
  window: Days,
): Opened | undefined {
  const days = membersOf(model, head, depth, window)
    .get(member)
    ?.days.filter((day) => head === viewer || model.chain(head, day).includes(viewer));
  if (!days || days.length === 0) return undefined;
  return opened(model, member, head, ordersOf(model, member, { days }), ({ createdAt }) => {
    const chain = model.chain(member, createdAt);
    return chain.slice(0, chain.indexOf(head) + 1);
  });
}

function opened(
  model: NetworkModel,
  member: number,
  head: number,
  orders: KeptOrder[],
  uplines: (order: KeptOrder) => Upline[],
): Opened {
  const numbers = [...model.book.orders.keys()];
  return {
    member: nameOf(model, member),
    head: nameOf(model, head),
    orders: orders
      .map((order) => ({
        ecommerceId: numbers.find((number) => model.book.orders.get(number) === order) ?? '',
        createdAt: order.createdAt,
        total: fromCents(order.total),
        paid: fromCents(paidOf(order)),
        pending: fromCents(pendingOf(order)),
        uplines: uplines(order).flatMap((upline) => (upline === 'company' ? [] : [nameOf(model, upline)])),
      }))
      .toSorted((one, other) => (one.ecommerceId < other.ecommerceId ? -1 : 1)),
    totals: figuresOf(orders),
  };
}

/** The orders of a total network, whenever they were; or some of them, of a run of days. */
function networkOrders(model: NetworkModel, above: number): KeptOrder[] {
  const always = { startDate: model.calendar[0] ?? '', endDate: model.calendar.at(-1) ?? '' };
  return [...membersOf(model, above, 'total', always)].flatMap(([key, membership]) => ordersOf(model, key, membership));
}

/** The orders that count for a total network in a window, by number, and their sums. */
export function networkOrdersOf(model: NetworkModel, above: number, window: Days) {
  const orders = orderedIn(networkOrders(model, above), window);
  const paid = orders.reduce((sum, order) => sum + paidOf(order), 0);
  return {
    numbers: [...model.book.orders].flatMap(([number, order]) => (orders.includes(order) ? [number] : [])).toSorted(),
    totals: { orders: orders.length, ...figuresOf(orders), totalPaidValue: fromCents(paid) },
  };
}

function orderedIn<Order extends KeptOrder>(orders: Order[], { startDate, endDate }: Days): Order[] {
  return orders.filter(({ createdAt }) => startDate <= createdAt && createdAt <= endDate);
}

export function monthsOf(model: NetworkModel, above: number, window: Days): Months {
  const orders = networkOrders(model, above);
  const months = new Map<string, Day[]>();
  for (let day = window.startDate; day <= window.endDate; day = addDays(day, 1)) {
    months.set(day.slice(0, 7), [...(months.get(day.slice(0, 7)) ?? []), day]);
  }
  const compared = (days: Days) => ({
    ...days,
    totalOrdersValue: figuresOf(orderedIn(orders, days)).totalOrdersValue,
  });
  const monthOf = (month: string, all: Day[]): Months['months'][number] => {
    const days = { startDate: all[0] ?? '', endDate: all.at(-1) ?? '' };
    return {
      month,
      ...days,
      orders: orderedIn(orders, days).length,
      ...figuresOf(orderedIn(orders, days)),
      monthBefore: compared(sameDays(days, 1)),
      yearBefore: compared(sameDays(days, 12)),
    };
  };
  return {
    ...window,
    months: [...months].map(([month, all]) => monthOf(month, all)),
    totals: figuresOf(orderedIn(orders, window)),
  };
}

/** The days with the same numbers of an earlier month, up to its last; of a whole month the whole month. */
function sameDays({ startDate, endDate }: Days, months: number): Days {
  const isWhole = startDate.endsWith('-01') && addDays(endDate, 1).endsWith('-01');
  const first = monthsBefore(startDate, months);
  const whole = Array.from({ length: 31 }, (_, index) => addDays(first, index)).filter((day) =>
    day.startsWith(first.slice(0, 7)),
  );
  return { startDate: first, endDate: (isWhole ? whole.at(-1) : undefined) ?? monthsBefore(endDate, months) };
}

/** What changed, without ids. */
export function overviewOf(
  model: NetworkModel,
  above: number,
): Omit<Overview, 'month'> & { month: Omit<Overview['month'], 'changes'> & { changes: object[] } } {
  const { today, defaultWindow: window } = model;
  const before = daysBefore(window);
  const headcount = (depth: Depth): Headcount => {
    const [now, former] = [window, before].map((days) => Array.from(membersOf(model, above, depth, days).keys()));
    return {
      members: now?.length ?? 0,
      before: former?.length ?? 0,
      joined: now?.filter((key) => !former?.includes(key)).length ?? 0,
      left: former?.filter((key) => !now?.includes(key)).length ?? 0,
    };
  };
  const month = { startDate: `${today.slice(0, 7)}-01`, endDate: today };
  const monthBefore = { startDate: monthsBefore(month.startDate, 1), endDate: monthsBefore(today, 1) };
  const compared = (orders: KeptOrder[], now: Days, former: Days) => ({
    totalOrdersValue: figuresOf(orderedIn(orders, now)).totalOrdersValue,
    valueBefore: figuresOf(orderedIn(orders, former)).totalOrdersValue,
  });
  const orders = networkOrders(model, above);
  const changes = [...model.consultants.keys()].map((key) => {
    const own = orders.filter(({ consultant }) => consultant === key);
    const [now, former] = [month, monthBefore].map((days) => worthOf(orderedIn(own, days)).total);
    const change = (now ?? 0) - (former ?? 0);
    return { difference: Math.abs(change), shown: { ...nameOf(model, key), ...compared(own, month, monthBefore) } };
  });
  return {
    window,
    before,
    direct: headcount('direct'),
    total: headcount('total'),
    ownOrders: compared(ordersOf(model, above, { days: [...model.calendar] }), window, before),
    month: {
      window: month,
      before: monthBefore,
      ...compared(orders, month, monthBefore),
      changes: changes
        .filter(({ difference }) => difference > 0)
        .toSorted(
          (one, other) =>
            other.difference - one.difference || (normalized(one.shown.name) < normalized(other.shown.name) ? -1 : 1),
        )
        .slice(0, 3)
        .map(({ shown }) => shown),
    },
  };
}

/** Text as searches and sorts compare it. */
export function normalized(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export function movementsOf(model: NetworkModel, above: number, window: Days): Movements {
  const membersOn = (day: Day) => [...membersOf(model, above, 'total', { startDate: day, endDate: day }).keys()];
  const days = daysOf(model, window).map((day) => {
    const [now, former] = [membersOn(day), membersOn(addDays(day, -1))];
    return {
      day,
      joined: now.filter((key) => !former.includes(key)).length,
      left: former.filter((key) => !now.includes(key)).length,
    };
  });
  return {
    before: membersOn(addDays(window.startDate, -1)).length,
    days: days.filter(({ joined, left }) => joined + left > 0),
  };
}

/** As many days, just before. */
function daysBefore({ startDate, endDate }: Days): Days {
  const length = daysBetween(startDate, endDate) + 1;
  return { startDate: addDays(startDate, -length), endDate: addDays(startDate, -1) };
}

/** Who is a member now and was none in as many days before, by code. */
export function newMembersOf(model: NetworkModel, above: number, window: Days): Omit<NewMember, 'id'>[] {
  const former = membersOf(model, above, 'total', daysBefore(window));
  return [...membersOf(model, above, 'total', window)]
    .flatMap(([key, membership]) => {
      if (former.has(key)) return [];
      const { totalOrdersValue } = figuresOf(ordersOf(model, key, membership));
      const parentId = model.codeOf(membership.upline);
      return [{ ...nameOf(model, key), parentId, since: membership.days[0] ?? '', totalOrdersValue }];
    })
    .toSorted(byCode);
}

/** Whose orders up to a day are not all paid, by code, and what is due in all. */
export function debtorsOf(model: NetworkModel, above: number, endDate: Day) {
  const everyDay = { startDate: firstDay, endDate };
  const debts = [...membersOf(model, above, 'total', everyDay)].flatMap(([key, membership]) => {
    const orders = ordersOf(model, key, membership).filter((order) => pendingOf(order) > 0);
    return orders.length === 0 ? [] : [{ key, orders, days: orderDays(orders) }];
  });
  return {
    members: debts
      .map(({ key, orders, days }): Omit<Debtor, 'id'> => ({
        ...nameOf(model, key),
        parentId: uplineCode(model, key, days.at(-1)),
        totalPendingValue: figuresOf(orders).totalPendingValue,
        orders: orders.length,
        oldestAt: days[0] ?? '',
      }))
      .toSorted(byCode),
    totalPendingValue: figuresOf(debts.flatMap(({ orders }) => orders)).totalPendingValue,
  };
}

/** Who used to order and has stopped, by code. */
export function quietMembersOf(model: NetworkModel, above: number, endDate: Day): Omit<QuietMember, 'id'>[] {
  const year = { startDate: addDays(endDate, -364), endDate };
  return [...membersOf(model, above, 'total', year)]
    .filter(([, { days }]) => days.includes(endDate))
    .flatMap(([key, membership]) => {
      const orders = ordersOf(model, key, membership);
      const days = orderDays(orders);
      if (days.length < 3) return [];
      const gaps = days.slice(1).map((day, place) => daysBetween(days[place] ?? '', day));
      const twiceTheMedian = twiceTheMiddle(gaps.toSorted((one, other) => one - other));
      const silence = daysBetween(days.at(-1) ?? '', endDate);
      if (silence <= 14 || 4 * silence <= 3 * twiceTheMedian) return [];
      return [
        {
          ...nameOf(model, key),
          parentId: uplineCode(model, key, endDate),
          lastOrderAt: days.at(-1) ?? '',
          rhythm: Math.ceil(twiceTheMedian / 2),
          silence,
          totalOrdersValue: figuresOf(orders).totalOrdersValue,
        },
      ];
    })
    .toSorted(byCode);
}

/** The different days of orders, in order. */
function orderDays(orders: ModelOrder[]): Day[] {
  return [...new Set(orders.map(({ createdAt }) => createdAt))].toSorted();
}

function twiceTheMiddle(sorted: number[]): number {
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0);
}

function uplineCode(model: NetworkModel, key: number, day: Day = ''): string {
  return model.codeOf(model.uplineOn(key, day) ?? 'company');
}

/** The branches at the end of a way down, by code; each with the consultant it is headed by. */
export function branchesOf(
  model: NetworkModel,
  way: number[],
  window: Days,
): { key: number; branch: Omit<Branch, 'id'> }[] {
  const head = way.at(-1);
  const days = daysOf(model, window).filter((day) =>
    way.slice(1).every((key, place) => model.uplineOn(key, day) === way[place]),
  );
  return [...model.consultants.keys()]
    .flatMap((key) => {
      const underHead = days.filter((day) => model.uplineOn(key, day) === head);
      return underHead.length === 0 ? [] : [{ key, branch: branchOf(model, key, underHead) }];
    })
    .toSorted((one, other) => byCode(one.branch, other.branch));
}

function branchOf(model: NetworkModel, head: number, days: Day[]): Omit<Branch, 'id'> {
  const below = [...model.consultants.keys()].map((key) => {
    const standing = days.filter((day) => model.chain(key, day).includes(head));
    return { key, standing, days: standing.filter((day) => model.isOwnDay(key, day)) };
  });
  const ownDays = days.filter((day) => model.isOwnDay(head, day));
  const own = ordersOf(model, head, { days: ownDays });
  return {
    ...nameOf(model, head),
    isMember: ownDays.length > 0,
    membersBelow: below.filter((member) => member.days.length > 0).length,
    hasBranches: below.some(({ standing }) => standing.length > 0),
    days: runsOf(days),
    own: figuresOf(own),
    branch: figuresOf([...own, ...below.flatMap((member) => ordersOf(model, member.key, member))]),
  };
}

/** What leaves and enters whose network, whenever it was ordered, where one state becomes the other. */
export function effectOf(before: NetworkModel, after: NetworkModel): ImpactPreview['networks'] {
  return [...before.consultants.keys()].flatMap((key) =>
    (['direct', 'total'] as const).flatMap((network) => {
      const [former, now] = [before, after].map((model) => new Set(countedOrders(model, key, network)));
      const leaving = [...(former ?? [])].filter((order) => !now?.has(order));
      const entering = [...(now ?? [])].filter((order) => !former?.has(order));
      return (
        [
          ['leaves', leaving],
          ['enters', entering],
        ] as const
      ).flatMap(([change, orders]) =>
        orders.length === 0
          ? []
          : [{ ...nameOf(before, key), network, change, orders: orders.length, ...figuresOf(orders) }],
      );
    }),
  );
}

function countedOrders(model: NetworkModel, above: number, depth: Depth): KeptOrder[] {
  return [...model.book.orders.values()].filter(({ consultant, createdAt }) => {
    if (consultant === null || !model.isOwnDay(consultant, createdAt)) return false;
    const chain = model.chain(consultant, createdAt);
    return (depth === 'total' ? chain : chain.slice(0, 1)).includes(above);
  });
}

/** Days in order as runs without a gap. */
function runsOf(days: Day[]): Days[] {
  const runs: Days[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && addDays(last.endDate, 1) === day) last.endDate = day;
    else runs.push({ startDate: day, endDate: day });
  }
  return runs;
}

function daysOf(model: NetworkModel, { startDate, endDate }: Days): Day[] {
  return model.calendar.filter((day) => startDate <= day && day <= endDate);
}

function nameOf(model: NetworkModel, key: number): { internalId: string; name: string } {
  const { code, name } = model.consultant(key);
  return { internalId: code, name };
}

export function byCode(one: { internalId: string }, other: { internalId: string }): number {
  return one.internalId < other.internalId ? -1 : 1;
}
