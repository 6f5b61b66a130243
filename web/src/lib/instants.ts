const lisbon = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Lisbon',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** A UTC instant (ISO 8601) as local time in Lisbon: `yyyy-MM-dd HH:mm`. */
export function formatInstant(instant: string): string {
  return lisbon.format(new Date(instant));
}
