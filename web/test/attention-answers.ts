const nothing = { total: 0, rows: [] };

const day = { orders: 0, totalOrdersValue: '0.00' };

/** Nothing asks for attention. */
export const calm = {
  'GET /api/v1/attention/stray-orders': nothing,
  'GET /api/v1/attention/refused-lines': nothing,
  'GET /api/v1/attention/without-upline': nothing,
  'GET /api/v1/attention/failed-invitations': nothing,
  'GET /api/v1/attention/duplicates': nothing,
  'GET /api/v1/attention/debts': { ...nothing, totalPendingValue: '0.00' },
  'GET /api/v1/attention/today': {
    loaded: nothing,
    sales: { ...day, day: '2026-11-22' },
    lastWeek: { ...day, day: '2026-11-15' },
  },
};
